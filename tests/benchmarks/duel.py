"""A game of Crazy Eights between two guests of one client, which knows both views and so needs no extra requests."""

import time
from dataclasses import dataclass, field
from random import Random

from games.client.http import Json
from tests.benchmarks.service import Player

_ENDLESS = {"max_turns": 100_000, "reshuffle": True}
_COMFORTABLE = 5
"""The number of cards that a player of an endless game tries to keep."""


@dataclass(slots=True)
class Duel:
    """A game that is played move by move. If it is *endless*, it is played so that nobody goes out."""

    players: tuple[Player, Player]
    rng: Random
    endless: bool = False
    game: str = ""
    table: Json = field(default_factory=dict)
    at: str = ""
    """When the last move was recorded."""
    _hands: list[list[str]] = field(default_factory=lambda: [[], []])
    _moves: list[str] | None = None

    def open(self) -> None:
        """Make the game, take both seats, and fetch both views of the first table."""
        first, second = self.players
        body = {"variant": "crazy_eights", "seats": 2, "options": _ENDLESS if self.endless else {}}
        self.game = first.post("/games", body).body["id"]
        second.post(f"/games/{self.game}/seats", {})
        self.fetch()

    def fetch(self) -> None:
        """Fetch both views of the table."""
        for seat, player in enumerate(self.players):
            self._see(player.get(f"/games/{self.game}").body, seat)

    @property
    def is_over(self) -> bool:
        """Whether a new game is needed."""
        return not self.table or self.table["status"] != "playing"

    def choose(self) -> str:
        """Return the move that the seat on turn makes next."""
        moves = self._moves
        if not moves:
            # The last answer went to the other seat, so it had no moves. The client finds the same ones itself.
            hand, demand = self._hands[self.table["on_turn"]], self.table["demand"]
            plain = [card for card in hand if card[0] != "8"]
            moves = [card for card in plain if card[0] == demand["rank"] or card[1] == demand["suit"]]
            moves += [f"{card}>{suit}" for card in hand if card[0] == "8" for suit in "SHDC"]
            moves.append("draw" if self.table["stock"] else "pass")
        plays = [move for move in moves if move not in {"draw", "pass"}]
        rich = len(self._hands[self.table["on_turn"]]) > _COMFORTABLE
        if plays and (rich or not self.endless or "draw" not in moves):
            return self.rng.choice(plays)
        return "draw" if "draw" in moves else moves[-1]

    def make(self, move: str) -> float:
        """Send a move of the seat on turn. Return the seconds until the answer. Raises Refused."""
        seat = self.table["on_turn"]
        body = {"turn": self.table["turn"], "move": move}
        begun = time.perf_counter()
        answer = self.players[seat].post(f"/games/{self.game}/moves", body)
        spent = time.perf_counter() - begun
        self.at = answer.body["events"][-1]["at"]
        self._see(answer.body["table"], seat)
        return spent

    def step(self) -> float:
        """Make one move, in a new game if the last one is over. Return the seconds until its answer. Raises Refused."""
        if self.is_over:
            self.open()
        return self.make(self.choose())

    def _see(self, table: Json, seat: int) -> None:
        self.table, self._hands[seat] = table, table["you"]["hand"]
        self._moves = table["you"]["moves"] if table["on_turn"] == seat else None
