"""Deals played by chance at tables of every size, with every value of every option; laws are watched on the way."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from games.rules.deal import Deal
from games.rules.events import Cause, Ending, Event
from games.rules.game import Game
from games.rules.playouts import DealFacts, Manner, play_deal, play_game
from games.rules.ruleset import OptionValue, Ruleset, RulesetError
from games.rules.variants import Variant, from_bytes

Mix: TypeAlias = dict[str, OptionValue]
"""Options that are set, with their values."""

CARELESS: Final = Manner(forgets=0.2, accuses=0.3, late=0.02)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What deals were like, in sums."""

    deals: int = 0
    turns: int = 0
    blocked: int = 0
    penalties: int = 0
    """How often a penalty was drawn."""
    settings: frozenset[tuple[str, str]] = frozenset()
    """Options and values at which deals were played."""
    faults: tuple[str, ...] = ()

    def __add__(self, other: "Played") -> "Played":
        return Played(
            deals=self.deals + other.deals, turns=self.turns + other.turns, blocked=self.blocked + other.blocked,
            penalties=self.penalties + other.penalties, settings=self.settings | other.settings,
            faults=self.faults + other.faults,
        )  # fmt: skip


class LawBroken(Exception):
    """A law that holds at every table does not hold."""


@dataclass(slots=True)
class Witness:
    """Watches a game: after every command each card of the deck lies somewhere, and only once."""

    ruleset: Ruleset
    _deck: Counter[int] = field(init=False)

    def __post_init__(self) -> None:
        self._deck = Counter(map(int, self.ruleset.deck))

    def __call__(self, happened: Sequence[Event], game: Game) -> None:
        """Raise LawBroken if cards were lost or made."""
        found = on_the_table(game.table) if game.deal else self._deck
        if found != self._deck:
            raise LawBroken(f"cards lost {self._deck - found}, made {found - self._deck}, after {happened[-1]}")


def on_the_table(deal: Deal) -> Counter[int]:
    """Count every card that lies anywhere, face down or claimed to be another one too."""
    claimed = (deal.claim.card,) if deal.claim else ()
    return Counter(int(card) for cards in (*deal.hands, deal.stock, deal.faces, claimed) for card in cards)


def mixes(variant: Variant, rng: Random) -> list[Mix]:
    """Return the defaults, and as few mixes of all options as hold every value of each at least once."""
    shuffled = {name: rng.sample(some, len(some)) for name, some in choices(variant).items()}
    longest = max(map(len, shuffled.values()), default=0)
    return [{}, *({name: some[n % len(some)] for name, some in shuffled.items()} for n in range(longest))]


def choices(variant: Variant) -> dict[str, tuple[OptionValue, ...]]:
    """Return the values at which each option is tried: all, or of a range its ends and the default."""
    return {
        name: option.choices or tuple(dict.fromkeys((option.least, option.default, option.most)))
        for name, option in variant.options.items()
    }


def play(content: bytes, seats: int, deals: int, seed: int) -> Played:
    """Play at a table of *seats*, with each mix of options that it takes, *deals* deals and a whole game."""
    variant = from_bytes(content)
    played = Played()
    for number, mix in enumerate(mixes(variant, Random(f"{seed}/{seats}"))):  # noqa: S311 - nothing is at stake
        try:
            ruleset = variant.ruleset(seats, mix)
        except RulesetError:
            continue  # the deck is too small for so many (K-126)
        for deal in range(deals):
            played += _deal(ruleset, f"{seed}/{number}/{deal}", whole=not deal)
        played += Played(settings=frozenset((name, repr(value)) for name, value in mix.items()))
    return played


def unplayed(variant: Variant, played: Played) -> Iterator[str]:
    """Yield a line for every value of an option that no table took."""
    for name, values in choices(variant).items():
        for value in values:
            if (name, repr(value)) not in played.settings:
                yield f"{variant.key}: option {name} = {value!r}: no table of any size takes it"


def _deal(ruleset: Ruleset, seed: str, *, whole: bool) -> Played:
    manner, witness = CARELESS if seed.endswith(("1", "3", "5", "7", "9")) else Manner(), Witness(ruleset)
    try:
        if whole:
            facts = play_game(ruleset, seed, watch=witness)
            return _sum(facts.deals, _where(ruleset, seed), ended=facts.ended)
        one = play_deal(ruleset, seed, manner=manner, watch=witness)
        return _sum((one,), _where(ruleset, seed), ended=one.ended)
    except Exception as fault:  # noqa: BLE001 - the other deals are to be played
        return Played(faults=(f"{_where(ruleset, seed)}: {fault!r}",))


def _sum(deals: Sequence[DealFacts], where: str, *, ended: bool) -> Played:
    return Played(
        deals=len(deals),
        turns=sum(one.turns for one in deals),
        blocked=sum(one.ending is Ending.BLOCKED for one in deals),
        penalties=sum(one.draws[Cause.PENALTY] for one in deals),
        faults=() if ended else (f"{where}: does not come to an end",),
    )


def _where(ruleset: Ruleset, seed: str) -> str:
    options: Mapping[str, OptionValue] = ruleset.options
    return f"{ruleset.seats} seats, seed {seed}, {options}"
