"""The public language: moves in words, what caused an event, a deal in one line."""

from games.rules.notation.acts import CommandText, Happening, agree, happenings, parse_act, print_act
from games.rules.notation.layout import parse_layout, print_layout
from games.rules.notation.moves import NotationError, parse_move, print_move

__all__ = [
    "CommandText",
    "Happening",
    "NotationError",
    "agree",
    "happenings",
    "parse_act",
    "parse_layout",
    "parse_move",
    "print_act",
    "print_layout",
    "print_move",
]
