"""Walks: games played by chance, with words thrown in, seats that give up and turns that the clock takes."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import HealthCheck, Phase, reject, settings
from hypothesis import strategies as st

from games.rules import commands
from games.rules.commands import Command
from games.rules.decide import Decision, decide
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.notation import print_layout
from games.rules.ruleset import Option, RulesetError
from tests.rules.tables import VARIANTS, Table

MOST_DECISIONS: Final = 4000
"""Hardly a deal of chance lasts longer. With some options of the kernel's ruleset one took 10,107 decisions."""

LAW: Final = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],  # a table is small; to shrink its seed tells nothing
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def _values(option: Option) -> st.SearchStrategy[Any]:
    return st.sampled_from(option.choices) if option.choices else st.integers(option.least, min(option.most, 12))


@st.composite
def tables(draw: st.DrawFn, variants: tuple[str, ...] = tuple(VARIANTS)) -> Table:
    """Any table that can be made: variant, number of seats, options, chance."""
    key = draw(st.sampled_from(variants))
    players = VARIANTS[key].players
    seats = draw(st.integers(players.least, players.most))
    declared = VARIANTS[key].options
    options = draw(st.fixed_dictionaries({}, optional={name: _values(one) for name, one in declared.items()}))
    table = Table(variant=key, seats=seats, options=options, seed=draw(st.integers(0, 2**16)))
    try:
        table.ruleset.fits(table.ruleset.deck[0], None, "")
    except RulesetError:
        reject()
    return table


class Step(NamedTuple):
    """One decision of a walk."""

    game: Game
    command: Command
    decision: Decision


def walk(table: Table, *, steps: int = MOST_DECISIONS, unrest: float = 0.04) -> Iterator[Step]:
    """Play a game at *table* by chance; *unrest* is how often the clock moves or (far more rarely) a seat gives up."""
    rng, dice, game = Random(table.seed), table.dice, table.dealt()
    for number in range(steps):
        if game.status == Status.OVER:
            return
        command = any_command(rng, game, unrest)
        try:
            decision = decide(game, command, chance=dice)
            yield Step(game, command, decision)
        except Exception as fault:
            fault.add_note(f"{table}, step {number}: {command} on\n{print_layout(game.table)}")
            raise
        game = decision.after


def any_command(rng: Random, game: Game, unrest: float) -> Command:
    """Return a command that a seat may send now, or the clock; see `walk`."""
    seat = game.on_turn
    if seat is None:
        return commands.DealCards()
    if rng.random() < unrest:
        if rng.random() < 0.1:
            seats = [one for one in range(len(game.sitters)) if one not in game.resigned]
            return commands.Resign(seat=rng.choice(seats))
        return commands.TimeUp(seat=seat)
    words = [move for other in range(len(game.sitters)) if other != seat for move in legal_moves(game, other)]
    if words and rng.random() < 0.5:
        return rng.choice(words)
    moves = legal_moves(game, seat)
    if game.rules.sections.say.needless != "refused" and rng.random() < 0.95:  # at five cards a word no deal would end
        moves = [move for move in moves if not _speaks(move)] or moves
    return rng.choice(moves)


def _speaks(move: commands.Move) -> bool:
    return isinstance(move, commands.Say) or (isinstance(move, commands.Play) and bool(move.word))
