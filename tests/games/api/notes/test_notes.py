"""Notes at moves of games that are over: written by players, read by whoever may see the game, hidden by the host."""

import json
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

import pytest
from django.test import Client

from base.identifiers import uuid7
from games.db import rows
from games.log.read import read
from games.services import erasures, exports
from games.services.notes import LONGEST, MOST
from players.erasure import erase
from players.models import Player
from tests.games.api.conftest import Caller

TEXT: Final = "I should have kept the jack 🂫."


@pytest.fixture
def over(ended: Callable[..., str]) -> str:
    return ended()


def write(caller: Caller, game: str, version: int = 3, text: Any = TEXT) -> Any:
    return caller.raw("PUT", f"/games/{game}/notes/{version}", json.dumps({"text": text}).encode())


def shown(caller: Caller, game: str, **headers: str) -> list[dict[str, Any]]:
    answer = caller.get(f"/games/{game}/notes", **headers)
    assert answer.status_code == 200, answer.content
    return list(answer.json()["items"])


def texts(caller: Caller, game: str) -> list[str]:
    return [note["text"] for note in shown(caller, game)]


def test_a_player_writes_changes_and_deletes_a_note(over: str, anna: Caller, bert: Caller, nobody: Caller) -> None:
    before = [one.hash for one in read(UUID(over))]
    first = write(anna, over).json()
    write(bert, over, 2, "A draw would have been better.")

    assert [(note["version"], note["seat"], note["text"]) for note in shown(nobody, over)] == [
        (2, 1, "A draw would have been better."), (3, 0, TEXT),
    ]  # fmt: skip
    assert shown(nobody, over)[1] == first
    assert first["player"]["id"] == anna.id
    changed = write(anna, over, text="  No, it was right.  ").json()
    assert (changed["text"], changed["created_at"]) == ("No, it was right.", first["created_at"])
    assert changed["changed_at"] > first["changed_at"]
    assert [anna.delete(f"/games/{over}/notes/3").status_code for _ in range(2)] == [204, 204]
    assert texts(nobody, over) == ["A draw would have been better."]
    assert [one.hash for one in read(UUID(over))] == before, "no note is an event"


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST + 1), "two\nlines", "a\u0000b", 7, None])
def test_what_is_no_note_is_refused_and_stores_nothing(over: str, anna: Caller, text: Any) -> None:
    assert write(anna, over, text=text).status_code == 422
    assert rows("SELECT FROM note") == []


@pytest.mark.parametrize("version", [0, 10**9, 2**31, 2**70])
def test_a_version_that_does_not_exist_has_no_note(over: str, anna: Caller, version: int) -> None:
    assert write(anna, over, version).status_code == 404
    assert anna.delete(f"/games/{over}/notes/{version}").status_code == 204
    assert anna.raw("PUT", f"/games/{over}/notes/{version}/{anna.id}/report", b"").status_code == 404


def test_nobody_writes_while_the_game_runs(duel: str, anna: Caller) -> None:
    refused = write(anna, duel)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
    assert shown(anna, duel) == []


def test_only_players_write(over: str, anna: Caller, stranger: Caller, nobody: Caller) -> None:
    write(anna, over)

    assert write(stranger, over).json()["code"] == "not_seated"
    assert stranger.delete(f"/games/{over}/notes/3").status_code == 403
    assert write(nobody, over).status_code == 401
    assert texts(stranger, over) == [TEXT]


def test_notes_at_a_private_game_are_for_those_who_see_it(
    ended: Callable[..., str], anna: Caller, bert: Caller, stranger: Caller, nobody: Caller
) -> None:
    game = ended(visibility="private")
    write(bert, game)

    assert stranger.get(f"/games/{game}/notes").status_code == 404
    assert stranger.raw("PUT", f"/games/{game}/notes/3/{bert.id}/report", b"").status_code == 404
    assert nobody.get(f"/games/{game}/notes").status_code == 401
    code = anna.raw("PUT", f"/games/{game}/share", b"").json()["code"]
    assert [note["text"] for note in shown(nobody, game, Share_Code=code)] == [TEXT]


def test_a_player_has_so_many_notes_at_a_game(over: str, anna: Caller, bert: Caller) -> None:
    rows(
        "INSERT INTO note (id, game, version, player, text)"
        " SELECT gen_random_uuid(), %s, 100 + n, %s, 'x' FROM generate_series(1, %s) AS n",
        [over, anna.id, MOST - 1],
    )
    assert write(anna, over).status_code == 200

    refused = write(anna, over, 2)

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_notes")
    assert write(anna, over, text="Changed.").status_code == 200
    assert write(bert, over, 2).status_code == 200


def test_who_is_blocked_is_not_read(over: str, anna: Caller, bert: Caller, stranger: Caller) -> None:
    write(anna, over)
    write(bert, over)

    assert anna.raw("PUT", f"/me/blocks/{bert.id}", b"").status_code < 300

    assert len(shown(anna, over)) == len(shown(bert, over)) == 1
    assert len(shown(stranger, over)) == 2


def test_the_host_hides_a_note_that_was_reported_and_shows_it_again(
    over: str, anna: Caller, stranger: Caller, nobody: Caller
) -> None:
    write(anna, over)
    where = f"/games/{over}/notes/3/{anna.id}/report"
    assert [stranger.raw("PUT", where, b"").status_code for _ in range(2)] == [204, 204]
    assert nobody.raw("PUT", where, b"").status_code == 401
    assert stranger.raw("PUT", f"/games/{over}/notes/2/{anna.id}/report", b"").status_code == 404
    host = Client()
    host.force_login(Player.objects.create_superuser("host", "correct horse battery"))
    ((note,),) = rows("SELECT id FROM note WHERE reported_at IS NOT NULL")
    assert "Hide it" in host.get(f"/admin/games/note/{note}/change/").content.decode()

    page = host.post(f"/admin/games/note/{note}/hide/", follow=True).content.decode()

    assert "Hid the note." in page
    assert texts(nobody, over) == texts(stranger, over) == []
    assert [(one["text"], one["hidden"]) for one in shown(anna, over)] == [(TEXT, True)]
    assert stranger.raw("PUT", where, b"").status_code == 404
    assert write(anna, over, text="Again.").json()["code"] == "note_hidden"
    assert anna.delete(f"/games/{over}/notes/3").status_code == 204
    assert write(anna, over, text="Again.").json()["code"] == "note_hidden", "the place stays taken"
    assert shown(anna, over) == []
    rows("UPDATE note SET text = %s", [TEXT])
    assert "Showed the note again." in host.post(f"/admin/games/note/{note}/show/", follow=True).content.decode()
    assert texts(nobody, over) == [TEXT]
    assert rows("SELECT reported_at FROM note") == [(None,)]


def test_only_staff_who_may_change_notes_hide_them(over: str, anna: Caller) -> None:
    write(anna, over)
    ((note,),) = rows("SELECT id FROM note")
    staff = Client()
    staff.force_login(Player.objects.create(username="staff", is_staff=True))

    for act in ("hide", "show"):
        assert staff.post(f"/admin/games/note/{note}/{act}/").status_code == 403
        assert staff.get(f"/admin/games/note/{note}/{act}/").status_code == 405
    assert rows("SELECT hidden_at FROM note") == [(None,)]


def test_notes_are_exported_and_go_with_their_player(over: str, anna: Caller, bert: Caller) -> None:
    write(anna, over)
    write(bert, over, text="Thanks!")
    (own,) = exports.document_of(UUID(anna.id))["account"]["note"]
    assert (own["game"], own["version"], own["text"]) == (UUID(over), 3, TEXT)

    erase(UUID(anna.id))
    erasures.erase_next()

    assert texts(bert, over) == ["Thanks!"]


def test_a_game_that_does_not_exist_has_no_notes(anna: Caller) -> None:
    game = str(uuid7())
    assert anna.get(f"/games/{game}/notes").status_code == 404
    assert write(anna, game).status_code == 404
