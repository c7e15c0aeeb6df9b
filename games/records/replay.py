"""Playing a record again, by the rules, as far as it goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.records.from_events import Entry
from games.records.lines import Deal, Line, Lot, Move, Order, Record
from games.records.redact import redact
from games.records.scripted import Scripted, WrongOrder
from games.records.tags import OPEN, Tags
from games.rules import commands, events
from games.rules.cards import Cards, parse_cards
from games.rules.commands import Command
from games.rules.decide import Decision, decide
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.fairness import Chance, CommittedChance, commit
from games.rules.game import Game
from games.rules.notation import NotationError, happenings, parse_move
from games.rules.reasons import IllegalMove
from games.rules.ruleset import Ruleset, RulesetError
from games.rules.variants import Variant


class Fault(Exception):
    """What does not follow: a line, by its place below the tags, or a tag, by its name."""

    def __init__(self, place: int | str, why: str) -> None:
        super().__init__(why)
        self.place, self.why = place, why


@dataclass(frozen=True, slots=True)
class Step:
    """What the command of one line set off, and the game after it."""

    line: int
    entries: tuple[Entry, ...]
    after: Game


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again, as far as it could be followed."""

    opening: tuple[Entry, ...]
    """Before the first line: the table is made and the seats are taken."""
    steps: tuple[Step, ...]
    fault: Fault | None
    """Why it could be followed no further."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that happened."""
        return (*self.opening, *(one for step in self.steps for one in step.entries))


def replay(record: Record, variant: Variant) -> Replay:
    """Return what happens when the moves of *record*, which hides nothing, are made again under *variant*.

    Raises Fault where not even its table can be made.
    """
    ruleset, chance = table_of(record.tags, variant), chance_of(record)
    opening = _opening(record.tags)
    game = fold(Game(ruleset), opening)
    steps: list[Step] = []
    fault = None
    try:
        steps.extend(_steps(game, record.lines, chance))
    except Fault as found:
        fault = found
    return Replay(tuple(Entry(event=event, turn=0, at=0) for event in opening), tuple(steps), fault)


def table_of(tags: Tags, variant: Variant) -> Ruleset:
    """Return the ruleset of the table that *tags* tell. Raises Fault where *variant* has no such table."""
    if tags.viewer != OPEN:
        raise Fault("Viewer", "it hides cards: only the record of a game that is over can be played again")
    if (variant.hash, variant.key) != (tags.ruleset, tags.variant):
        raise Fault("Ruleset", f"its rules are {tags.variant} {tags.ruleset}, not {variant.key} {variant.hash}")
    if None in tags.sitters:
        raise Fault(f"Seat{tags.sitters.index(None)}", "nobody sits there")
    try:
        return variant.ruleset(len(tags.sitters), tags.options)
    except RulesetError as fault:
        raise Fault("Options", f"its rules seat no such table: {fault}") from fault


def chance_of(record: Record) -> Chance:
    """Return the chance of a game: from its seed, or where none was committed as the lines tell it. Raises Fault."""
    tags = record.tags
    nonces = [sitter.nonce for sitter in tags.sitters if sitter]
    if not tags.seed and not tags.commitment:
        return Scripted(
            _orders(record.lines), {line.act: line.dealer for line in record.lines if isinstance(line, Lot)}
        )
    try:
        committed = commit(tags.seed, game=tags.game, ruleset=tags.ruleset, seats=len(tags.sitters))
        if committed == tags.commitment:
            return CommittedChance(tags.game, tags.seed, nonces)
    except ValueError:
        pass
    raise Fault("Seed", "the seed is not the one that was committed")


def _orders(lines: Sequence[Line]) -> dict[int, Cards]:
    orders = {}
    for place, line in enumerate(lines):
        if isinstance(line, Order):
            try:
                orders[line.act] = parse_cards(" ".join(line.cards))
            except ValueError as fault:
                raise Fault(place, str(fault)) from fault
    return orders


def _opening(tags: Tags) -> tuple[Event, ...]:
    opened = events.GameOpened(
        ruleset=tags.ruleset, options=dict(tags.options), seats=len(tags.sitters), terms=dict(tags.terms),
        game=tags.game, commitment=tags.commitment, seed=tags.seed,
    )  # fmt: skip
    taken = (
        events.SeatTaken(seat=seat, player=one.player, bot=one.bot, nonce=one.nonce, program=one.program)
        for seat, one in enumerate(tags.sitters)
        if one
    )
    return (opened, *taken)


def _steps(game: Game, lines: Sequence[Line], chance: Chance) -> Iterator[Step]:
    """Yield what each line that tells a command sets off. Raises Fault at the first that cannot be carried out."""
    due, late = 0, None
    for place, line in enumerate(lines):
        command = _command(line, place)
        if isinstance(line, Move) and line.by_clock:
            if late == line.seat:
                continue  # the clock has made this move already
            late = line.seat
        elif command is not None:
            late = None
        if command is None:
            continue
        decision = _decide(game, command, chance, lines, place)
        at = due + (line.spent if isinstance(line, Move) else 0)
        entries = tuple(redact(one, None, over=True, at=at) for one in happenings(decision, game.turn))
        if any(isinstance(event, events.ADVANCES) for event in decision.events):
            due = at
        game = decision.after
        yield Step(place, entries, game)


def _command(line: Line, place: int) -> Command | None:
    """Return what *line* tells to do; None if it tells what came of a move. Raises Fault for words that are no move."""
    match line:
        case Lot():
            return commands.StartGame()
        case Deal():
            return commands.DealCards()
        case Move(seat=seat, by_clock=True):
            return commands.TimeUp(seat=seat)
        case Move(seat=seat, move=move):
            try:
                return parse_move(seat, move)
            except NotationError as fault:
                raise Fault(place, str(fault)) from fault
        case _:
            return None


def _decide(game: Game, command: Command, chance: Chance, lines: Sequence[Line], place: int) -> Decision:
    try:
        return decide(game, command, chance=chance)
    except IllegalMove as fault:
        raise Fault(place, str(fault)) from fault
    except WrongOrder as fault:
        acts = (number for number, line in enumerate(lines) if isinstance(line, Order | Lot) and line.act == fault.act)
        raise Fault(next(acts, place), str(fault)) from fault
