"""Fills the log with simulated games, in several processes."""

import time
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from typing import Final

from django.core.management.base import CommandError
from rich.console import Console

from games import store
from games.management.amounts import amount
from games.management.parallel import ProgressLog, bars, pool, say
from games.management.simulation import stored_games
from games.management.simulation.stored_games import NewGame, StoredTotals
from games.rules.ruleset import RulesetError
from games.rules.variants import KEYS, load
from players import accounts

ALL: Final = "all"
"""Stands for all variants, one after the other."""
_CHUNK: Final = 8
"""Games that one process plays side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FillRequest:
    """The games with which to fill the log."""

    variant: str
    """A key, or ``ALL``."""
    games: int
    seats: int | None
    """Seats at every table; None for random numbers."""
    players: int
    """The number of guests that are made to play."""
    seed: str


def fill(console: Console, request: FillRequest, processes: int, *, every: float = 5.0) -> None:
    """Play the games, and print how many events were stored. Raises CommandError if they cannot be played.

    If *console* is no terminal, print a line of progress *every* so many seconds.
    """
    games, begun, stored = new_games(request), time.monotonic(), StoredTotals()
    chunks = [games[first : first + _CHUNK] for first in range(0, len(games), _CHUNK)]
    with bars(console) as progress, pool(processes, apps=True) as executor:
        bar = progress.add_task("games", total=request.games)
        log = ProgressLog(partial(say, console), request.games, every=every)
        left = {executor.submit(stored_games.play, chunk) for chunk in chunks}
        while left:
            done, left = wait(left, timeout=every, return_when=FIRST_COMPLETED)
            for one in (future.result() for future in done):
                stored.add(one)
                progress.advance(bar, one.games)
            if progress.disable:
                log.add(stored.games - log.done)
    seconds = time.monotonic() - begun
    made = ", ".join(f"{who} {count}" for who, count in stored.decisions.most_common())
    what = f"{amount(stored.games, 'game')} stored: {amount(stored.events, 'event')}"
    say(console, f"{what} in {seconds:.0f} s; decisions: {made}")


def new_games(request: FillRequest) -> list[NewGame]:
    """Check the request, make the guests, and return the games to play. Raises CommandError before anything is made."""
    keys = [request.variant]
    if request.variant == ALL:
        ranges = {key: load(key).players for key in KEYS}
        keys = [key for key, one in ranges.items() if request.seats is None or one.least <= request.seats <= one.most]
    if not keys:
        raise CommandError(f"No variant allows {request.seats} players.")
    if request.games < 1:
        raise CommandError("--games must be 1 or more.")
    for variant in map(load, keys):
        if request.seats is not None:
            try:
                variant.ruleset(request.seats, {})
            except RulesetError as fault:
                raise CommandError(f"{variant.key}: {fault}") from fault
        most = max(stored_games.MOST_SEATS, variant.players.least, request.seats or 0)
        if request.players < most:
            raise CommandError(f"--players must be {most} or more.")
    for key in keys:
        store.keep(load(key))
    guests = tuple(accounts.make_guest({}).id for _ in range(request.players))
    turns = islice(cycle(keys), request.games)
    return [NewGame(key, request.seats, f"{request.seed}/{number}", guests) for number, key in enumerate(turns)]
