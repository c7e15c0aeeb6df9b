"""A game of Crazy Eights between two guests of one client, who knows what each of them sees and so never has to ask."""

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.client.http import Json
from tests.benchmarks.service import Player

_ENDLESS = {"max_turns": 100_000, "reshuffle": True}
_COMFORTABLE = 5
"""Cards that a player of an endless game keeps."""


@dataclass(slots=True)
class Duel:
    """A duel that can be played move by move; *endless* ones are played so that nobody goes out."""

    players: tuple[Player, Player]
    rng: Random
    endless: bool = False
    game: str = ""
    table: Json = field(default_factory=dict)
    _hands: list[list[str]] = field(default_factory=lambda: [[], []])
    _moves: list[str] | None = None

    def open(self) -> None:
        """Make the game and sit down; both see the first table."""
        first, second = self.players
        wish = {"variant": "crazy_eights", "seats": 2, "options": _ENDLESS if self.endless else {}}
        self.game = first.post("/games", wish).body["id"]
        second.post(f"/games/{self.game}/seats", {})
        for seat, player in enumerate(self.players):
            self._see(player.get(f"/games/{self.game}").body, seat)

    @property
    def is_over(self) -> bool:
        """Whether another game must be opened."""
        return not self.table or self.table["status"] != "playing"

    def choose(self) -> str:
        """Return the move that the seat on turn makes next."""
        moves = self._open_moves()
        plays = [move for move in moves if move not in {"draw", "pass"}]
        rich = len(self._hands[self.table["on_turn"]]) > _COMFORTABLE
        if plays and (rich or not self.endless or "draw" not in moves):
            return self.rng.choice(plays)
        return "draw" if "draw" in moves else moves[-1]

    def make(self, move: str) -> float:
        """Send a move of the seat on turn; return the seconds that the answer took. Refused if it is refused."""
        seat = self.table["on_turn"]
        body = {"turn": self.table["turn"], "move": move}
        begun = time.perf_counter()
        answer = self.players[seat].post(f"/games/{self.game}/moves", body)
        spent = time.perf_counter() - begun
        self._see(answer.body["table"], seat)
        return spent

    def step(self) -> float:
        """Make one move, in a new game if the last one is over; return the seconds that its answer took."""
        if self.is_over:
            self.open()
        return self.make(self.choose())

    def _see(self, table: Json, seat: int) -> None:
        self.table, self._hands[seat] = table, table["you"]["hand"]
        self._moves = table["you"]["moves"] if table["on_turn"] == seat else None

    def _open_moves(self) -> list[str]:
        """Return what the server has listed, or, where it told the other seat, the same by our own reckoning."""
        if self._moves:
            return self._moves
        hand, demand = self._hands[self.table["on_turn"]], self.table["demand"]
        plays = [card for card in hand if card[0] != "8" and _fits(card, demand)]
        wild = [f"{card}>{suit}" for card in hand if card[0] == "8" for suit in "SHDC"]
        return [*plays, *wild, "draw" if self.table["stock"] else "pass"]


def _fits(card: str, demand: dict[str, Any]) -> bool:
    return bool(card[0] == demand["rank"] or card[1] == demand["suit"])
