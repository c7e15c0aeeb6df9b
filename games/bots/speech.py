"""Announcements: a bot chooses its move first, and the right word follows from the move."""

from dataclasses import replace

from games.rules.cards import without
from games.rules.commands import Move, Play, is_turn_move
from games.rules.legality.announcements import laid_faces, right_words
from games.rules.observation import Observation


def without_words(observation: Observation) -> list[Move]:
    """Return ``observation.moves`` without announcements, accusations and plays with a word.

    A play that needs no nomination, because its word ends the deal, is left out too: the same play without the word is
    among the moves.
    """
    return [move for move in observation.moves if is_turn_move(move)]


def spoken(observation: Observation, move: Move) -> Move:
    """Return *move* with the word that is due or right, if there is such a move in ``observation.moves``."""
    if not isinstance(move, Play) or not observation.ruleset.speaks:
        return move
    right = right_words(observation.ruleset, laid_faces(move), without(observation.hand, move.cards))
    ways = (replace(move, word=word, nominated=named) for word in right for named in (move.nominated, ""))
    return next((way for way in ways if way in observation.moves), move)
