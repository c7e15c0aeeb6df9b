"""Every player in an answer has a username, null for guests, and says whether they are a guest."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.projections.registry import catch_up
from players.erasure import erase
from players.models import Player
from tests.games.api.conftest import Caller
from tests.openapi.document import document

_OF_A_PLAYER = "of the player|that others see"


def people(answer: Any) -> Iterator[dict[str, Any]]:
    """Yield each player in an answer."""
    if isinstance(answer, dict):
        if {"id", "name", "guest"} <= answer.keys():
            yield answer
        for part in answer.values():
            yield from people(part)
    elif isinstance(answer, list):
        for part in answer:
            yield from people(part)


def test_each_schema_of_a_player_says_who_it_is() -> None:
    schemas = document()["components"]["schemas"]
    said = [
        name
        for name, schema in schemas.items()
        if "id" in schema.get("properties", {})
        and (field := schema["properties"].get("name"))
        and re.search(_OF_A_PLAYER, field.get("description", ""))
    ]
    assert {"Person", "PlayerProfile", "FoundPlayer", "BlockedPlayer", "Profile"} <= {*said}
    for name in {*said} - {"ErasedAnswer"}:
        assert {"username", "guest"} <= {*schemas[name]["required"]}, name


@pytest.mark.parametrize(
    "where",
    [
        "/games/{game}", "/games/{game}/states", "/me/games", "/games?status=playing", "/players/{anna}", "/me/blocks",
    ],
)  # fmt: skip
def test_answers_tell_guests_from_accounts(anna: Caller, bert: Caller, duel: str, where: str) -> None:
    anna.upgrade()
    bert.raw("PUT", f"/me/blocks/{anna.id}", b"")
    catch_up()

    answer = bert.get(where.format(game=duel, anna=anna.id)).json()

    found = {one["id"]: (one["username"], one["guest"]) for one in people(answer)}

    assert found.get(anna.id) == (f"player-{anna.id[-12:]}", False)
    assert found.get(bert.id, (None, True)) == (None, True)


def test_a_guest_who_gets_an_account_is_none_any_more_to_those_who_have_read_the_table(
    anna: Caller, bert: Caller, duel: str
) -> None:
    etag = bert.get(f"/games/{duel}").headers["ETag"]
    anna.upgrade()

    table = bert.get(f"/games/{duel}", If_None_Match=etag)

    assert table.status_code == 200
    assert [one["guest"] for one in people(table.json())] == [False, True]


def test_who_has_left_is_no_guest(anna: Caller, bert: Caller, ended: Callable[..., str]) -> None:
    game = ended(bert)
    erase(Player.objects.get(id=anna.id).id)

    (left, _) = people(bert.get(f"/games/{game}").json())

    assert (left["name"][:14], left["username"], left["guest"]) == ("Deleted player", None, False)
