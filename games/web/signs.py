"""The signs of the suits as polygons, for pictures that the service draws. Those of the page: `src/cards/drawing`."""

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

Polygon = list[tuple[float, float]]
Colour = str

_RED, _INK, _GREEN, _GOLD, _BROWN = "#b3202c", "#1f2230", "#2f6b3c", "#d9a32e", "#8a5a1e"
_STEPS: Final = 12
"""Straight lines in place of a curve."""


class Shape(NamedTuple):
    """A polygon in a box from -50 to 50, and its colour."""

    outline: Polygon
    colour: Colour


def _path(text: str) -> Polygon:
    """Return the polygon of an SVG path of the commands M, L, H, V and C, each followed by its numbers."""
    found: Polygon = []
    words = text.replace("C", " C ").replace("L", " L ").replace("H", " H ").replace("V", " V ").replace("M", " M ")
    command, numbers = "", list[float]()
    wanted = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6}
    for word in words.replace(",", " ").split():
        if word in wanted:
            command = word
            continue
        numbers.append(float(word))
        if len(numbers) < wanted[command]:
            continue
        x, y = found[-1] if found else (0.0, 0.0)
        if command == "C":
            curve = [(x, y), *zip(numbers[::2], numbers[1::2], strict=True)]
            found += [_bezier(curve, step / _STEPS) for step in range(1, _STEPS + 1)]
        else:
            found.append({"H": (numbers[0], y), "V": (x, numbers[0])}.get(command, (numbers[0], numbers[-1])))
        numbers = []
    return found


def _bezier(curve: Polygon, at: float) -> tuple[float, float]:
    while len(curve) > 1:
        curve = [
            (one[0] + (other[0] - one[0]) * at, one[1] + (other[1] - one[1]) * at) for one, other in pairwise(curve)
        ]
    return curve[0]


def _disc(x: float, y: float, radius: float) -> Polygon:
    turns = [2 * math.pi * step / 40 for step in range(40)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


_SPADE: Final = _path(
    "M0 -47C9 -27 44 -9 44 15C44 30 33 38 21 38C13 38 7 34 4 28C5 37 9 43 17 47H-17C-9 43 -5 37 -4 28C-7 34 -13 38 "
    "-21 38C-33 38 -44 30 -44 15C-44 -9 -9 -27 0 -47"
)
_HEART: Final = _path(
    "M0 46C-8 24 -46 6 -46 -19C-46 -35 -35 -44 -23 -44C-12 -44 -4 -37 0 -26C4 -37 12 -44 23 -44C35 -44 46 -35 46 -19"
    "C46 6 8 24 0 46"
)
_DIAMOND: Final = _path("M0 -49C10 -29 25 -12 42 0C25 12 10 29 0 49C-10 29 -25 12 -42 0C-25 -12 -10 -29 0 -49")
_CLUB: Final = [
    Shape(outline, _INK)
    for outline in (
        _disc(0, -24, 21.5), _disc(-24, 11, 21.5), _disc(24, 11, 21.5),
        _path("M-14 -10V14L-5 8C-4 26 -8 38 -18 47H18C8 38 4 26 5 8L14 14V-10"),
    )
]  # fmt: skip
_LEAF: Final = _path(
    "M0 -48C14 -30 42 -22 42 6C42 22 30 30 16 28C10 27 4 24 0 18C-4 24 -10 27 -16 28C-30 30 -42 22 -42 6"
    "C-42 -22 -14 -30 0 -48"
)
_ACORN: Final = [
    Shape(_path("M-29 -4H29C29 18 16 33 0 49C-16 33 -29 18 -29 -4"), _GOLD),
    Shape(_path("M-38 2C-42 -19 -26 -33 0 -33C26 -33 42 -19 38 2C25 -5 -25 -5 -38 2"), _GREEN),
    Shape(_path("M-4 -30L2 -47L12 -47L4 -30"), _GREEN),
]
_BELL: Final = [
    Shape(_disc(0, 6, 40), _GOLD),
    Shape(_path("M-40 -2H40L39 14H-39"), _RED),
    Shape(_path("M-3 22H3V44H-3"), _BROWN),
    Shape(_disc(0, -38, 7), _RED),
]
_PETALS: Final = [_disc(24 * math.cos(turn), 24 * math.sin(turn), 20) for turn in (0.942, 2.199, 3.456, 4.712, 5.969)]
_ROSE: Final = [*(Shape(petal, _RED) for petal in _PETALS), Shape(_disc(0, 0, 15), _GOLD)]
_SHIELD: Final = [
    Shape(_path("M-38 -44H38V4C38 26 20 40 0 48C-20 40 -38 26 -38 4"), _INK),
    Shape(_path("M-28 -34H0V36C-14 29 -28 20 -28 3"), _GOLD),
]

SIGNS: Final[Mapping[str, Mapping[str, list[Shape]]]] = {
    "french": {
        "S": [Shape(_SPADE, _INK)],
        "H": [Shape(_HEART, _RED)],
        "D": [Shape(_DIAMOND, _RED)],
        "C": _CLUB,
    },
    "german": {"S": [Shape(_LEAF, _GREEN)], "H": [Shape(_HEART, _RED)], "D": _BELL, "C": _ACORN},
    "swiss": {"S": _SHIELD, "H": _ROSE, "D": _BELL, "C": _ACORN},
}
"""The shapes of each suit, by pack and by the letter of the notation."""
INDICES: Final[Mapping[str, Mapping[str, str]]] = {
    "french": {"T": "10"},
    "german": {"T": "10", "J": "U", "Q": "O"},
    "swiss": {"T": "B", "J": "U", "Q": "O"},
}
"""What corners say where it is not the letter of the notation."""


def colour_of(pack: str, suit: str) -> Colour:
    """Return the colour of the index of a suit."""
    if pack == "french":
        return _RED if suit in "HD" else _INK
    return _INK
