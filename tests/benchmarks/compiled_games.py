"""Whole games of bots, with memories and analyses, in the build in which it runs: in the image the compiled one.

``make compiled-games`` plays 300 games of each variant in `build/compiled`. A digest stands for every move, memory and
value of a variant's games. Builds that play the same print the same digests.
"""

import argparse
import hashlib
import pickle
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from games.bots import analysis, search
from games.bots.budget import Budget
from games.bots.deals import fits_together
from games.bots.memory import STOCK
from games.management.bot_matches import MOST_MOVES, Step, steps
from games.rules.commands import Accuse, Resign, Say
from games.rules.game import Status
from games.rules.notation import print_move
from games.rules.variants import KEYS, load

SIZES: Final = (2, 3, 4)
"""The tables that are played at in turn, where the variant allows them."""
EVERY: Final = 41
"""One of so many decisions is analysed. No number of seats divides it."""
DEALS: Final = 4
"""Imagined deals of an analysis."""
_SHOWN: Final = 5
"""Faults that are shown of a variant."""


class MemoryLost(Exception):
    """A bot remembers something else than what lies on the table."""


@dataclass(slots=True)
class Played:
    """What came of the games of one variant."""

    games: int = 0
    decisions: int = 0
    pooled: int = 0
    """Decisions by a memory of several pools: in most variants these come of discards that became stock."""
    analysed: int = 0
    unfinished: int = 0
    faults: list[str] = field(default_factory=list)
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)


def play(played: Played, variant: str, seats: int, number: int, budget: Budget) -> None:
    """Play the game of this *number* between one ``expert`` and ``clever``, and note it in *played*.

    Where the variant can be played face down, every second game is.
    """
    played.games += 1
    options = {"blind": True} if number % 2 and "blind" in load(variant).options else {}
    levels = ["expert" if seat == number % seats else "clever" for seat in range(seats)]
    last = None
    try:
        for last in steps(variant, levels, number, options, budget):
            _note(played, last)
    except Exception as fault:  # noqa: BLE001 - the other games are played all the same
        where = traceback.extract_tb(fault.__traceback__)[-1]
        played.faults.append(f"game {number}, {seats} seats: {fault!r} at {Path(where.filename).name}:{where.lineno}")
        return
    played.unfinished += last is None or last.game.status != Status.OVER


def _note(played: Played, step: Step) -> None:
    """Count a position. Raises MemoryLost, and whatever an analysis raises."""
    observation, memory, move = step.observation, step.memory, step.move
    if observation is None or memory is None or move is None:
        return
    played.decisions += 1
    if not fits_together(observation, memory):
        raise MemoryLost(f"seat {memory.viewer} before {print_move(move)}")
    played.pooled += len(memory.pools) > 1
    pools = [(number, sorted(pool.cards.items()), pool.held[STOCK]) for number, pool in sorted(memory.pools.items())]
    played.digest.update(f"{memory.viewer} {print_move(move)} {pools} {memory.discards}\n".encode())
    if played.decisions % EVERY or isinstance(move, Say | Accuse | Resign) or len(observation.moves) == 1:
        return
    # The service searches in a child process, so what the seat knows is sent there.
    sent_observation, sent_memory = pickle.loads(pickle.dumps((observation, memory)))  # noqa: S301 - our own
    if sent_memory != memory:
        raise MemoryLost(f"seat {memory.viewer} remembers something else in a child process")
    found = analysis.values(sent_observation, sent_memory, move, Random(played.decisions), DEALS)
    played.analysed += 1
    played.digest.update(" ".join(f"{print_move(one.move)} {one.value:.6f}" for one in found).encode())


def play_all(variants: Sequence[str], sizes: Sequence[int], games: int, seconds: float, budget: Budget) -> list[Played]:
    """Return what came of so many *games* of each of *variants*, or of as many as are played in so many *seconds*."""
    until, found = time.monotonic() + seconds, [Played() for _ in variants]
    for number in range(games):
        for variant, played in zip(variants, found, strict=True):
            allowed = load(variant).players
            fitting = [seats for seats in sizes if allowed.least <= seats <= allowed.most] or [allowed.least]
            play(played, variant, fitting[number % len(fitting)], number, budget)
        if time.monotonic() > until:
            break
    return found


def main() -> int:
    """Play, and print a line for each variant. Return 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.compiled_games", description=main.__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each variant (default 300)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no round of games after so long")
    parser.add_argument("--variant", action="append", choices=KEYS, dest="variants", help="only this one; repeatable")
    parser.add_argument("--seats", action="append", type=int, help="tables of this size alone; repeatable")
    parser.add_argument("--iterations", type=int, default=4, help="deals that expert imagines for a move (default 4)")
    given = parser.parse_args()
    variants = given.variants or KEYS
    build = "sources" if search.__file__.endswith(".py") else "compiled"
    found = play_all(variants, given.seats or SIZES, given.games, given.seconds, Budget(iterations=given.iterations))
    print(f"{build}: {sum(played.games for played in found)} games of {len(variants)} variants")  # noqa: T201
    for variant, played in zip(variants, found, strict=True):
        print(  # noqa: T201
            f"{variant}: {played.games} games, {played.decisions} decisions, {played.pooled} with several pools, "
            f"{played.analysed} analysed, {played.unfinished} not over after {MOST_MOVES} moves, "
            f"{len(played.faults)} faults, digest {played.digest.hexdigest()[:16]}"
        )
        for fault in played.faults[:_SHOWN]:
            print(f"  {fault}")  # noqa: T201
    return int(any(played.faults for played in found))


if __name__ == "__main__":
    sys.exit(main())
