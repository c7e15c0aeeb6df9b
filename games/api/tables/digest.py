"""What happened in a game, as codes and as sentences in a language."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final

from msgspec import Meta

from base.http.answers import Answer, NextCursor, TimestampText
from base.sql.statements import Statement
from games.api.header import Header, people_with
from games.api.profiles import names_among
from games.api.tables.event_reference import typed_data
from games.api.tables.feed import read_by
from games.api.variants import rulesets
from games.digest import STEP, Speech, opening, page
from games.log.read import around, read
from games.log.stored_event import StoredEvent
from games.rules.game import Status

_STEPS: Final = 4
"""After so many steps there are nearly always as many lines as a page has."""


class DigestLine(Answer, frozen=True):
    """Something that happened, as a code and as a sentence."""

    version: Annotated[int, Meta(description="The version of the event.")]
    turn: Annotated[int, Meta(description="The number of the decision that was due when it happened.")]
    at: Annotated[TimestampText, Meta(description="When it happened.")]
    seat: Annotated[int | None, Meta(description="The seat that it is about. Null if it is about none.")]
    code: Annotated[str, Meta(description="The type of the event.")]
    data: Annotated[Mapping[str, Any], Meta(description="The data of the event, as in the feed.")]
    text: Annotated[str, Meta(description="What happened, as a sentence.")]
    seconds: Annotated[
        int | None,
        Meta(description="How long the decision took that led to it. Null if no decision did."),
    ]
    by_clock: Annotated[bool, Meta(description="Whether the clock moved for the seat.")]


class DigestPage(Answer, frozen=True):
    """A page of what happened in a game."""

    lang: Annotated[str, Meta(description="The language of the sentences.")]
    items: Annotated[list[DigestLine], Meta(description="What happened, in order.")]
    next_cursor: NextCursor


def events_near(seen: Header, since: int) -> Statement:
    """Return the SQL of the events that `digest_page` nearly always needs for the lines after version *since*."""
    since = min(since, seen.version)
    return around(seen.id, first=STEP, after=since - STEP, until=since + _STEPS * STEP + 1)


def digest_page(seen: Header, language: str, *, since: int, limit: int, near: Sequence[StoredEvent] = ()) -> DigestPage:
    """Return the first *limit* lines after version *since*, up to the version of the header.

    The cost does not grow with the game: only its opening and the part from shortly before *since* are read. Events
    that are *near* were read already.
    """
    since, known = min(since, seen.version), {event.version: event for event in near}

    def read_feed(after: int, most: int) -> list[dict[str, Any]]:
        # Not beyond the version of the header: later, another player may sit in the seat of the caller.
        count = max(0, min(most, seen.version - after))
        events = [known[version] for version in range(after + 1, after + 1 + count) if version in known]
        if len(events) < count:
            events = read(seen.id, after=after, limit=count)
        return read_by(events, seen.viewer, over=seen.status == Status.OVER)

    opened = opening(read_feed)
    began = opened[0]["data"]
    rules = rulesets.of(began["ruleset"]).ruleset(began["seats"], began["options"])
    players = [event["data"]["player"] for event in opened if event["type"] == "seat-taken"]
    speech = Speech(language, rules.sections.deck.pack, names_among(people_with(seen, players)))
    lines = page(read_feed, opened, speech, since=since, most=limit + 1)
    more = str(lines[limit - 1].version) if len(lines) > limit else None
    items = [DigestLine(**{**asdict(line), "data": typed_data(line.code, dict(line.data))}) for line in lines[:limit]]
    return DigestPage(lang=language, items=items, next_cursor=more)
