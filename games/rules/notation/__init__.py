"""The public language: moves in words, a deal in one line."""

from games.rules.notation.layout import parse_layout, print_layout
from games.rules.notation.moves import NotationError, parse_move, print_move

__all__ = ["NotationError", "parse_layout", "parse_move", "print_layout", "print_move"]
