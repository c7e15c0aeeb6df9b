"""Rated games for the tests of standings: real ones, played to their end over HTTP or written as results that wait."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from base.identifiers import uuid7
from games import selectors, services
from games.ladders import Contestant, Kind, Ladder
from games.projections import registry
from games.store import Unrated, put_unrated

SEASON = "2026-10"
LADDER = Ladder("mau_mau", SEASON, Kind.HUMANS)


def noon(day: int, month: int = 11) -> datetime:
    return datetime(2026, month, day, 12, tzinfo=UTC)


def duel(one: Any, other: Any, **wanted: Any) -> str:
    """Let two callers, full accounts from now on, play a rated game until the second resigns; return its id."""
    game = str(one.upgrade().opens(rated=True, **wanted)["id"])
    assert other.upgrade().post(f"/games/{game}/seats", {}).status_code == 201
    decide(game, one, other)
    resigned = other.post(f"/games/{game}/resignation", {}, Idempotency_Key=str(uuid7()))
    assert resigned.json()["table"]["status"] == "over"
    return game


def decide(game: str, *callers: Any) -> None:
    """Play until each of the callers, one a seat, has made a decision."""
    waiting = set(range(len(callers)))
    while waiting:
        table = callers[0].table(game)
        seat, move = table["on_turn"], callers[table["on_turn"]].table(game)["you"]["moves"][0]
        assert callers[seat].moves(game, move, table["turn"]).status_code == 201
        waiting.discard(seat)


def result(
    players: Sequence[Any], at: datetime, *, ladder: Ladder = LADDER, private: bool = False, game: UUID | None = None
) -> UUID:
    """Let a result wait in which the *players* came in as they are told."""
    game = game or uuid7()
    contestants = tuple(Contestant(str(who), place) for place, who in enumerate(players, 1))
    put_unrated(Unrated(game=game, ladder=ladder, ended_at=at, private=private, contestants=contestants))
    return game


def rate() -> None:
    """Rate all that waits, and bring the standings up to date."""
    for ladder in selectors.ladders_waiting():
        while services.rate(ladder):
            pass
    registry.catch_up()
