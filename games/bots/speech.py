"""Saying the right word with a play: what is chosen first is the deed, the word follows from it."""

from dataclasses import replace

from games.rules.cards import without
from games.rules.commands import Move, Play, is_deed
from games.rules.legality.announcements import laid_faces, right_words
from games.rules.observation import Sight


def without_words(sight: Sight) -> list[Move]:
    """Return the moves of ``sight.moves`` that are deeds: plays without a word, and no announcing or accusing.

    A play that needs no nomination because its word ends the deal is not among them: its silent twin is.
    """
    return [move for move in sight.moves if is_deed(move)]


def spoken(sight: Sight, deed: Move) -> Move:
    """Return *deed* with the word that is due or right, if one is: always one of ``sight.moves`` where *deed* is."""
    if not isinstance(deed, Play) or not sight.ruleset.speaks:
        return deed
    right = right_words(sight.ruleset, laid_faces(deed), without(sight.hand, deed.cards))
    ways = (replace(deed, word=word, nominated=named) for word in right for named in (deed.nominated, ""))
    return next((way for way in ways if way in sight.moves), deed)
