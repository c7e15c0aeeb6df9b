"""A comparison of rating models on simulated players whose skill is known. A seed gives the same result each time."""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import NormalDist, correlation, mean
from typing import Any, Final

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

MODELS: Final[Mapping[str, Callable[[], Any]]] = {
    "Plackett-Luce": PlackettLuce,
    "Bradley-Terry full": BradleyTerryFull,
    "Bradley-Terry full, 1.5 beta": partial(BradleyTerryFull, beta=1.5 * 25 / 6),
    "Bradley-Terry full, 2 beta": partial(BradleyTerryFull, beta=2 * 25 / 6),
    "Bradley-Terry full, 3 beta": partial(BradleyTerryFull, beta=3 * 25 / 6),
    "Thurstone-Mosteller full": ThurstoneMostellerFull,
}
"""Each with its default beta, or with so many times that: the deviation of one performance."""


def _logistic(distance: float) -> float:
    return 1 / (1 + math.exp(-distance))


def _link(rater: Any) -> Callable[[float], float]:
    """Return how a model expects the better of two players to win, by their distance in deviations."""
    return NormalDist().cdf if isinstance(rater, ThurstoneMostellerFull) else _logistic


LUCK: Final[Mapping[str, float]] = {"skill": 1.0, "luck": 0.4}
"""The deviation of skill among players. The deviation of one performance is 1."""
CHECKPOINTS: Final = (10, 30, 100)
"""Games for each player after which the order of the ratings is compared with the order of the skills."""

_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Population:
    """The players of a simulation, and how they meet."""

    players: int
    seats: int
    spread: float
    """The deviation of skill. The deviation of one performance is 1."""
    ties: bool
    """Whether half of the games have shared places: all but the last share the first one, or two who are close do."""
    seed: int


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a model rated a population."""

    rank: tuple[float, ...]
    """Spearman's correlation of the shown ratings with the skills, at each of CHECKPOINTS."""
    log_loss: float
    """The mean log loss of the predictions for pairs that did not tie. A coin would have 0.693."""
    calibration: float
    """The expected calibration error of the same predictions: their mean distance from the results."""
    unfair: int
    """The number of patterns of places in which, from equal ratings, a worse place gains more than a better one."""


def measure(model: str, population: Population) -> Quality:
    """Return how well *model* rates *population* over CHECKPOINTS[-1] games for each player."""
    rater = MODELS[model]()
    link = _link(rater)
    dice = random.Random(population.seed)  # noqa: S311 - a simulation
    skills = [dice.gauss(0, population.spread) for _ in range(population.players)]
    ratings = [rater.rating() for _ in skills]
    predictions: list[tuple[float, bool]] = []
    ranks: list[float] = []
    rounds = dict(zip((n * population.players // population.seats for n in CHECKPOINTS), CHECKPOINTS, strict=True))
    for game, (sat, places) in enumerate(_games(population, skills, dice), 1):
        # For each pair that did not tie: the probability that the first comes in ahead, and whether it did.
        results = zip((ratings[one] for one in sat), places, strict=True)
        for (one, place), (other, other_place) in combinations(results, 2):
            if place != other_place:
                deviation = math.sqrt(2 * rater.beta**2 + one.sigma**2 + other.sigma**2)
                predictions.append((link((one.mu - other.mu) / deviation), place < other_place))
        after = rater.rate([[ratings[one]] for one in sat], ranks=[float(place) for place in places])
        for player, (rating,) in zip(sat, after, strict=True):
            ratings[player] = rating
        if game in rounds:
            # Spearman's correlation is that of the ranks.
            ranks.append(correlation(_ranks(skills), _ranks([one.mu - 3 * one.sigma for one in ratings])))
    loss = -mean(math.log(max(chance if came else 1 - chance, 1e-9)) for chance, came in predictions)
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(_BINS)]
    for chance, came in predictions:
        bins[min(int(chance * _BINS), _BINS - 1)].append((chance, came))
    gaps = (abs(sum(chance for chance, _ in some) - sum(came for _, came in some)) for some in bins)
    return Quality(tuple(ranks), loss, sum(gaps) / len(predictions), _count_unfair(rater, population.seats))


def average(found: Sequence[Quality]) -> Quality:
    """Return the means over several populations."""
    return Quality(
        rank=tuple(mean(one) for one in zip(*(each.rank for each in found), strict=True)),
        log_loss=mean(one.log_loss for one in found),
        calibration=mean(one.calibration for one in found),
        unfair=found[0].unfair,
    )


def _games(
    population: Population, skills: Sequence[float], dice: random.Random
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the players and the places of each game. The unit of skill is one deviation of performance."""
    for _ in range(CHECKPOINTS[-1] * population.players // population.seats):
        sat = dice.sample(range(len(skills)), population.seats)
        played = [skills[one] + dice.gauss(0, 1) for one in sat]
        order = sorted(range(len(sat)), key=lambda seat: -played[seat])
        places = [0] * len(sat)
        # In a quarter of the games, those who are close share a place; in another quarter, all but the last do.
        how = dice.random() if population.ties else 1.0
        for number, seat in enumerate(order):
            above = order[number - 1]
            close = number and how < 0.25 and played[above] - played[seat] < 0.25
            others = number and 0.25 <= how < 0.5 and number < len(sat) - 1
            places[seat] = places[above] if close or others else number + 1
        yield sat, places


def _ranks(numbers: Sequence[float]) -> list[float]:
    """Return the rank of each number, 0 for the smallest."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    ranks = [0.0] * len(numbers)
    for rank, index in enumerate(order):
        ranks[index] = float(rank)
    return ranks


def _count_unfair(rater: Any, seats: int) -> int:
    """Count the patterns of places in which, from equal ratings, a worse place gains more than a better one."""
    faults = 0
    # Bit n of a pattern says whether seat n + 1 shares the place of seat n.
    for pattern in range(2 ** (seats - 1)):
        places = [1]
        for seat in range(1, seats):
            places.append(places[-1] if pattern >> (seat - 1) & 1 else seat + 1)
        after = rater.rate([[rater.rating()] for _ in places], ranks=[float(place) for place in places])
        shown = [one.mu - 3 * one.sigma for (one,) in after]
        pairs = combinations(zip(places, shown, strict=True), 2)
        faults += any(place < worse and less < more - 1e-9 for (place, less), (worse, more) in pairs)
    return faults
