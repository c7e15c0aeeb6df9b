"""A plot of ratings over time as SVG. It has only shapes and text: no script, no style, nothing to load."""

from collections.abc import Mapping
from datetime import datetime
from math import ceil, floor
from typing import Final, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

Line: TypeAlias = list[tuple[datetime, float]]
"""Ratings in order, each with the time at which it was reached."""

_WIDTH: Final = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 704, 40, 300
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_MOST_STEPS: Final = 8
_LEAST_SPAN: Final = 4.0
_COLOURS: Final = ("#1b6ca8", "#c0392b", "#2e7d32", "#8e44ad", "#b9770e", "#34495e")
_NAMES_A_ROW: Final = 4
_ROW: Final = 16


class _Scale(NamedTuple):
    """Maps instants and ratings to points on the sheet."""

    first: float
    last: float
    low: float
    high: float

    def x(self, at: datetime) -> float:
        share = (at.timestamp() - self.first) / (self.last - self.first or 1)
        return round(_LEFT + share * (_RIGHT - _LEFT), 1)

    def y(self, rating: float) -> float:
        return round(_BOTTOM - (rating - self.low) / (self.high - self.low) * (_BOTTOM - _TOP), 1)


def plot(title: str, lines: Mapping[str, Line]) -> str:
    """Return the document: a line for each name, over time, on a common scale."""
    height = _BOTTOM + 28 + _ROW * ceil(len(lines) / _NAMES_A_ROW)
    sheet = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_WIDTH} {height}", role="img")
    sheet.attrib |= {"font-family": "sans-serif", "font-size": "12", "fill": "#333333"}
    SubElement(sheet, "title").text = title
    SubElement(sheet, "rect", width=str(_WIDTH), height=str(height), fill="#ffffff")
    _text(sheet, _LEFT, 24, title)
    points = [point for line in lines.values() for point in line]
    if not points:
        _text(sheet, _LEFT, (_TOP + _BOTTOM) // 2, "No rated games.")
        return tostring(sheet, encoding="unicode")
    times, ratings = [at for at, _ in points], [rating for _, rating in points]
    # Leave a margin of a twentieth above and below. Few games have a small span, which would show noise.
    middle, span = (max(ratings) + min(ratings)) / 2, max(max(ratings) - min(ratings), _LEAST_SPAN)
    low, high = middle - 0.55 * span, middle + 0.55 * span
    scale = _Scale(min(times).timestamp(), max(times).timestamp(), low, high)
    # The grid: a line at each round rating, and the first and last day below.
    step = next((one for one in _STEPS if (high - low) / one <= _MOST_STEPS), _STEPS[-1])
    for rating in range(ceil(low / step) * step, floor(high) + 1, step):
        y = scale.y(rating)
        SubElement(sheet, "path", d=f"M{_LEFT} {y}H{_RIGHT}", stroke="#dddddd")
        _text(sheet, _LEFT - 6, y + 4, str(rating), anchor="end")
    _text(sheet, _LEFT, _BOTTOM + 18, f"{min(times):%Y-%m-%d}")
    _text(sheet, _RIGHT, _BOTTOM + 18, f"{max(times):%Y-%m-%d}", anchor="end")
    for number, (name, line) in enumerate(lines.items()):
        _draw(sheet, scale, number, name, line)
    return tostring(sheet, encoding="unicode")


def _draw(sheet: Element, scale: _Scale, number: int, name: str, line: Line) -> None:
    """Draw one line with a dot at its end, and its name in the legend."""
    colour, row, column = _COLOURS[number % len(_COLOURS)], number // _NAMES_A_ROW, number % _NAMES_A_ROW
    places = [(scale.x(at), scale.y(rating)) for at, rating in line]
    drawn = " ".join(f"{x},{y}" for x, y in places)
    SubElement(sheet, "polyline", {"stroke-width": "2"}, points=drawn, fill="none", stroke=colour)
    x, y = places[-1]
    SubElement(sheet, "circle", cx=str(x), cy=str(y), r="3", fill=colour)
    across = (_RIGHT - _LEFT) // _NAMES_A_ROW
    _text(sheet, _LEFT + column * across, _BOTTOM + 38 + _ROW * row, f"{name} {line[-1][1]:.2f}", fill=colour)


def _text(sheet: Element, x: float, y: float, said: str, *, anchor: str = "start", fill: str = "#333333") -> None:  # noqa: PLR0913
    SubElement(sheet, "text", {"text-anchor": anchor}, x=str(x), y=str(y), fill=fill).text = said
