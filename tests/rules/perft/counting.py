"""Perft: how many ways the next decisions can go from a position. Any change of the rules changes some of the numbers.

A leaf of depth *n* is a row of *n* moves: every move that is listed for any seat counts, resigning does not.
Nothing is shuffled (``AsTheyLie``), and a deal that is over has no further moves.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.rules.decide import decide
from games.rules.game import Game
from games.rules.legality.objections import legal_moves
from tests.rules.tables import AsTheyLie, Table


@dataclass(frozen=True, kw_only=True)
class Perft:
    """One position of a file, with the leaves that were counted: the first number is of depth 1."""

    file: str
    name: str
    layout: str
    leaves: list[int]
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def count(self) -> list[int]:
        """Return the leaves as they are now, to the depth that is pinned."""
        table = Table(variant=self.file.removesuffix(".toml"), seats=self.seats, options=self.options)
        return counted(table.at(self.layout), len(self.leaves))


def counted(game: Game, depth: int) -> list[int]:
    """Return the number of leaves of *game* at each depth from 1 to *depth*."""
    level, leaves = [game], []
    for left in range(depth, 0, -1):
        moves = [(one, move) for one in level for seat in range(len(one.sitters)) for move in legal_moves(one, seat)]
        leaves.append(len(moves))
        if left > 1:
            level = [decide(one, move, chance=AsTheyLie()).after for one, move in moves]
            level = [one for one in level if one.on_turn is not None]
    return leaves


def positions() -> Iterator[Perft]:
    """Yield the positions of all files."""
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for data in tomllib.loads(path.read_text(encoding="utf-8"))["perft"]:
            yield Perft(file=path.name, **data)
