"""Random deals at tables of every size, with every value of every option, under an invariant."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from games.rules.deal import Deal
from games.rules.events import Cause, Ending, Event
from games.rules.game import Game
from games.rules.playouts import PlayStyle, play_deal, play_game
from games.rules.ruleset import OptionValue, Ruleset, RulesetError
from games.rules.variants import Variant, from_bytes

Mix: TypeAlias = dict[str, OptionValue]
"""Options that are set, with their values."""

CARELESS: Final = PlayStyle(forgets=0.2, accuses=0.3, late=0.02)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTotals:
    """Sums over deals."""

    deals: int = 0
    turns: int = 0
    blocked: int = 0
    penalties: int = 0
    """Penalties that were drawn."""
    settings: frozenset[tuple[str, str]] = frozenset()
    """Options and values with which deals were played."""
    faults: tuple[str, ...] = ()

    def __add__(self, other: "DealTotals") -> "DealTotals":
        return DealTotals(
            deals=self.deals + other.deals, turns=self.turns + other.turns, blocked=self.blocked + other.blocked,
            penalties=self.penalties + other.penalties, settings=self.settings | other.settings,
            faults=self.faults + other.faults,
        )  # fmt: skip


class InvariantBroken(Exception):
    """An invariant of every table does not hold."""


@dataclass(slots=True)
class CardInvariant:
    """Checks a game after every command: each card of the deck is at the table exactly once."""

    ruleset: Ruleset
    _deck: Counter[int] = field(init=False)

    def __post_init__(self) -> None:
        self._deck = Counter(map(int, self.ruleset.deck))

    def __call__(self, happened: Sequence[Event], game: Game) -> None:
        """Raise InvariantBroken if cards were lost or made."""
        found = on_the_table(game.table) if game.deal else self._deck
        if found != self._deck:
            raise InvariantBroken(f"cards lost {self._deck - found}, made {found - self._deck}, after {happened[-1]}")


def on_the_table(deal: Deal) -> Counter[int]:
    """Count all cards, also those that lie face down or are claimed to be another one."""
    claimed = (deal.claim.card,) if deal.claim else ()
    return Counter(int(card) for cards in (*deal.hands, deal.stock, deal.faces, claimed) for card in cards)


def mixes(variant: Variant, rng: Random) -> list[Mix]:
    """Return the defaults, and as few mixes of all options as contain every value of each at least once."""
    shuffled = {name: rng.sample(some, len(some)) for name, some in choices(variant).items()}
    longest = max(map(len, shuffled.values()), default=0)
    return [{}, *({name: some[n % len(some)] for name, some in shuffled.items()} for n in range(longest))]


def choices(variant: Variant) -> dict[str, tuple[OptionValue, ...]]:
    """Return the values to try for each option: all of them, or the ends and the default of a range."""
    return {
        name: option.choices or tuple(dict.fromkeys((option.least, option.default, option.most)))
        for name, option in variant.options.items()
    }


def play(content: bytes, seats: int, deals: int, seed: int) -> DealTotals:
    """Play a whole game and *deals* - 1 single deals at a table of *seats*, with each mix of options that it allows.

    An error in a deal is a fault, and does not stop the other deals.
    """
    variant = from_bytes(content)
    totals = DealTotals()
    for number, mix in enumerate(mixes(variant, Random(f"{seed}/{seats}"))):  # noqa: S311 - nothing is at stake
        try:
            ruleset = variant.ruleset(seats, mix)
        except RulesetError:
            continue  # the deck is too small for so many (K-126)
        for deal in range(deals):
            chance = f"{seed}/{number}/{deal}"
            where = f"{seats} seats, seed {chance}, {ruleset.options}"
            # Half of the single deals are played carelessly.
            style = CARELESS if deal % 2 else PlayStyle()
            try:
                if deal == 0:
                    game = play_game(ruleset, chance, watch=CardInvariant(ruleset))
                    played, has_ended = game.deals, game.ended
                else:
                    single = play_deal(ruleset, chance, style=style, watch=CardInvariant(ruleset))
                    played, has_ended = (single,), single.ended
            except Exception as fault:  # noqa: BLE001 - the other deals are still to be played
                totals += DealTotals(faults=(f"{where}: {fault!r}",))
                continue
            totals += DealTotals(
                deals=len(played),
                turns=sum(one.turns for one in played),
                blocked=sum(one.ending is Ending.BLOCKED for one in played),
                penalties=sum(one.draws[Cause.PENALTY] for one in played),
                faults=() if has_ended else (f"{where}: does not come to an end",),
            )
        totals += DealTotals(settings=frozenset((name, repr(value)) for name, value in mix.items()))
    return totals


def unplayed(variant: Variant, totals: DealTotals) -> Iterator[str]:
    """Yield a line for every value of an option that no table allowed."""
    for name, values in choices(variant).items():
        for value in values:
            if (name, repr(value)) not in totals.settings:
                yield f"{variant.key}: option {name} = {value!r}: no size of table allows it"
