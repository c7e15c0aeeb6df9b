"""Saying the right word with a play: the move is chosen first, and the word follows from it."""

from dataclasses import replace

from games.rules.cards import without
from games.rules.commands import Move, Play, is_deed
from games.rules.legality.announcements import laid_faces, right_words
from games.rules.observation import Observation


def without_words(observation: Observation) -> list[Move]:
    """Return the moves of ``observation.moves`` but those with a word, announcements and accusations.

    A play that needs no nomination because its word ends the deal is not among them: its silent twin is.
    """
    return [move for move in observation.moves if is_deed(move)]


def spoken(observation: Observation, move: Move) -> Move:
    """Return *move* with the word that is due or right, if one is: one of ``observation.moves`` where *move* is."""
    if not isinstance(move, Play) or not observation.ruleset.speaks:
        return move
    right = right_words(observation.ruleset, laid_faces(move), without(observation.hand, move.cards))
    ways = (replace(move, word=word, nominated=named) for word in right for named in (move.nominated, ""))
    return next((way for way in ways if way in observation.moves), move)
