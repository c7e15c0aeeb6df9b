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
from games.management.simulation.stored_games import Stored, Wish
from games.rules.ruleset import RulesetError
from games.rules.variants import KEYS, Variant, load
from players import accounts

ALL: Final = "all"
"""Stands for every variant, in turns."""
_CHUNK: Final = 8
"""Games that one process plays side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the log is filled with."""

    variant: str
    """A key, or ``ALL``."""
    games: int
    seats: int | None
    """At every table; None leaves it to chance."""
    players: int
    """Guests that are made to play."""
    seed: str


def fill(console: Console, order: Order, processes: int, *, every: float = 5.0) -> None:
    """Store the games, and say how many events that were. Raises CommandError for what cannot be.

    Where *console* is no terminal it says *every* so many seconds how far it is.
    """
    wishes, begun, stored = wishes_of(order), time.monotonic(), Stored()
    chunks = [wishes[first : first + _CHUNK] for first in range(0, len(wishes), _CHUNK)]
    with bars(console) as progress, pool(processes, apps=True) as executor:
        bar = progress.add_task("games", total=order.games)
        log = ProgressLog(partial(say, console), order.games, every=every)
        left = {executor.submit(stored_games.play, chunk) for chunk in chunks}
        while left:
            done, left = wait(left, timeout=every, return_when=FIRST_COMPLETED)
            for one in (future.result() for future in done):
                stored.add(one)
                progress.advance(bar, one.games)
            if progress.disable:
                log.add(stored.games - log.done)
    spent = time.monotonic() - begun
    made = ", ".join(f"{who} {count}" for who, count in stored.decisions.most_common())
    say(console, f"{stored.games} games stored: {stored.events} events in {spent:.0f} s; decisions: {made}")


def wishes_of(order: Order) -> list[Wish]:
    """Return the games that are ordered; make the guests who play them. Raises CommandError."""
    keys = _keys(order)
    for key in keys:
        _check(load(key), order)
    for key in keys:
        store.keep(load(key))
    guests = tuple(accounts.make_guest({}).id for _ in range(order.players))
    turns = islice(cycle(keys), order.games)
    return [Wish(key, order.seats, f"{order.seed}/{number}", guests) for number, key in enumerate(turns)]


def _keys(order: Order) -> list[str]:
    """Return the variants that take turns: of all, those that seat as many as are ordered. Raises CommandError."""
    if order.variant != ALL:
        return [order.variant]
    ranges = {key: load(key).players for key in KEYS}
    keys = [key for key, one in ranges.items() if order.seats is None or one.least <= order.seats <= one.most]
    if not keys:
        raise CommandError(f"No variant is for {order.seats} players.")
    return keys


def _check(variant: Variant, order: Order) -> None:
    if order.games < 1:
        raise CommandError("At least one game is needed.")
    if order.seats is not None:
        try:
            variant.ruleset(order.seats, {})
        except RulesetError as fault:
            raise CommandError(f"{variant.key}: {fault}") from fault
    most = max(stored_games.MOST_SEATS, variant.players.least, order.seats or 0)
    if order.players < most:
        raise CommandError(f"At least {most} players are needed.")
