"""The plot of ratings: all that is drawn lies on the sheet, however many lines and points there are."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from games.api.standings.rating_plot import Line, plot

SVG = "{http://www.w3.org/2000/svg}"
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def line(*ratings: float) -> Line:
    return [(NOON + timedelta(days=day), rating) for day, rating in enumerate(ratings)]


CASES = {
    "one game": {"mau_mau": line(4.5)},
    "always the same": {"mau_mau": line(-3, -3, -3)},
    "below nothing": {"mau_mau": line(-20.25, -3.5), "prsi": line(-7)},
    "far up": {"mau_mau": line(0, 2_000)},
    "many ladders": {f"variant_{number}": line(number, number / 2) for number in range(30)},
    "no games": {},
}


@pytest.mark.parametrize("lines", CASES.values(), ids=CASES)
def test_everything_lies_on_the_sheet(lines: dict[str, Line]) -> None:
    sheet = ET.fromstring(plot("Ratings", lines))  # noqa: S314 - our own

    _, _, width, height = map(int, sheet.attrib["viewBox"].split())
    for text in sheet.iter(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height
    for drawn in sheet.iter(f"{SVG}polyline"):
        for x, y in (point.split(",") for point in drawn.attrib["points"].split()):
            assert 48 <= float(x) <= 704
            assert 40 <= float(y) <= 300
    for path in sheet.iter(f"{SVG}path"):
        assert 40 <= float(path.attrib["d"].split()[1].split("H")[0]) <= 300
    assert len(list(sheet.iter(f"{SVG}polyline"))) == len(lines)


@pytest.mark.parametrize("lines", [CASES["one game"], CASES["far up"], CASES["below nothing"]])
def test_there_is_a_scale(lines: dict[str, Line]) -> None:
    assert len(list(ET.fromstring(plot("Ratings", lines)).iter(f"{SVG}path"))) >= 2  # noqa: S314 - our own
