"""What players do around their moves, over HTTP: rated games, ladders, invitations, an export, and an erasure.

These are the requests that read all shards of the log, or what lies beside it.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from games.client.http import accepted
from tests.benchmarks.service import Player
from tests.games.children import await_that

GAMES: Final = 2
"""Rated games."""
MOVES: Final = 4
"""The moves of each player in a rated game, at most. Then one resigns."""
_VARIANT: Final = "mau_mau"
_PASSWORD: Final = "correct horse battery staple"  # noqa: S105 - of a test
_RANDOM: Final = Random(67)


def live(url: str, patience: float) -> Iterator[tuple[str, str]]:
    """Let two players with accounts do all of it, and a guest sit with them. Yield what was seen.

    Raises Refused if the service refuses a request, and AssertionError if an answer is wrong, or does not come for
    *patience* seconds.
    """
    anna, bert, guest = (Player(url, patience=patience) for _ in range(3))
    name = _upgrade(bert)
    _upgrade(anna)
    for _ in range(GAMES):
        _play_rated((anna, bert))
    board = f"/leaderboards/{_VARIANT}"

    def stands() -> list[dict[str, Any]]:
        listed = _items(anna, board)
        return [one for one in listed if one["player"] and one["player"]["id"] in (anna.id, bert.id)]

    await_that(lambda: [one["games"] for one in stands()] == [GAMES, GAMES], patience, pause=0.5)
    first, second = stands()
    assert first["rank"] < second["rank"], (first, second)
    around = _items(anna, f"{board}/around-me")
    assert {anna.id, bert.id} <= {one["player"]["id"] for one in around}, around
    assert _items(anna, "/leaderboards")
    yield "leaderboard", f"{first['rating']} before {second['rating']}"

    for what in ("ratings", "stats", "games", f"head-to-head/{anna.id}"):
        assert anna.get(f"/players/{bert.id}/{what}").body
    assert anna.get(f"/players/{bert.id}/ratings.svg", Accept="image/svg+xml").body
    history = _items(anna, f"/players/{bert.id}/ratings")
    assert len(history) == GAMES, history
    yield "history of ratings", f"{len(history)} games"

    private = _invite(anna, bert, guest, name)
    yield "invitations", "one by name and one by link, both accepted"
    for player in (anna, bert, guest):
        assert private in {game["id"] for game in _items(player, "/me/games")}
    yield "own games", ", ".join(str(len(_items(player, "/me/games"))) for player in (anna, bert, guest))

    document = _export(bert, patience)
    assert len(document["games"]) == GAMES + 1, document["games"]
    assert all(game["record"] for game in document["games"]), document["games"]
    yield "export", f"{len(document['games'])} games, {len(document['ratings'])} rating"

    begun = time.monotonic()
    accepted(bert.http.send("DELETE", "/me", None, bert.headers))
    _await_all(
        patience,
        lambda: anna.http.send("GET", f"/players/{bert.id}", None, anna.headers).status == 404,
        lambda: len(stands()) == 1,
        lambda: any(seat["resigned"] for seat in anna.get(f"/games/{private}").body["seats"]),
    )
    yield "erasure", f"left the ladder and the game after {time.monotonic() - begun:.0f} s"


def _upgrade(player: Player) -> str:
    """Make a full account of a guest, because guests play no rated games. Return its username."""
    name = f"player-{player.id[-12:]}"
    player.post("/me/credentials", {"username": name, "password": _PASSWORD})
    return name


def _play_rated(players: Sequence[Player]) -> None:
    host, guest = players
    where = f"/games/{host.post('/games', {'variant': _VARIANT, 'seats': 2, 'rated': True}).body['id']}"
    guest.post(f"{where}/seats", {})
    made = [0, 0]
    while (table := host.get(where).body)["status"] != "over":
        seat = table["on_turn"]
        if min(made) >= MOVES:
            players[seat].post(f"{where}/resignation", {})
            continue
        own = players[seat].get(where).body
        players[seat].post(f"{where}/moves", {"turn": own["turn"], "move": _RANDOM.choice(own["you"]["moves"])})
        made[seat] += 1


def _invite(host: Player, by_name: Player, by_link: Player, name: str) -> str:
    """Fill a private table by an invitation for a player and by a link. Return the id of the game."""
    terms = {"variant": _VARIANT, "seats": 3, "visibility": "private"}
    game = str(host.post("/games", terms).body["id"])
    where = f"/games/{game}/invitations"
    link = host.post(where, {"uses": 1}).body
    host.post(where, {"username": name})
    assert len(_items(host, where)) == 2
    (own,) = _items(by_name, "/me/invitations")
    by_name.post(f"/invitations/{own['id']}/accept", {})
    assert not _items(by_name, "/me/invitations")
    by_link.get(f"/invitations/{link['code']}")
    by_link.post(f"/invitations/{link['code']}/accept", {})
    assert host.get(f"/games/{game}").body["status"] == "playing"
    return game


def _export(player: Player, patience: float) -> dict[str, Any]:
    where = player.post("/me/export", {}).headers["location"].partition("/api/v1")[2]
    await_that(lambda: player.get(where).body["status"] == "done", patience, pause=0.5)
    document: dict[str, Any] = player.get(where).body["document"]
    return document


def _items(player: Player, where: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = player.get(where).body["items"]
    return items


def _await_all(patience: float, *conditions: Callable[[], object]) -> None:
    for condition in conditions:
        await_that(condition, patience, pause=0.5)
