"""Saying the right word with a play: the move is chosen first, and the word follows from it."""

from dataclasses import replace

from games.rules.cards import without
from games.rules.commands import Move, Play, is_deed
from games.rules.legality.announcements import laid_faces, right_words
from games.rules.observation import Observation


def without_words(sight: Observation) -> list[Move]:
    """Return the moves of ``sight.moves`` but those with a word, announcements and accusations.

    A play that needs no nomination because its word ends the deal is not among them: its silent twin is.
    """
    return [move for move in sight.moves if is_deed(move)]


def spoken(sight: Observation, move: Move) -> Move:
    """Return *move* with the word that is due or right, if one is: always one of ``sight.moves`` where *move* is."""
    if not isinstance(move, Play) or not sight.ruleset.speaks:
        return move
    right = right_words(sight.ruleset, laid_faces(move), without(sight.hand, move.cards))
    ways = (replace(move, word=word, nominated=named) for word in right for named in (move.nominated, ""))
    return next((way for way in ways if way in sight.moves), move)
