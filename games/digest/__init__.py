"""What a game tells a person in their language: what happened, what its rules are, and why a move is refused.

A digest is made from the feed of one viewer alone, so it shows nothing that this viewer may not know.
"""

from games.digest.lines import Line, digest
from games.digest.pages import last_line, opening, page
from games.digest.speech import Speech, translated
from games.digest.summary import summary

__all__ = ["Line", "Speech", "digest", "last_line", "opening", "page", "summary", "translated"]
