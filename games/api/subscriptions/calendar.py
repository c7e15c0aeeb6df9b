"""The deadlines of a player as a calendar: iCalendar (RFC 5545), with the properties of RFC 7986."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from icalendar import TRANSP, Alarm, Calendar, Event

from base.languages import catalogue
from games import selectors, services, store
from games.api.subscriptions.links import game_page
from games.clocks import Outage, credited_deadline
from games.notices.kinds import NoticeKind
from games.notices.planning import Turn, notices_of
from games.selectors import OpenTurn
from games.services.notice_texts import Reader, Text, write
from games.services.subscriptions import Subscription

MOST: Final = 200
"""Deadlines in a calendar. They are the soonest."""
_REFRESH: Final = timedelta(hours=1)
"""How often programs should ask. They decide for themselves: some ask once in a day."""
_PRODUCT: Final = "-//Mau-Mau//Deadlines//EN"


@dataclass(frozen=True, slots=True)
class _Subject:
    """A turn with its credited deadline, as the texts of notices take it."""

    turn: OpenTurn
    deadline: datetime
    changed_at: datetime
    """When the deadline or anything in the game has last changed."""
    kind: str = NoticeKind.YOUR_TURN
    about: None = None

    @property
    def game(self) -> UUID:
        return self.turn.game

    @property
    def seat(self) -> int:
        return self.turn.seat


def calendar_of(subscription: Subscription) -> bytes:
    """Return the calendar: an event for each turn that waits for its player until a deadline.

    The same turns give the same bytes, so that an ETag can be made of them.
    """
    turns, now = selectors.open_turns(subscription.player, limit=MOST), store.now()
    outages = services.outages_since(min(turn.began for turn in turns), now) if turns else []
    subjects = [_subject(turn, outages, now) for turn in turns]
    reader = Reader(subscription.locale, subscription.time_zone)
    texts = write(subjects, [reader] * len(subjects), last_lines=False)

    name = catalogue(subscription.locale).gettext("Deadlines of your games")
    calendar = Calendar.new(prodid=_PRODUCT, uid=subscription.id, name=name)
    calendar.add("REFRESH-INTERVAL", _REFRESH, parameters={"VALUE": "DURATION"})
    for subject, text in zip(subjects, texts, strict=True):
        calendar.add_component(_event(subject, text, subscription.player))
    written: bytes = calendar.to_ical()
    return written


def _subject(turn: OpenTurn, outages: Sequence[Outage], now: datetime) -> _Subject:
    ends = [outage.ended for outage in outages if turn.began < outage.ended <= now]
    due = credited_deadline(turn.due, turn.began, outages, now)
    return _Subject(turn, due, max([turn.changed_at, *ends]))


def _event(subject: _Subject, text: Text, player: UUID) -> Event:
    """Return a turn as an event that lasts no time and keeps nobody from being free."""
    turn, page = subject.turn, game_page(subject.game)
    event = Event.new(
        uid=f"{turn.game}-{turn.first_version}@{urlsplit(settings.PUBLIC_URL).hostname}",
        start=subject.deadline,
        summary=text.title,
        description=f"{text.body}\n{page}",
        url=page,
        # Without METHOD, DTSTAMP too says when the event has last changed (RFC 5545, section 3.8.7.2).
        stamp=subject.changed_at,
        last_modified=subject.changed_at,
        # It grows whenever the deadline moves: deadlines only move to later times.
        sequence=int((subject.deadline - turn.opened_at).total_seconds()),
        transparency=TRANSP.TRANSPARENT,
    )
    # The alarm comes with the last notice before the deadline: an hour before it, or at four fifths of a short turn.
    planned = notices_of(Turn(player, turn.game, turn.seat, turn.turn, turn.began, subject.deadline, now=turn.began))
    last = max(notice.at for notice in planned if notice.at is not None)
    alarm = Alarm.new(description=text.title)
    alarm.add("ACTION", "DISPLAY")
    alarm.add("TRIGGER", timedelta(seconds=-int((subject.deadline - last).total_seconds())))
    event.add_component(alarm)
    return event
