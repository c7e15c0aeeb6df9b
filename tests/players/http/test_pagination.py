import base64
import json
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from base.http import pagination
from base.http.pagination import BadCursor, Page, page
from players.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    made = [Player.objects.create(name=name) for name in "abcabcabc"]
    return sorted(made, key=lambda player: player.id)


def read(order: list[str], **query: Any) -> Page[Any]:
    request = Request(APIRequestFactory().get("/", query))
    return page(request, Player.objects.all(), order, lambda player: player.id)


def walk(order: list[str], limit: int) -> list[Any]:
    found: list[Any] = []
    cursor: dict[str, Any] = {}
    while True:
        shown = read(order, limit=limit, **cursor)
        assert len(shown.items) <= limit
        found += shown.items
        if shown.next_cursor is None:
            return found
        cursor = {"cursor": shown.next_cursor}


@pytest.mark.parametrize(
    "order", [["id"], ["-id"], ["name", "id"], ["-name", "id"], ["name", "-id"], ["-created_at", "-id"]]
)
@pytest.mark.parametrize("limit", [1, 2, 3, 9, 100])
def test_pages_are_the_whole_in_order(players: list[Player], order: list[str], limit: int) -> None:  # noqa: ARG001
    assert walk(order, limit) == list(Player.objects.order_by(*order).values_list("id", flat=True))


def test_nothing_is_skipped_or_doubled_when_rows_come_and_go(players: list[Player]) -> None:
    first = read(["id"], limit=4)
    players[0].delete()
    players[3].delete()
    Player.objects.create(name="z")

    rest = read(["id"], limit=100, cursor=first.next_cursor)

    assert [*first.items[1:3], *rest.items] == [player.id for player in Player.objects.order_by("id")]


def test_the_last_page_has_no_cursor(players: list[Player]) -> None:
    assert read(["id"], limit=len(players)).next_cursor is None
    assert read(["id"]).next_cursor is None


def test_a_cursor_of_another_list_is_refused(players: list[Player]) -> None:  # noqa: ARG001
    cursor = read(["id"], limit=1).next_cursor

    with pytest.raises(BadCursor):
        read(["-id"], cursor=cursor)


def cursor_of(order: list[str], *values: str) -> str:
    """Return a forged cursor."""
    content = json.dumps([pagination._tag(Player, order), *values])  # noqa: SLF001  # it is no secret
    return base64.urlsafe_b64encode(content.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "instant",
    [
        "2026-01-01",
        "2026-01-01T00:00:00",
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-23:59",
        "yesterday",
        "2026-13-01T00:00:00Z",
    ],
)
def test_an_instant_that_is_none_is_refused(instant: str) -> None:
    order = ["-created_at", "-id"]

    with pytest.raises(BadCursor):
        read(order, cursor=cursor_of(order, instant, str(uuid4())))


def test_an_instant_of_any_zone_is_read(players: list[Player]) -> None:
    order = ["-created_at", "-id"]

    later = read(order, cursor=cursor_of(order, "9998-12-31T23:59:59-08:00", str(uuid4())))

    assert len(later.items) == len(players)
