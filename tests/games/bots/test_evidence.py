"""What a memory keeps of the decisions of others."""

from random import Random

from hypothesis import given, settings

from games.bots.budget import Budget
from games.bots.clever import choose
from games.bots.memory import Memory
from games.bots.remembering import remember
from games.bots.witnessing import MOST_DECISIONS
from games.rules import commands
from games.rules.commands import Command
from games.rules.decide import decide
from games.rules.observation import masked, observe, seen_by
from tests.games.bots.feeds import positions
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables


@settings(LAW, max_examples=40)
@given(table=tables())
def test_the_table_of_a_memory_is_what_a_spectator_sees(table: Table) -> None:
    for game, memories, _ in positions(table, steps=100):
        if game.on_turn is None or table.ruleset.blind:
            continue
        for memory in memories:
            assert memory.table == masked(game.table, None, shown=False), table


@settings(LAW, max_examples=40)
@given(table=tables())
def test_a_memory_counts_the_cards_that_came_and_went(table: Table) -> None:
    """The difference is what the seat holds, and the decisions stand in their order."""
    for game, memories, _ in positions(table, steps=100):
        if game.on_turn is None or table.ruleset.blind:
            continue
        for memory in memories:
            for seat, known in memory.evidence.items():
                assert known.gained - len(known.plays) == len(game.table.hands[seat]), table
                assert len(known.decisions) <= MOST_DECISIONS
                turns = [(one.gained, one.played) for one in known.decisions]
                assert turns == sorted(turns)
            assert memory.viewer not in memory.evidence


def remembered(table: Table, *made: Command | None) -> tuple[Memory, list[Command]]:
    """Return what seat 0 remembers after seats made these moves, each its clever one where None is given."""
    game, memory, moves = table.seated(), Memory(0), []
    for command in (commands.StartGame(), commands.DealCards(), *made):
        move = command
        if move is None:
            assert game.on_turn is not None
            move = choose(observe(game, game.on_turn), None, Random(1), Budget())
        moves.append(move)
        decision = decide(game, move, chance=table.dice)
        memory = remember(memory, [seen_by(0, event) for event in decision.events], table.ruleset)
        game = decision.after
    return memory, moves[2:]


def test_each_decision_of_another_seat_is_remembered_with_its_table() -> None:
    memory, made = remembered(Table(variant="mau_mau", seats=2, seed=3), *[None] * 8)

    others = [move for move in made if isinstance(move, commands.Play | commands.Draw) and move.seat == 1]
    decided = memory.evidence[1].decisions
    assert others
    assert [type(one.move) for one in decided] == [type(move) for move in others]
    assert all(one.table.on_turn == 1 for one in decided)
    assert all(not getattr(one.move, "word", "") for one in decided)


def test_what_the_clock_decides_is_no_evidence() -> None:
    table = Table(variant="mau_mau", seats=2, seed=3)
    first, _ = remembered(table)
    assert first.table is not None
    late = [commands.TimeUp(seat=first.table.on_turn), commands.TimeUp(seat=1 - first.table.on_turn)]

    memory, _ = remembered(table, *late)

    assert memory.evidence[1].gained >= 5
    assert not memory.evidence[1].decisions
