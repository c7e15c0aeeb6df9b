"""A stranger who has read the source tries everything on everything that belongs to somebody else.

What other tests try is not repeated here: private games by strangers (`test_private_games`), who knows what about cards
(`secrecy`), forged and expired tokens (`tests/players/test_access.py`, `test_refresh.py`), OAuth redirects, codes and
secrets (`tests/players/oauth`), forms and frames (`tests/players/pages`), bad values of all fields (`test_bad_input`),
addresses of webhooks that lead inside (`tests/games/webhooks`), rate limits and addresses of proxies
(`tests/players/http`), and blocks at tables, in invitations and in rematches (`lobby`, `invitations`).
"""

import json
from typing import Any, Final

import pytest

from players.models import Scope
from tests.games.api.attacks.things import PRIVATE, UNKNOWN, everything_of, operations, stored, with_token
from tests.games.api.conftest import Caller

PUBLIC: Final = {
    "/games/<game>": "the game decides who sees it",
    "/leaderboards/<key>": "everybody may read it",
    "/leaderboards/<key>/around-me": "it shows those around the caller",
    "/me/blocks/<player>": "a block of the caller's own",
    "/me/devices/<installation_id>": "a device of the caller's own",
    "/players/<player>": "everybody may read it",
    "/players/<player>/games": "it leaves out private games",
    "/players/<player>/head-to-head/<other>": "everybody may read it",
    "/players/<player>/ratings": "everybody may read it",
    "/players/<player>/ratings.svg": "everybody may read it",
    "/players/<player>/stats": "everybody may read it",
    "/problems/<code>": "everybody may read it",
    "/puzzles/<puzzle>": "everybody may read it",
    "/puzzles/<puzzle>/attempts": "an attempt of the caller's own",
    "/rulesets/<content>": "everybody may read it",
    "/rulesets/<content>/examples": "everybody may read it",
    "/variants/<key>": "everybody may read it",
}
"""The addresses with a parameter that names nothing of anybody, and why."""


def test_every_address_with_a_parameter_is_tried_or_public() -> None:
    """A new address fails here until its parameter is in PRIVATE, and somebody has one of it, or it is in PUBLIC."""
    missing = {one.route for one in operations() if not one.names & PRIVATE} - PUBLIC.keys()

    assert missing == set()
    assert {name for one in operations() for name in one.names & PRIVATE} == PRIVATE


def shown(answer: Any) -> Any:
    headers = {name: value for name, value in answer.headers.items() if not name.startswith(("X-Request", "RateLimit"))}
    return answer.status_code, headers, answer.content


@pytest.fixture
def owner(anna: Caller) -> Caller:
    return anna.upgrade()


def attackers(owner: Caller, stranger: Caller, blocked: Caller) -> dict[str, Caller]:
    for one in (stranger, blocked):
        one.upgrade()
    assert owner.raw("PUT", f"/me/blocks/{blocked.id}", b"").status_code == 204
    return {
        "stranger": stranger,
        "blocked": blocked,
        "bot": with_token(stranger, Scope.BOT),
        "app": with_token(stranger, Scope.PLAY),
        "reading app": with_token(stranger, Scope.READ),
        "nobody": Caller(),
    }


@pytest.mark.parametrize("status", ["waiting", "playing"])
def test_nobody_else_reaches_it_or_learns_that_it_exists(
    owner: Caller, bert: Caller, stranger: Caller, call: Any, status: str
) -> None:
    game = str(owner.opens(seats=2, visibility="private")["id"])
    ids = everything_of(owner, bert, game=game)
    if status == "playing":
        assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    others = attackers(owner, stranger, call())
    unknown = {name: UNKNOWN if name in PRIVATE else value for name, value in ids.items()}
    before = stored()

    for operation in operations():
        if not operation.names & PRIVATE or (status == "playing" and "game" not in operation.names):
            continue
        for name, caller in others.items():
            answers = []
            for these in (ids, unknown):
                key = {"Idempotency_Key": these["game"]} if operation.method == "POST" else {}
                where = operation.path(these)
                if operation.method in ("POST", "PATCH"):
                    answers.append(caller.raw(operation.method, where, _json(operation.body), **key))
                else:
                    answers.append(caller.raw(operation.method, where, b""))
            real, none = map(shown, answers)
            assert real == none, (operation, name)
            refused = {401} if name == "nobody" else {403, 404}
            if operation.route == "/invitations/<invitation>" and operation.method == "GET":
                refused = {404}  # whoever has the code of a link may read it
            assert real[0] in refused, (operation, name, real)

    assert {name for name, digest in stored().items() if before[name] != digest} == set()


def test_own_bots_and_apps_do_not_change_the_account(owner: Caller, bert: Caller) -> None:
    game = str(owner.opens(seats=2)["id"])
    ids = everything_of(owner, bert, game=game)
    programs = [with_token(owner, scope) for scope in (Scope.BOT, Scope.PLAY, Scope.READ)]
    before = stored()

    for operation in operations():
        if operation.names & {"webhook", "app", "session_id", "export_id"} or operation.route == "/me/blocks/<player>":
            where = operation.path({**ids, "player": bert.id})
            for caller in programs:
                assert caller.raw(operation.method, where, b"").status_code == 403, (operation, where)

    assert stored() == before


def test_nobody_takes_over_a_device_by_its_id(owner: Caller, stranger: Caller) -> None:
    where = f"/me/devices/{UNKNOWN}"
    assert owner.raw("PUT", where, _json({"kind": "fcm", "token": "a token of the owner"})).status_code == 200
    before = owner.get("/me/devices").content

    assert stranger.delete(where).status_code == 404
    assert stranger.raw("PUT", where, _json({"kind": "fcm", "token": "another token"})).status_code == 200
    assert stranger.delete(where).status_code == 204

    assert owner.get("/me/devices").content == before


def test_who_has_no_seat_changes_nothing_at_a_public_table(anna: Caller, bert: Caller, stranger: Caller) -> None:
    waiting = str(anna.opens(seats=3)["id"])
    playing = str(anna.opens(seats=2)["id"])
    assert bert.post(f"/games/{playing}/seats", {}).status_code == 201
    before = stored()

    for operation in operations():
        # Whoever may see a table may sit down, or report a note that is there.
        may_do = operation.route.endswith(("/seats", "/report"))
        if "game" not in operation.names or operation.method == "GET" or may_do:
            continue
        for game in (waiting, playing):
            where = operation.path({"game": game, "proposal": "1", "version": "1"})
            answer = stranger.raw(operation.method, where, _json(operation.body), Idempotency_Key=game)
            assert answer.status_code in (403, 409), (operation, answer.content)

    assert stored() == before


def _json(body: Any) -> bytes:
    return json.dumps(body).encode()
