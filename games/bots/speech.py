"""Saying the right word with a play: what is chosen first is the deed, the word follows from it."""

from dataclasses import replace

from games.rules.cards import without
from games.rules.commands import Accuse, Move, Play, Say
from games.rules.sight import Sight


def without_words(sight: Sight) -> list[Move]:
    """Return the moves of ``sight.moves`` that are deeds: plays without a word, and no announcing or accusing.

    A play that needs no nomination because its word ends the deal is not among them: its silent twin is.
    """
    return [
        move
        for move in sight.moves
        if not isinstance(move, Say | Accuse) and not (isinstance(move, Play) and move.word)
    ]


def spoken(sight: Sight, deed: Move) -> Move:
    """Return *deed* with the word that is due, if one is: always a move that the rules allow where *deed* is one."""
    if not isinstance(deed, Play):
        return deed
    left = without(sight.hand, deed.cards)
    say, ruleset = sight.ruleset.knobs.say, sight.ruleset
    right: tuple[str, ...] = ()
    if say.left_one and len(left) == 1:
        right = ruleset.right_words(left[0], last=False)
    elif say.at_last and not left:
        right = ruleset.right_words(deed.cards[-1], last=True)
    ways = (replace(deed, word=word, nominated=named) for word in right for named in (deed.nominated, ""))
    return next((way for way in ways if way in sight.moves), deed)
