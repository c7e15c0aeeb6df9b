"""The stream of a game against a real server: what it sends, and when it ends."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import jwt
import pytest
from django.test import override_settings

from games import services, store
from games.rules.commands import Play
from games.rules.legality.objections import legal_moves
from players.tokens import Access
from tests.games.api.serving import SECRET_KEY, Client, Server
from tests.games.api.streams.conftest import Duel
from tests.games.api.streams.reading import Message, Stream
from tests.games.children import await_that

pytestmark = pytest.mark.slow


def on_turn(game: str, clients: list[Client]) -> tuple[Client, dict[str, Any]]:
    _, seen = clients[0].send("GET", f"/games/{game}")
    client = clients[seen["on_turn"]]
    return client, client.send("GET", f"/games/{game}")[1]


def page(client: Client, game: str, after: int = 0) -> list[Any]:
    return list(client.send("GET", f"/games/{game}/events?limit=100&after={after}")[1]["items"])


def ending(reason: str) -> Message:
    return Message("end", f'{{"reason":"{reason}"}}'.encode())


def is_version(version: int) -> Callable[[Message], bool]:
    return lambda event: event.id == str(version)


def test_a_stream_is_the_feed_of_its_viewer_to_the_end_of_the_game(server: Server, duel: Duel) -> None:
    game, clients = duel
    viewers = [*clients, Client(server)]
    with ExitStack() as block:
        streams = [block.enter_context(Stream(viewer, f"/games/{game}/stream")) for viewer in viewers]
        _, table = clients[0].send("GET", f"/games/{game}")
        for viewer, stream in zip(viewers, streams, strict=True):
            got = stream.until(is_version(table["version"]))
            assert {event.name for event in got} == {""}
            assert [event.content for event in got] == page(viewer, game)
        answer = streams[0].answer
        assert (answer["content-type"], answer["cache-control"]) == ("text/event-stream", "no-store")
        assert (answer["x-accel-buffering"], "etag" in answer) == ("no", False)
        assert 1_000 <= streams[0].retry <= 5_000

        client, seen = on_turn(game, clients)
        _, made = client.move(game, seen)
        for viewer, stream in zip(viewers, streams, strict=True):
            got = stream.until(is_version(made["table"]["version"]))
            assert [event.content for event in got] == page(viewer, game, seen["version"])

        clients[0].send("POST", f"/games/{game}/resignation", {})
        ends = [stream.rest() for stream in streams]
    assert [end[-1] for end in ends] == [ending("game_over")] * 3
    assert [event.data for event in ends[0]] == [event.data for event in ends[2]], "everybody sees everything"
    resumed = {"after=0": {}, f"after={seen['version']}": {}, "after=1": {"Last-Event-ID": str(seen["version"])}}
    for query, headers in resumed.items():
        with Stream(clients[1], f"/games/{game}/stream?{query}", headers) as again:
            got = again.rest()
        assert [event.content for event in got[:-1]] == page(
            clients[1], game, 0 if query == "after=0" else seen["version"]
        )


def with_token(client: Client, token: str) -> Client:
    """Return the same client with another token."""
    other = copy(client)
    other.token = token
    return other


def token_until(client: Client, timestamp: float) -> str:
    """Return a token of the same session that expires then."""
    end = datetime.fromtimestamp(timestamp, UTC)
    claims = jwt.decode(client.token, options={"verify_signature": False})
    with override_settings(SECRET_KEY=SECRET_KEY):
        player, session = UUID(claims["sub"]), UUID(claims["sid"])
        return Access(player, session, claims["scope"], end - timedelta(minutes=15), end).sign()


def test_a_stream_ends_with_its_token_its_session_its_right_to_watch_and_its_server(server: Server, duel: Duel) -> None:
    game, clients = duel
    left, right = Client(server), Client(server)
    _, waiting = left.send("POST", "/games", {"variant": "mau_mau", "seats": 2, "visibility": "private"})
    stay, erased = Client(server), Client(server)
    soon = with_token(stay, token_until(stay, time.time() + 6))
    with (
        Stream(soon, f"/games/{game}/stream") as expiring,
        Stream(right, f"/games/{game}/stream") as signed_out,
        Stream(right, "/me/stream") as account,
        Stream(erased, "/me/stream") as last,
        Stream(left, f"/games/{waiting['id']}/stream") as gone,
        Stream(clients[0], f"/games/{game}/stream") as full,
    ):
        for stream in (expiring, signed_out, account, last, gone, full):
            assert stream.next()
        _, sessions = right.send("GET", "/me/sessions")
        assert right.send("DELETE", f"/me/sessions/{sessions['items'][0]['id']}")[0] == 204
        assert left.send("DELETE", f"/games/{waiting['id']}/seats/me")[0] == 204
        assert erased.send("DELETE", "/me")[0] == 202
        ends = [stream.rest()[-1] for stream in (gone, expiring, signed_out, account, last)]
        reasons = ["gone", "token_expired", *["session_ended"] * 3]
        assert ends == [ending(reason) for reason in reasons]

        # The oldest stream of an account ends when it has too many.
        with ExitStack() as block:
            others = [block.enter_context(Stream(clients[0], "/me/stream")) for _ in range(3)]
            for other in others:
                assert other.next()
            assert full.rest()[-1] == ending("replaced")
            own = [clients[1], *(Client(server) for _ in range(2))]
            more = [block.enter_context(Stream(one, f"/games/{game}/stream?after=1")) for one in own for _ in range(3)]
            for other in more:
                assert other.next()
            with Stream(stay, "/me/stream") as refused:
                assert (refused.body()["code"], refused.status) == ("streams_full", 503)
                assert 5 <= int(refused.answer["retry-after"]) <= 30
            assert clients[0].send("GET", f"/games/{game}")[0] == 200

            server.process.terminate()
            for stream in (*others, *more):
                assert stream.rest()[-1] == ending("shutdown")
                assert 500 <= stream.retry <= 5_000
    assert server.process.wait(60) is not None


def test_whoever_is_invited_to_a_private_table_hears_it_until_it_starts(server: Server) -> None:
    host, guest, other = (Client(server) for _ in range(3))
    game = host.send("POST", "/games", {"variant": "mau_mau", "seats": 2, "visibility": "private"})[1]["id"]
    with Stream(guest, f"/games/{game}/stream") as refused:
        assert refused.head().status == 404
    for client in (guest, other):
        me = client.send("GET", "/me")[1]["id"]
        assert host.send("POST", f"/games/{game}/invitations", {"player": me})[0] == 201
    with Stream(guest, f"/games/{game}/stream") as stream:
        assert stream.until(is_version(2))
        assert other.send("POST", f"/games/{game}/seats", {})[0] == 201
        assert stream.rest()[-1] == ending("gone")


def test_what_refuses_a_stream_is_a_problem(duel: Duel) -> None:
    game, clients = duel
    nobody, other = with_token(clients[0], ""), with_token(clients[0], "no token")
    old = with_token(clients[0], token_until(clients[0], time.time() - 3_600))
    hidden = clients[0].send("POST", "/games", {"variant": "mau_mau", "seats": 2, "visibility": "private"})[1]["id"]
    stream = f"/games/{game}/stream"
    for client, where, headers, status, code in (
        (nobody, stream, {}, 401, "not_authenticated"),
        (nobody, "/me/stream", {}, 401, "not_authenticated"),
        (other, stream, {}, 401, "token_invalid"),
        (old, stream, {}, 401, "token_expired"),
        (clients[1], f"/games/{hidden}/stream", {}, 404, "not_found"),
        (clients[1], "/games/00000000-0000-7000-8000-000000000000/stream", {}, 404, "not_found"),
        (clients[0], stream, {"Accept": "application/json"}, 406, "not_acceptable"),
        (clients[0], "/me/stream", {"Accept": "application/json"}, 406, "not_acceptable"),
        (clients[0], f"{stream}?after=x", {}, 422, "invalid_fields"),
        (clients[0], f"{stream}?since=1", {}, 422, "invalid_fields"),
        (clients[0], stream, {"Last-Event-ID": "-1"}, 422, "invalid_fields"),
    ):
        with Stream(client, where, headers) as refused:
            assert (refused.body()["code"], refused.status) == (code, status), where
        assert refused.answer["content-type"] == "application/problem+json"
    assert clients[0].send("POST", stream, {})[0] == 405


def lengthen(game: UUID, moves: int) -> None:
    """Play so that nobody goes out."""
    for number in range(moves):
        row = store.find(game)
        assert row
        assert row.on_turn is not None
        state = store.game_of(row)
        sitter, found = state.sitters[row.on_turn], legal_moves(state, row.on_turn)
        assert sitter
        plays = [one for one in found if isinstance(one, Play)]
        draws = [one for one in found if not isinstance(one, Play)]
        is_rich = len(state.table.hands[row.on_turn]) > 5
        move = (plays or draws)[0] if is_rich else (draws or plays)[0]
        key = f"{number}"
        services.make_move(game, move, turn=row.turn, actor=sitter.player, key=key, request_hash=b"")


def test_a_client_that_does_not_read_is_cut_off_and_harms_nobody(duels: Callable[..., Duel]) -> None:
    game, clients = duels(variant="crazy_eights", options={"max_turns": 100_000, "reshuffle": True})
    lengthen(UUID(game), 200)

    def open_now() -> str:
        (line,) = re.findall(r'maumau_streams_open{kind="game"} .*', clients[0].metrics())
        return str(line.split()[1])

    where = f"/games/{game}/stream"
    with Stream(clients[0], where, buffer=2_048) as slow, Stream(clients[1], where) as quick:
        assert slow.head().status == 200
        client, seen = on_turn(game, clients)
        events = quick.until(is_version(seen["version"]))
        assert sum(len(event.data) for event in events) > 100_000, "more than the buffers hold"
        await_that(lambda: open_now() == "1.0", 60)
        _, made = client.move(game, seen)
        quick.until(is_version(made["table"]["version"]))
