"""What a ruleset of somebody else's may ask of the service: bounds that keep every decision of its games cheap."""

import re
from collections.abc import Iterator
from typing import Final

from games.rules.ruleset import Ruleset, RulesetError

MOST_IN_GROUP: Final = 12
"""Cards of one rank that may be grouped: the ways to lay a group double with each."""
MOST_WORDS: Final = 8
_WORD: Final = re.compile(r"[a-z]{1,20}(-[a-z]{1,20}){0,3}")
"""As the notation can write it."""


def check_bounds(ruleset: Ruleset) -> None:
    """Raise RulesetError, with the key and the reason, if a decision under *ruleset* could cost too much."""
    for complaint in (*_groups(ruleset), *_words(ruleset)):
        raise complaint


def _groups(ruleset: Ruleset) -> Iterator[RulesetError]:
    for rank in ruleset.ranks:
        cards = sum(card.rank == rank and card in ruleset.grouped for card in ruleset.deck)
        if cards > MOST_IN_GROUP:
            why = f"at most {MOST_IN_GROUP} cards of a rank may be laid together; {ruleset.seats} seats have {cards}"
            yield RulesetError("group.cards", why)
            return


def _words(ruleset: Ruleset) -> Iterator[RulesetError]:
    if len(ruleset.words) > MOST_WORDS:
        yield RulesetError("say.words", f"at most {MOST_WORDS} different words")
    for word in ruleset.words:
        if not _WORD.fullmatch(word):
            yield RulesetError("say.words", f"{word!r} is no word of the notation: small letters, parted by hyphens")
            return
