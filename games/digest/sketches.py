"""What a variant is like, in a sentence or two, in the reader's language."""

import re
from typing import Final

from django.utils.translation import gettext_noop

from games.digest.speech import translated
from games.rules import variants
from games.rules.variants import Variant

SKETCHES: Final = {
    "101": gettext_noop(
        "The game of the Slavic countries, also called Sto odin or Czech Fool. Your points add up over many deals: "
        "with more than 101 you are out."
    ),
    "crazy_eights": gettext_noop("The American classic. Every eight is wild, and nothing else has an effect."),
    "faraon": gettext_noop(
        "You may play cards of one rank together, and each of them has its effect. Whoever has lost five deals is out."
    ),
    "haft_khabis": gettext_noop(
        "The game of Iran, with 52 cards. With a 2 you choose who must draw, and after an 8 you play one more card."
    ),
    "macau": gettext_noop(
        "Small cards and two Kings make others draw, Aces name a suit and Jacks a rank. Win two deals to win the game."
    ),
    "mau_mau": gettext_noop(
        "The classic: match suit or rank, say the word when you have one card left, and be the first without cards."
    ),
    "mau_mau_official": gettext_noop(
        "A long game for points with many special cards. Whoever reaches 101 is out, and a last Jack multiplies."
    ),
    "mau_mau_two_deck": gettext_noop(
        "For a large table. If you forget the word, you draw only if somebody notices it and accuses you."
    ),
    "neuner": gettext_noop(
        "The game of Austria and Bavaria. Nines and the joker are wild, and you knock when you have one card left."
    ),
    "pesten": gettext_noop(
        "The tormenting game of the Netherlands. Almost half of the cards have an effect, and a joker costs five cards."
    ),
    "prsi": gettext_noop(
        "The quick game of the Czech lands, with German cards and few effects. You need not say a word."
    ),
    "puque": gettext_noop("The game of Portugal, with forty cards. A 2 takes the turn of the next player."),
    "switch": gettext_noop(
        "The British game, also called Two-Four-Jacks. Aces are wild, a 2 answers a 2, and Jacks turn the direction."
    ),
    "tschau_sepp": gettext_noop(
        "The game of Switzerland. You say “tschau” with your last card but one, and “sepp” with the last."
    ),
}
"""By the keys of the variants that come with the service."""

_LONGEST: Final = 240
"""Characters of a sketch that is taken from an author's text."""
_NO_PROSE: Final = re.compile(r"[#|>*_`\s-]")
"""The first character of a title, a table, a list or the like in Markdown."""
_NUMBER: Final = re.compile(r"\**[A-Z]{1,6}-\d{1,4}\**[ :.]+")
"""The number of a paragraph, perhaps bold."""


def sketch(variant: Variant, language: str) -> str:
    """Return what *variant* is like. For a variant of a player these are the first words of their text after its title.

    It is empty if that text begins with something else, such as a table.
    """
    if variant.key in SKETCHES and variant.hash == variants.load(variant.key).hash:
        return translated(SKETCHES[variant.key], language)
    blocks = [block for block in variant.text.strip().split("\n\n", 2) if not block.startswith("# ")]
    plain = " ".join(_NUMBER.sub("", blocks[0], count=1).split()) if blocks else ""
    if _NO_PROSE.match(plain):
        return ""
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST].rpartition(' ')[0] or plain[:_LONGEST]} …"
