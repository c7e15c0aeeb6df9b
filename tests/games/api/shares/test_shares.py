"""Share links: whoever has the code sees a private game that is over, and nothing else."""

from collections.abc import Callable, Iterator
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import connection

from base.identifiers import uuid7
from games.db import rows
from games.services import shares
from players import sessions
from players.models import Player, Scope
from tests.games.api.conftest import Caller

READ: Final = ("", "/rules", "/events", "/digest", "/states", "/states/3", "/states/3?seat=all", "/fairness", "/record")
"""What can be read of a game."""


@pytest.fixture
def over(ended: Callable[..., str]) -> str:
    return ended(visibility="private")


def shared(caller: Caller, game: str) -> dict[str, Any]:
    answer = caller.raw("PUT", f"/games/{game}/share", b"")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def seen(caller: Caller, game: str, code: str) -> Iterator[int]:
    """Yield how each request is answered that reads the game with the code."""
    for where in READ:
        yield caller.get(f"/games/{game}{where}", Share_Code=code).status_code


def test_whoever_has_the_link_looks_back_at_the_game(over: str, anna: Caller, stranger: Caller, nobody: Caller) -> None:
    link = shared(anna, over)

    assert link["url"].endswith(f"/g/{over}#share={link['code']}")
    for caller in (stranger, nobody):
        assert {*seen(caller, over, link["code"])} == {200}
    table = nobody.get(f"/games/{over}", Share_Code=link["code"]).json()
    assert (table["status"], table["you"]) == ("over", None)
    open_cards = nobody.get(f"/games/{over}/states?seat=all&limit=100", Share_Code=link["code"]).json()["items"]
    assert any(seat["hand"] for seat in open_cards[-2]["seats"])


def test_without_the_right_code_there_is_no_game(
    over: str, ended: Callable[..., str], anna: Caller, stranger: Caller, nobody: Caller
) -> None:
    code = shared(anna, over)["code"]
    other = ended(visibility="private")
    of_other = shared(anna, other)["code"]

    for wrong in ("", "nonsense", code[:-1], code + "=", code.swapcase(), of_other, "\u00fc"):
        assert {*seen(nobody, over, wrong)} == {401}, wrong
        assert {*seen(stranger, over, wrong)} == {404}, wrong
    assert nobody.get(f"/games/{over}").status_code == 401


def test_a_link_that_was_taken_back_opens_nothing(
    over: str, anna: Caller, bert: Caller, stranger: Caller, nobody: Caller
) -> None:
    """Every player of the game may take it back, also a link that another one made."""
    code = shared(anna, over)["code"]
    etag = nobody.get(f"/games/{over}/states", Share_Code=code).headers["ETag"]

    assert [bert.delete(f"/games/{over}/share").status_code for _ in range(2)] == [204, 204]

    assert {*seen(nobody, over, code)} == {401}
    assert {*seen(stranger, over, code)} == {404}
    assert nobody.get(f"/games/{over}/states", Share_Code=code, If_None_Match=etag).status_code == 401
    assert anna.get(f"/games/{over}/share").json() == {"code": None, "url": None, "created_at": None}
    fresh = shared(anna, over)["code"]
    assert fresh != code
    assert {*seen(nobody, over, code)} == {401}
    assert {*seen(nobody, over, fresh)} == {200}


def test_a_game_has_one_link_which_its_players_can_look_up(over: str, anna: Caller, bert: Caller) -> None:
    made = shared(anna, over)

    assert shared(anna, over) == shared(bert, over) == bert.get(f"/games/{over}/share").json() == made
    assert rows("SELECT count(*) FROM share_link") == [(1,)]


def test_only_the_code_in_the_link_opens_it_and_not_what_is_stored(over: str, anna: Caller, nobody: Caller) -> None:
    code = shared(anna, over)["code"]

    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(l)::text FROM share_link AS l")
        ((stored,),) = cursor.fetchall()
    assert code not in stored
    ((link, digest),) = rows("SELECT id, digest FROM share_link")
    for known in (str(link), bytes(digest).hex(), over):
        assert {*seen(nobody, over, known)} == {401}


def test_a_game_that_runs_is_not_shared(anna: Caller, nobody: Caller) -> None:
    game = anna.opens(seats=2, bots=["novice"], visibility="private")["id"]

    refused = anna.raw("PUT", f"/games/{game}/share", b"")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
    code = shares.make(UUID(game)).code  # even if there were a link
    assert {*seen(nobody, game, code)} == {401}


def test_a_link_gives_no_right_but_to_read(over: str, anna: Caller, stranger: Caller, nobody: Caller) -> None:
    code = shared(anna, over)["code"]

    for caller, refused in ((stranger, 403), (nobody, 401)):
        for method in ("GET", "PUT", "DELETE"):
            answer = caller.raw(method, f"/games/{over}/share", b"", Share_Code=code)
            assert answer.status_code == refused, (method, answer.content)
        asked = caller.post(f"/games/{over}/rematch", {}, Share_Code=code, Idempotency_Key=str(uuid7()))
        assert asked.status_code == refused
    assert {*seen(nobody, over, code)} == {200}


def test_who_may_not_see_the_game_learns_nothing_of_its_link(
    over: str, anna: Caller, stranger: Caller, nobody: Caller
) -> None:
    shared(anna, over)

    for caller, refused in ((stranger, 404), (nobody, 401)):
        for method in ("GET", "PUT", "DELETE"):
            real, none = (caller.raw(method, f"/games/{game}/share", b"") for game in (over, str(uuid7())))
            assert (real.status_code, real.content) == (refused, none.content), method
    assert anna.get(f"/games/{over}/share").json()["code"]


@pytest.mark.parametrize("scope", [Scope.BOT, Scope.PLAY, Scope.READ])
def test_tokens_of_bots_and_apps_make_no_link(over: str, anna: Caller, scope: Scope) -> None:
    _, pair = sessions.begin(Player.objects.get(id=UUID(anna.id)), scope=scope)
    program = Caller(tokens={"access": pair.access})

    for method in ("GET", "PUT", "DELETE"):
        assert program.raw(method, f"/games/{over}/share", b"").status_code == 403


def test_a_link_outlives_a_change_of_the_key(over: str, anna: Caller, nobody: Caller, settings: Any) -> None:
    old = shared(anna, over)["code"]

    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 60
    assert shares.link_of(UUID(over)) == shares.make(UUID(over))
    assert shares.make(UUID(over)).code == old
    settings.SECRET_KEY_FALLBACKS = []
    assert shares.link_of(UUID(over)) is None
    assert {*seen(nobody, over, old)} == {200}, "it opens the game, although nobody can look it up"
    assert shares.make(UUID(over)).code != old
    assert {*seen(nobody, over, old)} == {401}
