"""Whole games over a network that drops, delays, doubles and cuts requests and answers: nothing is lost or doubled."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games.client.account import Account
from games.client.api_client import ApiClient
from games.client.http import HttpClient, Refused
from games.integrity.games import game_findings
from games.log.read import read
from tests.games.api.serving import serving
from tests.games.flaky_proxy import FATES, FlakyProxy

MOST_MOVES: Final = 30
"""After so many moves of their own a player resigns, so that the game ends."""


@dataclass
class Phone:
    """A player behind a bad network, with the client of the terminal. They never reload anything by hand."""

    client: ApiClient
    random: Random
    made: list[str] = field(default_factory=list)
    """The moves that the service has answered with 201, in order."""

    def play(self, game: str) -> None:
        """Play until the game is over: wait for the own turn, choose a move, and send it until there is an answer."""
        etag, table = "", dict[str, Any]()
        while table.get("status") != "over":
            answer = self.client.get(f"/games/{game}?wait=1&since={table.get('version', 0)}", If_None_Match=etag)
            if answer.status == 304:
                continue
            etag, table = answer.headers["etag"], answer.body
            if self.random.random() < 0.1:
                self.client.fresh_token()  # its answer can be lost, too
            if table["you"]["moves"] and table["on_turn"] == table["you"]["seat"]:
                self._move(game, table)

    def _move(self, game: str, table: dict[str, Any]) -> None:
        move = self.random.choice(table["you"]["moves"]) if len(self.made) < MOST_MOVES else "resign"
        try:
            made = self.client.post(f"/games/{game}/moves", {"turn": table["turn"], "move": move}).body
        except Refused as refusal:
            if refusal.code not in ("turn_moved_on", "game_over"):
                raise
        else:
            self.made.append(next(one["command"] for one in made["events"] if one["command"]))


@pytest.mark.slow
def test_games_end_and_no_move_is_lost_or_doubled(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    with (
        serving(committed_db.url, pool=6, DJANGO_SETTINGS_MODULE="tests.benchmarks.settings") as server,
        FlakyProxy.before(server.address, seed=1) as network,
    ):
        phones = [phone(network, tmp_path / str(seat), seat) for seat in range(2)]
        opened = phones[0].client.post("/games", {"variant": "macau", "seats": 2, "clock": "fast"}).body
        game = opened["id"]
        phones[1].client.post(f"/games/{game}/seats", {})
        with ThreadPoolExecutor(2) as pool:
            for playing in [pool.submit(one.play, game) for one in phones]:
                playing.result(timeout=300)
        listed = phones[0].client.get("/me/games").body["items"]

    assert [one["id"] for one in listed] == [game], "no second game was opened"
    stored = read(UUID(game))
    assert [event.version for event in stored] == [*range(1, len(stored) + 1)]
    for seat, one in enumerate(phones):
        commands = [event.command for event in stored if event.command and event.command.startswith(f"{seat} ")]
        assert one.made == commands
    assert not list(game_findings(UUID(game)))
    assert network.met.keys() == FATES.keys(), "the network was not bad in every way"


def phone(network: FlakyProxy, home: Path, seed: int) -> Phone:
    http, account = HttpClient(network.address, patience=10), Account.load(network.address, home)
    client = ApiClient(http, account, lambda _: None, pause=lambda seconds: time.sleep(min(seconds, 0.02)))
    return Phone(client, Random(seed))
