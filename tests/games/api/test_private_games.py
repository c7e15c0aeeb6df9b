"""Who may not see a private game gets the same answer at every address as for a game that does not exist."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from base.identifiers import uuid7
from games.services import invitations

UNKNOWN: Final = "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"
BODIES: Final[dict[str, Any]] = {
    "moves": {"turn": 1, "move": "draw"},
    "moves/check": {"turn": 1, "move": "draw"},
    "bots": {"level": "novice"},
    "nonces": {"nonce": "tulip"},
}
"""The bodies of requests that need one."""


def addresses(patterns: list[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every address below the API that has the id of a game, and its view."""
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, route)
        elif isinstance(one, URLPattern) and "<uuid:game>" in route and route.startswith("api/v1/"):
            yield route.removeprefix("api/v1").replace("<int:version>", "1"), one.callback


def asked() -> list[tuple[str, str]]:
    """Return the method and the address of all operations on a game."""
    every = [*addresses(get_resolver().url_patterns)]
    methods = ("get", "post", "delete")
    return [(one.upper(), route) for route, view in every for one in methods if hasattr(view.cls, one)]


@pytest.mark.parametrize("status", ["waiting", "playing", "over"])
def test_a_stranger_learns_nothing(anna: Any, bert: Any, stranger: Any, nobody: Any, status: str) -> None:
    game = str(anna.opens(seats=2, visibility="private")["id"])
    invitations.invite(UUID(game), maker=UUID(anna.id), player=UUID(bert.id))
    if status != "waiting":
        assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    if status == "over":
        assert bert.post(f"/games/{game}/resignation", Idempotency_Key=str(uuid7())).status_code == 201
        assert anna.table(game)["status"] == "over"

    operations = asked()

    assert len(operations) >= 18
    for method, route in operations:
        tail = route.partition("<uuid:game>")[2].strip("/")
        answers = []
        for one in (game, UNKNOWN):
            where = route.replace("<uuid:game>", one)
            for caller in (stranger, nobody):
                body = b"" if method != "POST" else BODIES.get(tail, {})
                key = {"Idempotency_Key": f"{tail}{one}"[-40:]} if method == "POST" else {}
                sent = caller.post(where, body, **key) if method == "POST" else caller.raw(method, where, b"")
                answers.append(sent)
        shown = [(one.status_code, one.content) for one in answers]
        assert shown[:2] == shown[2:], (method, route)
        assert [one.status_code for one in answers] == [404, 401, 404, 401], (method, route, shown)


def test_no_list_of_others_has_a_private_game(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    game = ended(visibility="private")

    for where in (
        "/games", "/games?status=playing", f"/players/{anna.id}/games", f"/players/{anna.id}/stats",
        f"/players/{anna.id}/ratings", f"/players/{anna.id}", f"/players/{anna.id}/head-to-head/{bert.id}",
        f"/records?player={anna.id}", "/me/games", "/me/invitations",
    ):  # fmt: skip
        answer = stranger.get(where)
        assert answer.status_code == 200, where
        assert game not in answer.content.decode(), where
