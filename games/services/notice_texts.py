"""What notices say, in the language of their reader. They have public facts only."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, Protocol, assert_never
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog

from base.languages import OTHERWISE, spoken
from games import store
from games.db import rows
from games.digest import Speech, last_line
from games.digest.clock_sentences import proposal_made
from games.log.codec import UnknownEvent
from games.log.hash_chain import instant
from games.log.read import read_last
from games.log.redaction import split_seat
from games.log.stored_event import StoredEvent
from games.notices.kinds import NoticeKind
from games.rules.game import Game
from games.store import UnknownRuleset

_LATEST: Final = 24
"""How many events of a game are read for its last line."""
_MOST_NAMES: Final = 3
_OF_PLAYERS: Final = frozenset({NoticeKind.SEAT_TAKEN, NoticeKind.REMATCH, NoticeKind.PROPOSAL})
"""The kinds that speak of another player."""
_NAMES: Final = "SELECT id::text, name FROM player WHERE id = ANY(%s)"
_INVITERS: Final = """
    SELECT i.id, p.name, i.expires_at FROM invitation AS i JOIN player AS p ON p.id = i.maker WHERE i.id = ANY(%s)
"""

_log = structlog.get_logger(__name__)


class Subject(Protocol):
    """That of which a notice speaks: a row of the inbox, or a parcel."""

    @property
    def kind(self) -> str:
        """The kind."""

    @property
    def game(self) -> UUID:
        """The game."""

    @property
    def seat(self) -> int | None:
        """The seat."""

    @property
    def about(self) -> UUID | None:
        """The invitation, or the other player."""

    @property
    def deadline(self) -> datetime | None:
        """The deadline."""


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a notice is written."""

    language: str
    """A language tag."""
    time_zone: str


@dataclass(frozen=True, slots=True)
class Text:
    """A notice in words."""

    title: str
    body: str
    """May be empty."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A game, what its variant is called, and its last events."""

    game: Game
    variant: str
    latest: Sequence[StoredEvent]


@dataclass(frozen=True, slots=True)
class _Facts:
    tables: Mapping[UUID, _Table]
    names: Mapping[str, str]
    invitations: Mapping[UUID, tuple[str, datetime]]
    """Who made them, and when they expire."""
    says_how_it_is: bool
    """Whether texts may say how a game is now."""


def write(subjects: Sequence[Subject], readers: Sequence[Reader], *, last_lines: bool = True) -> list[Text]:
    """Return the text of each notice for its reader. The number of queries does not depend on their number.

    Times in it are absolute, in the time zone of the reader. A game that cannot be read has no details. Without
    *last_lines*, no text says what happened last in a game, so it stays the same while the game goes on.
    """
    facts = _facts(subjects, last_lines=last_lines)
    return [_Writer(subject, reader, facts).text() for subject, reader in zip(subjects, readers, strict=True)]


def _facts(subjects: Sequence[Subject], *, last_lines: bool) -> _Facts:
    spoken_of = [one.game for one in subjects if last_lines and one.kind == NoticeKind.YOUR_TURN]
    tables = _tables({one.game for one in subjects}, {*spoken_of})
    players = {sitter.player for one in tables.values() for sitter in one.game.sitters if sitter and sitter.player}
    players |= {str(one.about) for one in subjects if one.kind in _OF_PLAYERS}
    invitations = [one.about for one in subjects if one.kind == NoticeKind.INVITATION]
    names = dict(rows(_NAMES, [[UUID(player) for player in players]])) if players else {}
    found = rows(_INVITERS, [invitations]) if invitations else []
    return _Facts(tables, names, {made: (name, expires_at) for made, name, expires_at in found}, last_lines)


def _tables(games: Collection[UUID], with_events: Collection[UUID]) -> dict[UUID, _Table]:
    found = store.find_all([*games])
    latest = read_last({row.id: row.version for row in found if row.id in with_events}, limit=_LATEST)
    tables = {}
    for row in found:
        try:
            tables[row.id] = _Table(store.game_of(row), _variant_name(row.ruleset), latest.get(row.id, ()))
        except (UnknownEvent, UnknownRuleset) as fault:  # one game that cannot be read must not hide the others
            _log.exception("a game cannot be read", game=str(row.id), exc_info=fault)
    return tables


@lru_cache(256)
def _variant_name(content: str) -> str:
    return store.kept(content).name


class _Writer:
    """Writes one notice."""

    def __init__(self, subject: Subject, reader: Reader, facts: _Facts) -> None:
        self._subject, self._facts, self._zone = subject, facts, reader.time_zone
        self._table = facts.tables.get(subject.game)
        pack = self._table.game.rules.sections.deck.pack if self._table else "french"
        self._speech = Speech(spoken(reader.language) or OTHERWISE, pack, facts.names)
        if self._table:
            for seat, sitter in enumerate(self._table.game.sitters):
                if sitter:
                    self._speech.seats({"player": sitter.player, "bot": sitter.bot}, seat)

    def text(self) -> Text:
        """Return the text."""
        s, subject = self._speech, self._subject
        match NoticeKind(subject.kind):
            case NoticeKind.YOUR_TURN:
                return self._of_game(s.gettext("Your turn"), self._last_line(), self._time_is_up())
            case NoticeKind.DEADLINE_NEAR:
                return self._of_game(s.gettext("Your time is running out"), self._time_is_up())
            case NoticeKind.LAST_HOUR:
                return self._of_game(s.gettext("You have one hour left"), self._time_is_up())
            case NoticeKind.GAME_OVER:
                return self._of_game(s.gettext("The game is over"), self._result())
            case NoticeKind.TABLE_EXPIRED:
                return self._of_game(s.gettext("The table is closed"), s.gettext("Not every seat was taken in time."))
            case NoticeKind.INVITATION:
                return self._invitation()
            case NoticeKind.REMATCH:
                return Text(s.gettext("{name} wants to play again").format(name=self._about()), self._variant())
            case NoticeKind.SEAT_TAKEN:
                return Text(s.gettext("{name} sits down at your table").format(name=self._about()), self._variant())
            case NoticeKind.PROPOSAL:
                return self._of_game(
                    s.gettext("{name} asks for your vote").format(name=self._about()), self._proposal()
                )
            case kind:
                assert_never(kind)

    def _of_game(self, title: str, *sentences: str) -> Text:
        """Return a notice whose title says which game it is."""
        game = ", ".join(filter(None, [self._variant(), *self._opponents()]))
        return Text(f"{title}: {game}" if game else title, " ".join(filter(None, sentences)))

    def _about(self) -> str:
        return self._facts.names.get(str(self._subject.about)) or self._speech.gettext("Former player")

    def _variant(self) -> str:
        return self._table.variant if self._table else ""

    def _opponents(self) -> list[str]:
        sitters = self._table.game.sitters if self._table else ()
        names = [self._speech.seat(seat) for seat, one in enumerate(sitters) if one and seat != self._subject.seat]
        return names if len(names) <= _MOST_NAMES else [*names[:_MOST_NAMES], "…"]

    def _last_line(self) -> str:
        line = last_line([_public(event) for event in self._table.latest], self._speech) if self._table else None
        return "" if line is None else line.text

    def _time_is_up(self) -> str:
        deadline = self._subject.deadline
        return "" if deadline is None else self._speech.gettext("Your time is up at {time}.").format(
            time=self._instant(deadline)
        )  # fmt: skip

    def _result(self) -> str:
        places = self._table.game.places if self._table else ()
        if not places or self._subject.seat is None:
            return ""
        place = places[self._subject.seat]
        if place == 1:
            return self._speech.gettext("You have won.")
        return self._speech.gettext("Your place: {place}.").format(place=place)

    def _proposal(self) -> str:
        """Return what is proposed, while it is open."""
        proposal = self._table.game.proposal if self._table and self._facts.says_how_it_is else None
        if proposal is None:
            return ""
        return proposal_made({"seat": proposal.seat, "data": {"kind": proposal.kind}}, self._speech)

    def _invitation(self) -> Text:
        s, about = self._speech, self._subject.about
        name, expires_at = self._facts.invitations.get(about, ("", None)) if about else ("", None)
        title = s.gettext("{name} invites you to a game").format(name=name or s.gettext("Former player"))
        until = expires_at and s.gettext("The invitation expires at {time}.").format(time=self._instant(expires_at))
        return Text(f"{title}: {self._variant()}" if self._variant() else title, until or "")

    def _instant(self, at: datetime) -> str:
        return f"{at.astimezone(ZoneInfo(self._zone)):%Y-%m-%d %H:%M} ({self._zone})"


def _public(event: StoredEvent) -> dict[str, Any]:
    """Return an event as everybody may see it, for a digest."""
    seat, data = split_seat(event.public)
    return {
        "version": event.version, "turn": event.turn, "type": event.type, "at": instant(event.recorded_at),
        "seat": seat, "data": data,
    }  # fmt: skip
