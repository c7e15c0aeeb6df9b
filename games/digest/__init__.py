"""What a game tells a person in their language: what happened, its rules, their moves, and why one is refused.

A digest is made from the feed of one viewer alone, so it shows nothing that this viewer may not know.
"""

from games.digest.explanations import explanations
from games.digest.labels import Due, label
from games.digest.lines import Line, digest
from games.digest.options import option_texts
from games.digest.pages import STEP, last_line, opening, page
from games.digest.sketches import sketch
from games.digest.speech import Speech, translated
from games.digest.summary import RuleLine, rule_lines, summary

__all__ = [
    "STEP",
    "Due",
    "Line",
    "RuleLine",
    "Speech",
    "digest",
    "explanations",
    "label",
    "last_line",
    "opening",
    "option_texts",
    "page",
    "rule_lines",
    "sketch",
    "summary",
    "translated",
]
