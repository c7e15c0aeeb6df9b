"""Random deals of a ruleset, played to the end: what they are like, and those that have none."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from games.rules.events import Cause, Ending
from games.rules.playouts import MOST_DEALS, MOST_DECISIONS, DealFacts, GameFacts, Manner, play_deal, play_game
from games.rules.ruleset import OptionValue
from games.rules.variants import Variant
from games.sandbox.cpu_budget import CpuBudget, OutOfTime, TooSlow
from games.sandbox.faults import cut
from games.sandbox.schema import seatings, settings_of

PEOPLE: Final = Manner(forgets=0.1, accuses=0.5, late=0.01)
"""They sometimes forget a word, accuse each other of it, and miss a deadline."""
SECONDS: Final = 2.0
"""Of the processor, for one deal."""
WIDEST: Final = 1_000
"""More moves than that must never be open at once: all of them are sent to whoever must choose."""
MOST_TROUBLES: Final = 5
"""After so many nothing more is played."""
_GAMES: Final = 100
"""One whole game for so many deals."""
_EACH_OPTION: Final = 10
"""Most deals for each setting of one option."""
_QUANTILES: Final = (("median", 0.5), ("p90", 0.9))

Report: TypeAlias = dict[str, Any]


class _Trial(NamedTuple):
    """One deal or game to play."""

    seats: int
    options: dict[str, OptionValue]
    seed: str
    whole: bool
    """A game, not just its first deal."""
    counts: bool
    """Whether it is of the ruleset as it is played where nobody chooses anything."""


class Deals:
    """Deals that are played one after the other; ``report`` may be asked for at any time."""

    def __init__(self, variant: Variant, number: int, budget: CpuBudget) -> None:
        self._variant, self._number, self._budget = variant, number, budget
        self._facts: dict[int, list[DealFacts]] = {}
        self._games: list[GameFacts] = []
        self._with_options = 0
        self._troubles: list[dict[str, Any]] = []
        self.finished = False
        """Whether all were played."""

    def play(self) -> None:
        """Play them all, or until ``MOST_TROUBLES`` went wrong. Raises OutOfTime."""
        for trial in self._trials():
            if len(self._troubles) >= MOST_TROUBLES:
                return
            self._play(trial)
        self.finished = True

    def _trials(self) -> Iterator[_Trial]:
        default = seatings(self._variant, {})
        declared, plain = self._variant.options, self._variant.sections({})
        for number in range(self._number):
            yield _Trial(default[number % len(default)], {}, f"deal {number}", whole=False, counts=True)
        settings = settings_of(self._variant)
        for options in settings:
            seats = seatings(self._variant, options)
            for number in range(max(1, min(_EACH_OPTION, self._number // len(settings)))):
                yield _Trial(seats[number % len(seats)], options, f"option {number}", whole=False, counts=False)
            # With other scoring the whole game may end otherwise, so one must be seen to end. The far ends of a range
            # are not tried like this: they may be there for nobody to choose.
            changed = self._variant.sections(options)
            scored = any(plain.get(section) != changed.get(section) for section in ("score", "game"))
            if scored and not any(declared[name].sets for name in options):
                yield _Trial(seats[-1], options, "option game", whole=True, counts=False)
        for number in range(self._number // _GAMES if len(settings) > 1 else 0):
            rng = Random(f"options {number}")  # noqa: S311 - nothing is at stake
            options = {name: rng.choice(one.choices or (one.least, one.most)) for name, one in declared.items()}
            if not (seats := seatings(self._variant, options)):  # the values contradict each other
                options, seats = {}, default
            yield _Trial(seats[number % len(seats)], options, f"shaken {number}", whole=False, counts=False)
        for number in range(max(1, self._number // _GAMES)):
            yield _Trial(default[-1 - number % len(default)], {}, f"game {number}", whole=True, counts=True)

    def _play(self, trial: _Trial) -> None:
        try:
            with self._budget.at_most(SECONDS * (5 if trial.whole else 1)):
                trouble = self._playing(trial)
        except TooSlow:
            trouble = "takes too long"
        except (OutOfTime, MemoryError):
            raise
        except Exception as fault:  # noqa: BLE001 - what breaks the rules breaks no more than this deal
            trouble = f"cannot be played: {type(fault).__name__}: {fault}"
        if trouble:
            where = {"seats": trial.seats, "options": trial.options, "seed": trial.seed}
            self._troubles.append({**where, "what": cut(trouble)})

    def _playing(self, trial: _Trial) -> str:
        """Play *trial*; return what is wrong with it, nothing if all is well."""
        ruleset = self._variant.ruleset(trial.seats, trial.options)
        if not trial.whole:
            deal = play_deal(ruleset, trial.seed, manner=PEOPLE)
            self._with_options += not trial.counts
            if trial.counts:
                self._facts.setdefault(trial.seats, []).append(deal)
            return _trouble_in(deal)
        game = play_game(ruleset, trial.seed, manner=PEOPLE)
        if trial.counts:
            self._games.append(game)
        found = next(filter(None, map(_trouble_in, game.deals)), "")
        return found or ("" if game.ended else f"does not end within {MOST_DEALS} deals")

    @property
    def are_sound(self) -> bool:
        """Whether all were played, and every one to its end."""
        return self.finished and not self._troubles

    def report(self) -> Report:
        """Return what they were like: means and quantiles a deal; the seats that win, in the order of the turns."""
        facts = [deal for deals in self._facts.values() for deal in deals]
        games = [len(game.deals) for game in self._games if game.ended]
        return {
            "asked": self._number,
            "played": len(facts),
            "ended": sum(deal.ended for deal in facts),
            "with_options": self._with_options,
            "troubles": self._troubles,
            "turns": spread([deal.turns for deal in facts]),
            "decisions": spread([deal.decisions for deal in facts]),
            "drawn": {
                str(cause): {
                    "cards": _mean([deal.drawn[cause] for deal in facts]),
                    "times": _mean([deal.draws[cause] for deal in facts]),
                }
                for cause in Cause
            },
            "accusations": _mean([deal.accusations for deal in facts]),
            "skipped": _mean([deal.skipped for deal in facts]),
            "endings": {str(ending): sum(deal.ending is ending for deal in facts) for ending in Ending},
            "blocked": _mean([deal.ending is Ending.BLOCKED for deal in facts]),
            "winners": {str(seats): self._winners(seats) for seats in sorted(self._facts)},
            "games": {"played": len(self._games), "ended": len(games), "deals": spread(games)},
        }

    def _winners(self, seats: int) -> dict[str, Any]:
        """Return how often each seat won, from the one whose turn was the first on; and how often nobody did."""
        direction = self._variant.ruleset(seats).sections.start.direction
        ended = [deal for deal in self._facts[seats] if deal.ended]
        won = Counter(
            (deal.winner - (deal.first or 0)) * direction % seats for deal in ended if deal.winner is not None
        )
        return {"by_turn": [won[place] for place in range(seats)], "nobody": len(ended) - won.total()}


def _trouble_in(deal: DealFacts) -> str:
    if not deal.ended:
        return f"does not end within {MOST_DECISIONS} decisions"
    return f"{deal.widest} moves are open at once; at most {WIDEST} may be" if deal.widest > WIDEST else ""


def spread(numbers: Sequence[int]) -> dict[str, float] | None:
    """Return mean, least, most and quantiles of *numbers*; None where there are none.

    >>> spread([1, 2, 9])
    {'mean': 4.0, 'least': 1, 'median': 2, 'p90': 9, 'most': 9}
    """
    if not numbers:
        return None
    order = sorted(numbers)
    quantiles = {name: order[min(len(order) - 1, int(share * len(order)))] for name, share in _QUANTILES}
    return {"mean": _mean(order), "least": order[0], **quantiles, "most": order[-1]}


def _mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / len(numbers), 3) if numbers else 0.0
