"""Playing a record again, by the rules, as far as it goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.records.from_events import Entry
from games.records.lines import Deal, DealOver, FirstDealer, Line, Move, Order, Record, Rules
from games.records.redact import redact
from games.records.scripted import Scripted, WrongOrder
from games.records.tags import OPEN, Tags
from games.rules import commands, events
from games.rules.cards import Cards, parse_cards
from games.rules.commands import Command
from games.rules.decide import decide
from games.rules.edition import EDITION, FIRST
from games.rules.events import Ending, Event
from games.rules.evolve import fold
from games.rules.fairness import Chance, CommittedChance, commit
from games.rules.game import Game
from games.rules.notation import NotationError, happenings
from games.rules.notation.acts import parse_command
from games.rules.refusal_reasons import IllegalMove
from games.rules.ruleset import Ruleset, RulesetError
from games.rules.variants import Variant


class Fault(Exception):
    """A line, by its place below the tags from 0, or a tag, by its name, does not follow from the rules."""

    def __init__(self, place: int | str, why: str) -> None:
        super().__init__(why)
        self.place, self.why = place, why


@dataclass(frozen=True, slots=True)
class Step:
    """What the command of one line caused, and the game after it."""

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
    """Why it could not be followed to the end."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that happened."""
        return (*self.opening, *(one for step in self.steps for one in step.entries))


def replay(record: Record, variant: Variant) -> Replay:
    """Return what happens when the moves of *record*, which hides nothing, are made again under *variant*.

    Raises Fault where not even its table can be made.
    """
    tags = record.tags
    ruleset, chance = table_of(tags, variant), chance_of(record)
    opening: list[Event] = [
        events.GameOpened(
            ruleset=tags.ruleset, options=dict(tags.options), seats=len(tags.sitters), terms=dict(tags.terms),
            game=tags.game, commitment=tags.commitment, seed=tags.seed,
        )
    ]  # fmt: skip
    for seat, one in enumerate(tags.sitters):
        if one:
            who = events.SeatTaken(seat=seat, player=one.player, bot=one.bot, nonce=one.nonce, program=one.program)
            opening.append(who)
    steps: list[Step] = []
    fault = None
    try:
        steps.extend(_steps(fold(Game(ruleset), opening), record.lines, chance))
    except Fault as found:
        fault = found
    return Replay(tuple(Entry(event=event, turn=0, at=0) for event in opening), tuple(steps), fault)


def table_of(tags: Tags, variant: Variant) -> Ruleset:
    """Return the ruleset of the table of these *tags*. Raises Fault where *variant* has no such table."""
    if tags.viewer != OPEN:
        raise Fault(
            "Viewer", 'it hides cards; only a record with [Viewer "all"], of a game that is over, can be checked'
        )
    if (variant.hash, variant.key) != (tags.ruleset, tags.variant):
        raise Fault("Ruleset", f"its rules are {tags.variant} {tags.ruleset}, not {variant.key} {variant.hash}")
    if None in tags.sitters:
        raise Fault(f"Seat{tags.sitters.index(None)}", "nobody sits there; a game begins when every seat is taken")
    try:
        return variant.ruleset(len(tags.sitters), tags.options)
    except RulesetError as fault:
        raise Fault("Options", f"its rules do not allow this table: {fault}") from fault


def chance_of(record: Record) -> Chance:
    """Return the chance of a game: from its seed or, if none was committed, from its lines. Raises Fault."""
    tags = record.tags
    if tags.seed or tags.commitment:
        nonces = [sitter.nonce for sitter in tags.sitters if sitter]
        try:
            committed = commit(tags.seed, game=tags.game, ruleset=tags.ruleset, seats=len(tags.sitters))
            if committed == tags.commitment:
                return CommittedChance(tags.game, tags.seed, nonces)
        except ValueError:
            pass
        raise Fault("Seed", "this is not the seed of the commitment; copy both tags from the original record")
    shuffles: dict[int, Cards] = {}
    draws: dict[int, int] = {}
    for place, line in enumerate(record.lines):
        match line:
            case Order(act=act, cards=cards):
                try:
                    shuffles[act] = parse_cards(" ".join(cards))
                except ValueError as fault:
                    raise Fault(place, str(fault)) from fault
            case FirstDealer(act=act, dealer=dealer):
                draws[act] = dealer
            case _:
                pass
    return Scripted(shuffles, draws)


def _steps(game: Game, lines: Sequence[Line], chance: Chance) -> Iterator[Step]:
    """Yield what each line that is a command causes. Raises Fault at the first that cannot be carried out."""
    due, late, edition = 0, None, FIRST
    for place, line in enumerate(lines):
        match line:
            case Rules():
                edition = line.edition
                if not FIRST <= edition <= EDITION:
                    raise Fault(place, f"the rules of this service have the editions {FIRST} to {EDITION}")
                continue
            case FirstDealer():
                command: Command = commands.StartGame()
            case Deal():
                command = commands.DealCards()
            case Move(seat=seat, move=move, by_clock=True):
                # One timeout may make several moves in a row. The first line of them is the command.
                # It may also remove players who are absent, and not only the one whose time is up.
                removes = move == "resign"
                if seat in game.resigned or (late == seat and not removes):
                    continue
                asked = game.on_turn if removes else None
                command = commands.TimeUp(seat=seat if asked is None else asked)
            case Move(seat=seat, move=move):
                try:
                    command = parse_command(seat, move)
                except NotationError as fault:
                    raise Fault(place, str(fault)) from fault
            case DealOver(ending=Ending.ABANDONED):
                command = commands.Abandon()
            case _:
                continue
        late = command.seat if isinstance(command, commands.TimeUp) else None
        try:
            decision = decide(game, command, chance=chance, edition=edition)
        except IllegalMove as fault:
            raise Fault(place, str(fault)) from fault
        except WrongOrder as fault:
            # Name the line with the wrong cards, if there is one, and not the move that needed them.
            acts = (n for n, one in enumerate(lines) if isinstance(one, Order | FirstDealer) and one.act == fault.act)
            raise Fault(next(acts, place), str(fault)) from fault
        at = due + (line.spent if isinstance(line, Move) else 0)
        happened = happenings(decision, game.turn)
        entries = tuple(redact(one, None, over=True, at=at, edition=edition) for one in happened)
        if any(isinstance(event, events.ADVANCES) for event in decision.events):
            due = at
        game = decision.after
        yield Step(place, entries, game)
