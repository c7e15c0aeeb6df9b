"""From events back to what was asked for: each act of a game as the command that it answers.

``acts`` reads what everybody sees of the events, so it reads a log and one viewer's part of it alike. One thing it
cannot know: whether a needless word was said with a card or before it, as both happen in the same way; it reads the
latter. ``retell`` has the game to ask, and tells of each act the command that gives its events when it is carried out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from games.rules import commands
from games.rules.decide import decide
from games.rules.events import Event
from games.rules.game import Game, fold
from games.rules.reasons import IllegalMove
from games.rules.retelling.reading import Act, Reader, Untold
from games.rules.retelling.scripted import Scripted, WrongOrder, outcomes
from games.rules.ruleset import Ruleset

__all__ = ["Act", "Scripted", "Untold", "WrongOrder", "acts", "outcomes", "retell"]


def acts(ruleset: Ruleset, happened: Iterable[Event]) -> Iterator[Act]:
    """Yield the acts of a game under *ruleset*, of which *happened* is all, or what one viewer may see of it.

    Raises Untold where no act can have begun.
    """
    reader = Reader(ruleset, tuple(happened))
    while not reader.at_end:
        yield reader.act()


def retell(game: Game, happened: Iterable[Event]) -> Iterator[tuple[Game, Act]]:
    """Yield each act of *game*, which has its ruleset, with the game before it; *happened* hides nothing.

    Raises Untold where no act can have begun.
    """
    told = list(acts(game.rules, happened))
    place = 0
    while place < len(told):
        merged = _merged(game, told[place : place + 2])
        act = merged or told[place]
        yield game, act
        game = fold(game, act.events)
        place += 2 if merged else 1


def _merged(game: Game, told: Sequence[Act]) -> Act | None:
    """Return the next two acts as the one play with a needless word that they were; None if they were two."""
    if len(told) < 2 or game.rules.knobs.say.needless == "refused":
        return None
    word, play = told
    said, laid = word.command, play.command
    if not isinstance(said, commands.Say) or not isinstance(laid, commands.Play) or said.seat != laid.seat:
        return None
    if laid.word or (_gives(game, word) and _gives(fold(game, word.events), play)):
        return None
    merged = Act(command=replace(laid, word=said.word), turn=word.turn, events=(*word.events, *play.events))
    return merged if _gives(game, merged) else None


def _gives(game: Game, act: Act) -> bool:
    """Tell whether the command of *act*, carried out on *game*, gives its events."""
    try:
        return act.command is not None and decide(game, act.command, chance=outcomes(act.events)).events == act.events
    except (IllegalMove, WrongOrder):
        return False
