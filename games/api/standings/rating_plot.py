"""A plot of ratings over time, as SVG: shapes and text alone, no script, no style, nothing from elsewhere."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from math import ceil, floor
from typing import Final, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

Line: TypeAlias = list[tuple[datetime, float]]
"""Ratings, each with when it was reached, in order."""

_WIDTH: Final = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 704, 40, 300
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_MOST_STEPS: Final = 8
_LEAST_SPAN: Final = 4.0
_COLOURS: Final = ("#1b6ca8", "#c0392b", "#2e7d32", "#8e44ad", "#b9770e", "#34495e")
_NAMES_A_ROW: Final = 4
_ROW: Final = 16


class _Scale(NamedTuple):
    """Where instants and ratings lie on the sheet."""

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
    if points:
        scale = _scale(points)
        _grid(sheet, scale, min(points)[0], max(points)[0])
        for number, (name, line) in enumerate(lines.items()):
            _draw(sheet, scale, number, name, line)
    else:
        _text(sheet, _LEFT, (_TOP + _BOTTOM) // 2, "No rated games.")
    return tostring(sheet, encoding="unicode")


def _scale(points: Line) -> _Scale:
    times, ratings = [at.timestamp() for at, _ in points], [rating for _, rating in points]
    middle, span = (max(ratings) + min(ratings)) / 2, max(max(ratings) - min(ratings), _LEAST_SPAN)
    return _Scale(min(times), max(times), middle - 0.55 * span, middle + 0.55 * span)


def _grid(sheet: Element, scale: _Scale, first: datetime, last: datetime) -> None:
    for rating in _ticks(scale):
        y = scale.y(rating)
        SubElement(sheet, "path", d=f"M{_LEFT} {y}H{_RIGHT}", stroke="#dddddd")
        _text(sheet, _LEFT - 6, y + 4, str(rating), anchor="end")
    _text(sheet, _LEFT, _BOTTOM + 18, f"{first:%Y-%m-%d}")
    _text(sheet, _RIGHT, _BOTTOM + 18, f"{last:%Y-%m-%d}", anchor="end")


def _ticks(scale: _Scale) -> Iterator[int]:
    span = scale.high - scale.low
    step = next((one for one in _STEPS if span / one <= _MOST_STEPS), _STEPS[-1])
    yield from range(ceil(scale.low / step) * step, floor(scale.high) + 1, step)


def _draw(sheet: Element, scale: _Scale, number: int, name: str, line: Line) -> None:
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
