"""Tables to test at: every variant, any of its options, any number of seats, chance from one number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from games.rules import commands, events
from games.rules.cards import Card, Cards
from games.rules.decide import decide
from games.rules.evolve import fold
from games.rules.game import Game
from games.rules.notation import parse_layout
from games.rules.ruleset import OptionValue, Ruleset
from games.rules.variants import KEYS, Variant, from_bytes, load, read_folder

KERNEL: Final = Path(__file__).parent / "kernel"

VARIANTS: Final[dict[str, Variant]] = {key: load(key) for key in KEYS}
"""Every variant of the service, and the kernel's own test ruleset."""

if (KERNEL / "ruleset.toml").exists():
    VARIANTS["kernel"] = from_bytes(read_folder(KERNEL))


class Dice:
    """Chance from one number: each act has its own order, whatever was asked for before."""

    def __init__(self, seed: object) -> None:
        self._seed = seed

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        order = list(cards)
        Random(f"{self._seed}/{act}").shuffle(order)
        return tuple(order)

    def draw_dealer(self, sides: int, act: int) -> int:
        return Random(f"{self._seed}/{act}").randrange(sides)


class AsTheyLie:
    """No chance at all: the last seat deals, and every shuffle leaves the cards as they lie."""

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:  # noqa: ARG002 - the protocol's name
        return tuple(cards)

    def draw_dealer(self, sides: int, act: int) -> int:  # noqa: ARG002 - the protocol's name
        return sides - 1


@dataclass(frozen=True, kw_only=True)
class Table:
    """Where a game is played: what a bug report needs to play it again."""

    variant: str
    seats: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int = 0

    @property
    def ruleset(self) -> Ruleset:
        return VARIANTS[self.variant].ruleset(self.seats, self.options)

    @property
    def dice(self) -> Dice:
        return Dice(self.seed)

    def seated(self) -> Game:
        """Return the game with all seats taken, before its start."""
        ruleset = self.ruleset
        opened = events.GameOpened(
            ruleset=ruleset.content, options=ruleset.options, seats=self.seats, commitment="", seed=""
        )
        taken = [events.SeatTaken(seat=seat, bot="novice", nonce=f"{seat}") for seat in range(self.seats)]
        return fold(Game(ruleset), [opened, *taken])

    def dealt(self) -> Game:
        """Return the game in which the first deal has just been dealt."""
        game = decide(self.seated(), commands.StartGame(), chance=self.dice).after
        return decide(game, commands.DealCards(), chance=self.dice).after

    def at(self, layout: str) -> Game:
        """Return the game that stands at *layout*."""
        game = decide(self.seated(), commands.StartGame(), chance=self.dice).after
        game.deal, game.deals = parse_layout(layout), 1
        game.dealer = game.deal.dealer
        return game
