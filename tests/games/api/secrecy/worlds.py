"""Games that chance and commands make, and counterparts: other hidden cards, but the same before a viewer's eyes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction

from base.identifiers import uuid7
from games import store
from games.clocks import Terms
from games.log.append import CommandContext
from games.rules import variants
from games.rules.cards import Card, Cards
from games.rules.commands import Command, Keep, Move, Play, StartGame, TakeSeat
from games.rules.events import CardsDealt, Event, GameOpened, StockShuffled
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.refusal_reasons import IllegalMove
from games.rules.ruleset import OptionValue
from games.services.drafts import Draft
from games.services.writing import write
from tests.games.api.secrecy.oracle import look_alike
from tests.rules.walks import any_command

SWAPS = 60
"""How many pairs of cards are tried. Each one that the viewer does not notice makes the games differ more."""


@dataclass(frozen=True)
class Ordained:
    """Chance that shuffles the cards of `order` into this order; its number decides all else."""

    number: int
    order: Cards = ()

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        shuffled = sorted(cards)
        if shuffled == sorted(self.order):
            return self.order
        Random(f"{self.number}/{act}").shuffle(shuffled)
        return tuple(shuffled)

    def draw_dealer(self, sides: int, act: int) -> int:
        return Random(f"{self.number}/{act}").randrange(sides)


class Rigged(Draft):
    """What happens by chance that the test ordains."""

    chance: Ordained

    def _chance(self) -> Any:
        return self.chance


@dataclass(frozen=True)
class World:
    """All that makes a game what it is: play it again, and the same happens."""

    variant: str
    seats: int
    options: dict[str, OptionValue]
    chance: Ordained
    seed: str
    commands: tuple[Command, ...] = ()
    players: tuple[str, ...] = ()
    id: UUID = field(default_factory=uuid7)

    def drafts(self) -> Iterator[Draft]:
        """Yield the start of the game, and then what each command causes. Raises IllegalMove."""
        pinned, terms = variants.load(self.variant), Terms(clock="fast")
        draft = self._draft(Game(pinned.ruleset(self.seats, self.options)))
        draft.emit(GameOpened(ruleset=pinned.hash, options=self.options, seats=self.seats,
                              terms=terms.pinned(self.seats), commitment="", seed=self.seed))  # fmt: skip
        for seat in range(self.seats):
            player = self.players[seat] if seat < len(self.players) else ""
            draft.handle(TakeSeat(seat=seat, player=player, bot="" if player else "novice", nonce=f"nonce {seat}"))
        draft.handle(StartGame())
        yield draft
        for command in self.commands:
            draft = self._draft(draft.game)
            draft.handle(command)
            yield draft

    def _draft(self, game: Game) -> Rigged:
        draft = Rigged(self.id, game)
        draft.chance = self.chance
        return draft

    def events(self) -> list[Event]:
        """Return all that happens. Raises IllegalMove."""
        return [one.event for draft in self.drafts() for one in draft.events]

    def end(self) -> Game:
        """Return the game after the last command."""
        *_, last = self.drafts()
        return last.game

    def store(self) -> None:
        """Write the game to the log as the service does: each command with its events."""
        pinned = variants.load(self.variant)
        for draft in self.drafts():
            with transaction.atomic():
                row = store.lock(self.id) or store.open_stream(
                    self.id, ruleset=pinned.hash, variant=self.variant, visibility="public"
                )
                write(row, draft, CommandContext(actor=self.players[0]))


def random_world(variant: str, number: int, players: Sequence[str], commands: int) -> World:
    """Return a game of *variant* in which up to *commands* were made at random, in its first deal."""
    random, seats = Random(f"{variant}/{number}"), max(variants.load(variant).rules["players"]["least"], len(players))
    world = World(variant, seats, _options(variant, seats, random), Ordained(number), "5e" * 32, (), tuple(players))
    game = world.end()
    made: list[Command] = []
    while len(made) < commands:
        command = any_command(random, game, unrest=0.02)
        after = replace(world, commands=(*made, command)).end()
        if after.status != Status.PLAYING or after.deals > 1 or after.ended:
            break
        made, game = [*made, command], after
    return replace(world, commands=tuple(made))


def _options(variant: str, seats: int, random: Random) -> dict[str, OptionValue]:
    """Return options that differ from their defaults here and there; none where they do not go together."""
    known = variants.load(variant).options
    chosen = {name: random.choice(one.choices) for name, one in known.items() if one.choices and random.random() < 0.3}
    try:
        variants.load(variant).ruleset(seats, chosen)
    except ValueError:
        return {}
    return chosen


def counterpart(world: World, viewer: int | None) -> World | None:
    """Return a game with other hidden cards in which *viewer* saw the same happen; None if none was found."""
    seen, random = world.events(), Random(f"{world.chance.number}/{viewer}")
    until = next(place for place, one in enumerate(seen) if isinstance(one, CardsDealt))
    order = [*next(one for one in reversed(seen[:until]) if isinstance(one, StockShuffled)).cards]
    found = None
    for _ in range(SWAPS):
        one, other = random.sample(range(len(order)), 2)
        if order[one] == order[other]:
            continue
        swapped = order.copy()
        swapped[one], swapped[other] = swapped[other], swapped[one]
        chance = replace(world.chance, order=tuple(swapped))
        candidate = replace(world, id=uuid7(), chance=chance, seed="e5" * 32)
        candidate = replace(candidate, commands=_alike(candidate, world.commands, viewer))
        try:
            happened = candidate.events()
        except IllegalMove:
            continue
        if look_alike(seen, happened, viewer):
            order, found = swapped, candidate
    return found if found and _hidden(found) != _hidden(world) else None


def _alike(world: World, commands: Sequence[Command], viewer: int | None) -> tuple[Command, ...]:
    """Return *commands* with other cards where *viewer* sees only their backs: laid blind, or kept in the cut."""
    made: list[Command] = []
    for command in commands:
        likes = [command]
        hides = isinstance(command, Keep) or (isinstance(command, Play) and command.claim is not None)
        if hides and isinstance(command, Keep | Play) and command.seat != viewer:
            try:
                game = replace(world, commands=tuple(made)).end()
            except IllegalMove:
                return tuple(commands)
            moves = [] if game.on_turn is None else legal_moves(game, command.seat)
            likes = [move for move in moves if _same_back(move, command)] or likes
        made.append(likes[0])
    return tuple(made)


def _same_back(move: Move, like: Keep | Play) -> bool:
    """Return whether two moves look the same to those who do not see the cards."""
    return (
        isinstance(move, type(like)) and len(move.cards) == len(like.cards) and replace(move, cards=like.cards) == like
    )


def _hidden(world: World) -> tuple[Any, ...]:
    deal = world.end().table
    return deal.hands, deal.stock, deal.covered, deal.claim
