"""Random deals of a ruleset, played to the end: statistics, and the deals that do not end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from games.rules.events import Cause, Ending
from games.rules.playouts import MOST_DEALS, MOST_DECISIONS, DealFacts, GameFacts, PlayStyle, play_deal, play_game
from games.rules.ruleset import OptionValue
from games.rules.variants import Variant
from games.sandbox.cpu_budget import CpuBudget, OutOfTime, TooSlow
from games.sandbox.faults import cut
from games.sandbox.validate import seatings, settings_of

PEOPLE: Final = PlayStyle(forgets=0.1, accuses=0.5, late=0.01)
"""They sometimes forget a word, accuse each other of it, and miss a deadline."""
SECONDS: Final = 2.0
"""Of the processor, for one deal."""
WIDEST: Final = 1_000
"""The most moves that may be open at once. The service sends all of them to the player who must choose."""
MOST_TROUBLES: Final = 5
"""After so many, no more is played."""
_GAMES: Final = 100
"""For so many deals one whole game is played."""
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
    """Whether it belongs to the statistics: it is played with the default of every option."""


class Deals:
    """Deals that are played one after the other. ``report`` can report them at any time."""

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
            trouble = ""
            game: GameFacts | None = None
            deals: tuple[DealFacts, ...] = ()
            try:
                with self._budget.at_most(SECONDS * (5 if trial.whole else 1)):
                    ruleset = self._variant.ruleset(trial.seats, trial.options)
                    game = play_game(ruleset, trial.seed, style=PEOPLE) if trial.whole else None
                    deals = game.deals if game else (play_deal(ruleset, trial.seed, style=PEOPLE),)
            except TooSlow:
                trouble = "It takes too long."
            except (OutOfTime, MemoryError):
                raise
            except Exception as fault:  # noqa: BLE001 - what breaks the rules breaks no more than this deal
                trouble = f"It cannot be played: {type(fault).__name__}: {fault}"
            if trial.counts and game:
                self._games.append(game)
            elif trial.counts and deals:
                self._facts.setdefault(trial.seats, []).extend(deals)
            elif deals and not game:
                self._with_options += 1
            for deal in deals:
                if not deal.ended:
                    trouble = trouble or f"The deal does not end within {MOST_DECISIONS} decisions."
                elif deal.widest > WIDEST:
                    trouble = trouble or f"{deal.widest} moves are open at once. At most {WIDEST} may be."
            if game and not game.ended:
                trouble = trouble or f"The game does not end within {MOST_DEALS} deals."
            if trouble:
                where = {"seats": trial.seats, "options": trial.options, "seed": trial.seed}
                self._troubles.append({**where, "what": cut(trouble)})
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
            # With other scoring the whole game may end in another way, so one game is played to its end. The ends of a
            # range are left out: they may be so far that nobody would choose them.
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

    @property
    def are_sound(self) -> bool:
        """Whether all were played, and every one to its end."""
        return self.finished and not self._troubles

    def report(self) -> Report:
        """Return the statistics: means and quantiles for each deal, and how often each seat won.

        Seats count from the one that had the first turn, in the direction of play.
        """
        facts = [deal for deals in self._facts.values() for deal in deals]
        winners = {}
        for seats, deals in sorted(self._facts.items()):
            direction = self._variant.ruleset(seats).sections.start.direction
            ended = [deal for deal in deals if deal.ended]
            won = Counter(
                (deal.winner - (deal.first or 0)) * direction % seats for deal in ended if deal.winner is not None
            )
            by_turn = [won[place] for place in range(seats)]
            winners[str(seats)] = {"by_turn": by_turn, "nobody": len(ended) - won.total()}
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
            "winners": winners,
            "games": {"played": len(self._games), "ended": len(games), "deals": spread(games)},
        }


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
