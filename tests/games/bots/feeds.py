"""Walks through games in which every seat remembers its own feed."""

from collections.abc import Iterator
from typing import NamedTuple

from games.bots.memory import Memory
from games.bots.remembering import remember
from games.rules import commands
from games.rules.decide import decide
from games.rules.events import Event
from games.rules.game import Game
from games.rules.observation import seen_by
from tests.rules.tables import Table
from tests.rules.walks import walk


class Remembered(NamedTuple):
    """A game, what each seat remembers of it, and what happened before."""

    game: Game
    memories: list[Memory]
    happened: tuple[Event, ...]


def positions(table: Table, *, steps: int, unrest: float = 0.04) -> Iterator[Remembered]:
    """Yield each position of a walk at *table*."""
    started = decide(table.seated(), commands.StartGame(), chance=table.dice)
    dealt = decide(started.after, commands.DealCards(), chance=table.dice)
    happened, memories = dealt.events, [Memory(seat) for seat in range(table.seats)]
    for step in walk(table, steps=steps, unrest=unrest):
        memories = [
            remember(memory, [seen_by(memory.viewer, event) for event in happened], table.ruleset)
            for memory in memories
        ]
        yield Remembered(step.game, memories, happened)
        happened = step.decision.events
