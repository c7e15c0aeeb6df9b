"""Somebody stands up between two statements of a request, and another sits down: nobody sees the other's cards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games import services


@contextmanager
def after_the_header(act: Callable[[], None]) -> Iterator[None]:
    """Do *act* once, right after a request has found out who asks and where they sit."""
    left = [act]

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        done = execute(sql, params, many, context)
        if "outages.number" in sql and left:
            left.pop()()
        return done

    with connection.execute_wrapper(watch):
        yield
    assert not left, "the request has looked"


@pytest.fixture
def game(anna: Any) -> str:
    """A table of three, at which anna sits."""
    return str(anna.opens(seats=3)["id"])


@pytest.fixture
def swap(game: str, anna: Any, bert: Any, stranger: Any) -> Callable[..., None]:
    """Bert takes anna's seat, others the rest: the game starts."""

    def seat(third: Any = None) -> None:
        services.take_seat(UUID(game), player=UUID(stranger.id), seat=1)  # a table that all have left is closed
        services.leave_seat(UUID(game), player=UUID(anna.id))
        services.take_seat(UUID(game), player=UUID(bert.id), seat=0)
        if third is not None:
            services.take_seat(UUID(game), player=UUID(third.id), seat=2)

    return seat


def cards(events: Any) -> set[str]:
    """Return all cards that are named in dealt hands of a feed."""
    dealt = [event["data"].get("hands", []) for event in events if event["type"] == "cards-dealt"]
    return {card for hands in dealt for hand in hands for card in hand or []}


@pytest.mark.parametrize("kind", ["application/json", "application/x-ndjson"])
def test_the_feed(game: str, anna: Any, call: Any, swap: Callable[..., None], kind: str) -> None:
    third = call()
    with after_the_header(lambda: swap(third)):
        answer = anna.get(f"/games/{game}/events?limit=100", Accept=kind)

    assert answer.status_code == 200
    assert b"cards-dealt" not in answer.content
    later = anna.feed(game)
    assert "cards-dealt" in [event["type"] for event in later]
    assert cards(later) == set(), "whose seat it is no more sees no hand"


def test_a_check(game: str, anna: Any, bert: Any, call: Any, swap: Callable[..., None]) -> None:
    third = call()
    with after_the_header(lambda: swap(third)):
        answer = anna.checks(game, "draw", 1)

    assert bert.table(game)["turn"] == 1
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


def test_a_repeated_wish(game: str, anna: Any, swap: Callable[..., None]) -> None:
    """Between the look and the act of a move nobody can stand up: both are behind the lock of the game."""
    where = f"/games/{game}/resignation"
    swap(anna)
    first = anna.post(where, {}, Idempotency_Key="k")

    again = anna.post(where, {}, Idempotency_Key="k")

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json()["table"]["you"]["seat"] == 2
