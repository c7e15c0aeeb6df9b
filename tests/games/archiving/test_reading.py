"""Whoever reads a game that has left the log gets the same bytes; if its file cannot be had, a 503 and no fault."""

import json
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import connection

from games import archiving, store
from games.log import archive
from games.log.read import read
from games.selectors import exports as exportable
from games.services import exports
from players.erasure import erase
from tests.games.api.conftest import Caller, anna, bert, ended, rules, stranger, unhurried
from tests.games.archiving.played import cover, in_log, settle

__all__ = ["anna", "bert", "ended", "rules", "stranger", "unhurried"]

pytestmark = pytest.mark.django_db

OF_GAME: Final = (
    "", "?since=0", "/rules", "/events", "/events?after=5&limit=3", "/events?after={last}", "/states", "/states/1",
    "/states/7", "/states?after=3&limit=2&seat=all", "/states/{last}?seat=1", "/digest", "/digest?since=4", "/fairness",
    "/record",
)  # fmt: skip
OTHERS: Final = (
    "/me/games", "/players/{anna}", "/players/{anna}/games", "/players/{anna}/stats", "/records?player={anna}",
    "/players/{anna}/head-to-head/{bert}", "/leaderboards",
)  # fmt: skip


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games be exported at once: nobody waits for a minute in a test."""
    monkeypatch.setattr(exportable, "SETTLED", 0)


@pytest.fixture
def game(anna: Caller, bert: Caller) -> str:
    """A game that is over, of which anna made the first move with the key ``first``."""
    duel = str(anna.opens()["id"])
    assert bert.post(f"/games/{duel}/seats", {}).status_code == 201
    for number in range(12):
        who = anna if anna.table(duel)["you"]["moves"] else bert
        table = who.table(duel)
        moves = [move for move in table["you"]["moves"] if move != "resign"]
        assert who.moves(duel, moves[0], table["turn"], key=f"key-{number:032}").status_code == 201
    assert bert.post(f"/games/{duel}/resignation", Idempotency_Key="b" * 32).status_code == 201
    cover(UUID(duel))
    settle()
    return duel


def last(game: str) -> int:
    row = store.find(UUID(game))
    assert row
    return row.version


def answers(callers: dict[str, Caller], game: str) -> dict[str, tuple[int, str | None, Any]]:
    """Return what everybody gets of the game: status, ETag and body, without the time of the answer."""
    found = {}
    names = {"last": last(game), "anna": callers["anna"].id, "bert": callers["bert"].id}
    for name, caller in callers.items():
        for path in (*(f"/games/{game}{one}" for one in OF_GAME), *OTHERS):
            for kind in ("application/json", "application/x-ndjson", "text/plain"):
                answer = caller.get(path.format(**names), Accept=kind)
                body = answer.content
                if answer.headers.get("Content-Type") == "application/json" and answer.status_code == 200:
                    body = {key: value for key, value in json.loads(body).items() if key != "server_time"}
                found[f"{name} {path} {kind}"] = (answer.status_code, answer.headers.get("ETag"), body)
    return found


def pictures(caller: Caller, game: str) -> list[tuple[int, bytes]]:
    found = []
    for path in (f"/g/{game}", f"/g/{game}/preview.png", f"/g/{game}/end.gif", f"/embed/{game}"):
        answer: Any = caller.http.get(path)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found.append((answer.status_code, body))
    return found


@pytest.mark.usefixtures("folder")
def test_everybody_gets_the_same_of_an_archived_game(anna: Caller, bert: Caller, stranger: Caller, game: str) -> None:
    callers = {"anna": anna, "bert": bert, "stranger": stranger}
    before, shown = answers(callers, game), exports.document_of(UUID(anna.id))["games"]
    drawn = pictures(anna, game)
    assert {status for status, _, _ in before.values()} == {200, 406}
    assert archiving.sweep(0, seconds=60) >= 1
    assert in_log(UUID(game)) == 0

    assert answers(callers, game) == before
    assert exports.document_of(UUID(anna.id))["games"] == shown
    assert pictures(anna, game) == drawn
    # Without the state that is kept beside the log, the fold of the file gives the same.
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM game_state; DELETE FROM snapshot")
    assert answers(callers, game) == before


@pytest.mark.usefixtures("folder")
def test_an_archived_game_refuses_moves_and_knows_its_keys(anna: Caller, bert: Caller, game: str) -> None:
    first = anna if "anna" in first_mover(anna, game) else bert
    asked = [(first, "key-" + "0" * 32), (first, "another-" + "0" * 32)]

    def said() -> list[tuple[int, Any]]:
        found = []
        for who, key in asked:
            answer = who.moves(game, first_move(game), first_turn(game), key=key)
            found.append((answer.status_code, without_time(answer.json())))
        answer = anna.post(f"/games/{game}/resignation", Idempotency_Key="c" * 32)
        return [*found, (answer.status_code, answer.json())]

    before = said()
    assert [status for status, _ in before][1:] == [409, 409]
    archiving.archive_game(UUID(game), days=0)
    archive.forget()
    assert said() == before


def first_mover(anna: Caller, game: str) -> str:
    (actor, *_) = _first(game)
    return "anna" if actor == anna.id else "bert"


def first_move(game: str) -> str:
    return _first(game)[1]


def first_turn(game: str) -> int:
    return int(_first(game)[2])


def _first(game: str) -> tuple[str, str, int]:
    one = next(one for one in read(UUID(game)) if one.key == "key-" + "0" * 32 and one.command)
    return one.actor, one.command.split(" ", 1)[1] if one.command else "", one.turn


def without_time(body: Any) -> Any:
    if isinstance(body, dict):
        return {key: without_time(value) for key, value in body.items() if key != "server_time"}
    return body


NEEDS_FILE: Final = ("/events", "/states", "/states/3", "/digest", "/fairness", "/record", "?since=0")


@pytest.mark.parametrize("fault", ["lost", "changed", "a storage that fails"])
def test_a_file_that_cannot_be_had_is_a_503(folder: Path, anna: Caller, game: str, fault: str) -> None:
    at = archiving.archive_game(UUID(game), days=0)
    archive.forget()
    file = folder / at.file
    content = file.read_bytes()
    file.unlink()
    if fault == "changed":
        file.write_bytes(content[:-1])
    elif fault == "a storage that fails":
        file.mkdir()
    for path in NEEDS_FILE:
        answer = anna.get(f"/games/{game}{path}")
        assert answer.status_code == 503, path
        assert answer.json()["code"] == "archive_unavailable"
        assert answer.headers["Retry-After"] == "60"
    assert anna.get("/records?player=" + anna.id).status_code == 503
    # What is kept beside the log needs no file.
    assert anna.get(f"/games/{game}").status_code == 200
    assert anna.get(f"/players/{anna.id}/games").status_code == 200
    assert anna.moves(game, "draw", 99).status_code == 409
    if file.is_dir():
        file.rmdir()
    file.write_bytes(content)
    assert {anna.get(f"/games/{game}{path}").status_code for path in NEEDS_FILE} == {200}


@pytest.mark.usefixtures("folder")
def test_an_erased_player_is_gone_from_an_archived_game(anna: Caller, bert: Caller, game: str) -> None:
    at = archiving.archive_game(UUID(game), days=0)
    shown = bert.get(f"/games/{game}").json()["seats"]
    name = erase(UUID(anna.id)).name
    seats = bert.get(f"/games/{game}").json()["seats"]
    assert seats != shown
    assert name in json.dumps(seats)
    assert name in bert.get(f"/games/{game}/record").content.decode()
    # The file has ids only.
    raw = archive.contents_of(at)
    assert anna.id in {one.event.public.get("player") for one in raw.lines}
    assert not any(word in repr(raw) for word in ("Guest", bert.tokens["player"]["name"]))
