"""Simulations of farmed ladders: the rank of a player of average skill who owns other accounts.

A seed gives the same result each time.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Final

from games.ladders import DAILY_LIMIT, Contestant, RatedPair, Standing, is_settled, pairs_after, reckon

HONEST: Final = 60
"""Players of the same skill."""
DAYS: Final = 40
"""On each day all honest players have one rated game."""
FARMER: Final = "farmer"
_BEGIN: Final = datetime(2027, 1, 1, tzinfo=UTC)
_SEASON: Final = "2027-01"
_CIRCLE_DAYS: Final = 3


@dataclass(frozen=True, slots=True)
class Farm:
    """What the farmer owns and does."""

    name: str
    puppets: int
    """Accounts that give up against the farmer, as often as the daily limit lets them."""
    ring: bool = False
    """Whether the puppets also play among themselves."""
    honest: bool = False
    """Whether the puppets also play against honest players, as often as the farmer does."""
    circle: bool = False
    """Whether the puppets first play each other as players would, until they are established themselves."""
    first_day: int = 0
    """The day on which the farmer begins with it. From the first day on they play one honest game a day."""


FARMS: Final = (
    Farm("nobody", 0),
    Farm("5 puppets", 5),
    Farm("11 puppets", 11),
    Farm("50 puppets", 50),
    Farm("5 puppets, from day 20", 5, first_day=20),
    Farm("11 puppets, from day 20", 11, first_day=20),
    Farm("50 puppets, from day 20", 50, first_day=20),
    Farm("a ring of five", 4, ring=True),
    Farm("a ring of five, from day 20", 4, ring=True, first_day=20),
    Farm("a ring of five that plays honest games too", 4, ring=True, honest=True),
    Farm("a circle of 8 that has established itself, from day 20", 8, circle=True, first_day=20),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the farmer stands when the days are over."""

    percentile: float
    """The share of the established honest players whose shown rating is lower, in percent. Ties count half."""
    ranked: bool
    """Whether the farmer has a rank."""


def run(farm: Farm, seed: int) -> Outcome:
    """Return where the farmer stands after DAYS days of *farm*."""
    dice = random.Random(seed)  # noqa: S311 - a simulation
    ladder = _Ladder()
    for day in range(DAYS):
        for winner, loser in _games(farm, day, dice):
            ladder.rate(winner, loser, _BEGIN + timedelta(days=day))
    others = [one.rating.hundredths for name, one in ladder.standings.items() if name.isdecimal()]
    farmer = ladder.standings[FARMER]
    own = farmer.rating.hundredths
    below = sum((own > one) + (own == one) / 2 for one in others)
    return Outcome(100 * below / len(others), farmer.basis.established)


def _games(farm: Farm, day: int, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Yield winner and loser of each rated game of a day."""
    owned = [f"puppet {number}" for number in range(farm.puppets)]
    honest = [*map(str, range(HONEST)), FARMER, *(owned if farm.honest else ())]
    dice.shuffle(honest)
    for one, other in zip(honest[::2], honest[1::2], strict=False):
        yield (one, other) if dice.random() < 0.5 else (other, one)
    if farm.circle and day < _CIRCLE_DAYS:
        for one, other in combinations(owned, 2):
            yield (one, other) if dice.random() < 0.5 else (other, one)
    if day >= farm.first_day:
        yield from ((FARMER, one) for one in owned for _ in range(DAILY_LIMIT))
        if farm.ring:
            yield from combinations(owned, 2)


class _Ladder:
    """The ratings, as the service keeps them."""

    def __init__(self) -> None:
        self.standings: dict[str, Standing] = {}
        self._pairs: dict[tuple[str, str], RatedPair] = {}

    def rate(self, winner: str, loser: str, at: datetime) -> None:
        contestants = [Contestant(winner, 1), Contestant(loser, 2)]
        settled = is_settled(sum(one.basis.established for one in self.standings.values()))
        entries = reckon(contestants, self.standings, self._pairs, season=_SEASON, ended_at=at, settled=settled)
        self._pairs |= pairs_after({winner: 1, loser: 2}, self.standings, self._pairs, settled=settled)
        for one in entries:
            self.standings[one.entrant] = Standing(one.after, one.games, one.basis, at)
