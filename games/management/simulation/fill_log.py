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
    say(console, f"{stored.games} games stored: {stored.events} events in {seconds:.0f} s; decisions: {made}")


def new_games(request: FillRequest) -> list[NewGame]:
    """Check the request, make the guests, and return the games to play. Raises CommandError before anything is made."""
    keys = _variants(request)
    if request.games < 1:
        raise CommandError("At least one game is needed.")
    for variant in map(load, keys):
        if request.seats is not None:
            try:
                variant.ruleset(request.seats, {})
            except RulesetError as fault:
                raise CommandError(f"{variant.key}: {fault}") from fault
        most = max(stored_games.MOST_SEATS, variant.players.least, request.seats or 0)
        if request.players < most:
            raise CommandError(f"At least {most} players are needed.")
    for key in keys:
        store.keep(load(key))
    guests = tuple(accounts.make_guest({}).id for _ in range(request.players))
    turns = islice(cycle(keys), request.games)
    return [NewGame(key, request.seats, f"{request.seed}/{number}", guests) for number, key in enumerate(turns)]


def _variants(request: FillRequest) -> list[str]:
    """Return the variants to play in turn: the one that is named, or all that allow the number of seats."""
    if request.variant != ALL:
        return [request.variant]
    ranges = {key: load(key).players for key in KEYS}
    keys = [key for key, one in ranges.items() if request.seats is None or one.least <= request.seats <= one.most]
    if not keys:
        raise CommandError(f"No variant is for {request.seats} players.")
    return keys
