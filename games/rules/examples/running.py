"""Runs an example: makes its moves, then compares the game with what the example expects."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.rules import commands
from games.rules.cards import parse_cards, print_cards
from games.rules.commands import Command, Play
from games.rules.decide import decide
from games.rules.events import Ask
from games.rules.examples.setting import ListedChance, seats_of, set_up
from games.rules.examples.shape import Example, ExampleError
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.notation import NotationError, parse_move, print_move
from games.rules.refusal_reasons import IllegalMove
from games.rules.ruleset import Options, Ruleset
from games.rules.ruleset.read import show
from games.rules.variants import Variant

VERBS: Final = ("draw", "accept", "pass", "believe", "challenge", "rescue", "decline", "name", "cut", "keep")


class Outcome(NamedTuple):
    """The outcome of an example. ``faults`` says what was expected and what was found; it is empty if all holds."""

    example: Example
    faults: tuple[str, ...]


def run_in(variant: Variant, example: Example, options: Options | None = None) -> Outcome:
    """Run *example* at a table of *variant* of its size, with its own options unless others are given.

    Raises ExampleError if it cannot be set up, RulesetError if there is no such table.
    """
    return run_example(example, variant.ruleset(seats_of(example), example.options if options is None else options))


def run_example(example: Example, ruleset: Ruleset) -> Outcome:
    """Run *example* under *ruleset*. Raises ExampleError if it cannot be set up."""
    game, chance = set_up(example, ruleset)
    for number, text in enumerate(example.moves):
        key = f"moves[{number}]"
        command: Command
        try:
            if text == "deal":
                command = commands.DealCards()
            elif text == "clock":
                if game.on_turn is None:
                    raise ExampleError(key, "No seat must act, so no time can run out. Take this out.")
                command = commands.TimeUp(seat=game.on_turn)
            else:
                command = parse_move(*_seat_and_move(key, text))
            game = decide(game, command, chance=chance).after
        except NotationError as fault:
            raise ExampleError(key, str(fault)) from fault
        except IllegalMove as refusal:
            return Outcome(example, (f'expected that "{text}" is allowed, found {refusal.reason}: {refusal}',))
    faults = []
    for key, wanted in example.then.items():
        if key in ("refused", "allowed"):
            for text in wanted:
                seat, move = _seat_and_move(f"then.{key}", text)
                why = ""
                try:
                    decide(game, parse_move(seat, move), chance=ListedChance(()))
                except (IllegalMove, NotationError) as fault:  # a text that names no move is refused too
                    why = str(fault)
                if bool(why) is not (key == "refused"):
                    faults.append(f'expected "{text}" to be {key}, found {why or "that it is not"}')
        elif (found := _FOUND[key](game, wanted)) != (should := _AS_FOUND.get(key, lambda value: value)(wanted)):
            faults.append(f"expected {key} = {_show(should)}, found {_show(found)}")
    return Outcome(example, tuple(faults))


def _seat_and_move(key: str, text: str) -> tuple[int, str]:
    seat, _, move = text.strip().partition(" ")
    if not seat.isdecimal() or not move:
        raise ExampleError(key, f'"{text}" is not a seat with a move. Write one such as 0 7S.')
    return int(seat), move.lstrip()


def _moves(game: Game) -> list[commands.Move]:
    return [] if game.on_turn is None else legal_moves(game, game.on_turn)


def _of_seats(values: Any, wanted: Mapping[str, object]) -> dict[str, object]:
    return {seat: values[int(seat)] for seat in wanted}


_FOUND: Final[dict[str, Callable[[Game, Any], Any]]] = {
    "turn": lambda game, _: game.on_turn,
    "dealer": lambda game, _: game.dealer,
    "hands": lambda game, wanted: _of_seats([print_cards(sorted(hand)) for hand in game.table.hands], wanted),
    "cards": lambda game, wanted: _of_seats([len(hand) for hand in game.table.hands], wanted),
    "up_card": lambda game, _: str(game.table.up_card) if game.table.discards else "",
    "nominated": lambda game, _: game.table.nominated,
    "direction": lambda game, _: game.table.direction,
    "penalty": lambda game, _: game.table.penalty,
    "skip": lambda game, _: game.table.skip,
    "stock": lambda game, wanted: print_cards(game.table.stock) if isinstance(wanted, str) else len(game.table.stock),
    "plays": lambda game, _: sorted(
        {"+".join(map(str, move.cards)) for move in _moves(game) if isinstance(move, Play)}
    ),
    "verbs": lambda game, _: sorted({word for move in _moves(game) if (word := print_move(move).split()[0]) in VERBS}),
    "out": lambda game, _: list(game.table.out),
    "over": lambda game, _: game.table.ask is Ask.NOTHING,
    "winner": lambda game, _: game.ended.winner if game.ended else None,
    "points": lambda game, wanted: _of_seats(game.points or (0,) * len(game.sitters), wanted),
    "scores": lambda game, wanted: _of_seats(game.scores, wanted) if isinstance(wanted, dict) else list(game.scores),
    "eliminated": lambda game, _: sorted({*game.gone, *game.resigned}),
    "game_over": lambda game, _: game.status == Status.OVER,
}
"""What the game has for each key of ``then``."""


_AS_FOUND: Final[dict[str, Callable[[Any], Any]]] = {
    "hands": lambda hands: {seat: print_cards(sorted(parse_cards(cards))) for seat, cards in hands.items()},
    "stock": lambda stock: print_cards(parse_cards(stock)) if isinstance(stock, str) else stock,
    "plays": lambda plays: sorted(plays.split()),
    "verbs": sorted,
    "eliminated": sorted,
}
"""For some keys of ``then``: the value that an example expects, in the order and spelling of what is found."""


def _show(value: Any) -> str:
    if value in (None, "", []):
        return "nothing"
    return " ".join(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else show(value)
