"""The stream of an account against a real server."""

from collections.abc import Callable

import psycopg
import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.games.api.serving import END_LISTENERS, Client, Server
from tests.games.api.streams.conftest import Duel
from tests.games.api.streams.reading import Message, Stream
from tests.games.services.noticing import issue

pytestmark = pytest.mark.slow


def named(name: str, game: str | None = None) -> Callable[[Message], bool]:
    return lambda event: event.name == name and game in (None, event.content.get("game"))


def test_an_account_hears_what_happens_in_its_games_and_sees_no_card(
    server: Server, duels: Callable[..., Duel], committed: CommittedDatabase
) -> None:
    clients = [Client(server), Client(server)]
    first, _ = duels(*clients)
    seen = clients[0].send("GET", f"/games/{first}")[1]
    on_turn, other = clients[seen["on_turn"]], clients[1 - seen["on_turn"]]
    seen = on_turn.send("GET", f"/games/{first}")[1]
    with Stream(on_turn, "/me/stream") as own, Stream(other, "/me/stream") as others:
        snapshot, empty = own.next(), others.next()
        assert snapshot
        assert empty
        assert (snapshot.name, snapshot.id, snapshot.content["badge"]) == ("snapshot", "", 1)
        waiting = {name: seen[name] for name in ("turn", "version", "deadline")} | {"game": first, "nonce_due": None}
        assert snapshot.content["waiting"] == [waiting]
        assert (empty.content["badge"], empty.content["waiting"]) == (0, [])

        # Until the other seat is on turn.
        while seen["on_turn"] == seen["you"]["seat"]:
            seen = on_turn.move(first, seen)[1]["table"]
        (turn,) = [event for event in others.until(named("badge")) if event.name == "your-turn"]
        assert turn.content == {**waiting, **{name: seen[name] for name in ("turn", "version", "deadline")}}
        assert own.until(named("badge"))[-1].content == {"badge": 0}

        second, _ = duels(*clients)
        for stream in (own, others):
            started = stream.until(named("game-started"))[-1]
            assert (started.content["game"], list(started.content)) == (second, ["game", "version"])

        # What a lost connection has not heard comes when it is back.
        with psycopg.connect(committed.url, autocommit=True) as wire:
            wire.execute(END_LISTENERS)
        for game in (first, second):
            assert on_turn.send("POST", f"/games/{game}/resignation", {})[0] == 201
        for stream in (own, others):
            over = [stream.until(named("game-over"))[-1].content["game"] for _ in (first, second)]
            assert {*over} == {first, second}
    with Stream(other, "/me/stream") as again:
        snapshot = again.next()
        assert snapshot
        assert snapshot.content["badge"] == 0


def test_an_account_hears_of_notices_invitations_and_rematches(server: Server, duels: Callable[..., Duel]) -> None:
    anna, bert = Client(server), Client(server)
    ended, _ = duels(anna, bert)
    with Stream(bert, "/me/stream") as stream:
        assert stream.next()
        game = anna.send("POST", "/games", {"variant": "mau_mau", "seats": 2})[1]["id"]
        bert_id = bert.send("GET", "/me")[1]["id"]
        made = anna.send("POST", f"/games/{game}/invitations", {"player": bert_id})[1]["id"]
        issue()
        heard = stream.until(named("invitation"))
        assert heard[-1].content == {"invitation": made, "game": game}
        (notice,) = [one.content for one in heard if one.name == "notice" and one.content["kind"] == "invitation"]
        (shown,) = bert.send("GET", "/me/notices?kind=invitation")[1]["items"]
        assert {name: shown[name] for name in notice} == notice

        assert anna.send("POST", f"/games/{ended}/resignation", {})[0] == 201
        status, again = anna.send("POST", f"/games/{ended}/rematch", {})
        assert status == 201, again
        for _ in range(2):  # what was sent is not sent again
            issue()
        heard = stream.until(named("rematch"))
        assert heard[-1].content["game"] == again["id"]
        assert [one.content["kind"] for one in heard if one.name == "notice"].count("rematch") == 1
