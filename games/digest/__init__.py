"""What happened in a game, in codes and in words: lines made of what a viewer's feed tells, and of nothing else."""

from games.digest.lines import Line, digest
from games.digest.pages import opening, page
from games.digest.speech import Speech
from games.digest.summary import summary

__all__ = ["Line", "Speech", "digest", "opening", "page", "summary"]
