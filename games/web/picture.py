"""The preview picture of a game that is over: who played, who won, and the last cards. A function of its argument."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.web.signs import INDICES, SIGNS, Shape, colour_of

WIDTH, HEIGHT = 1200, 630
"""The size that messengers show whole (Open Graph)."""
_FINE: Final = 2
"""How many times larger it is drawn, so that edges are smooth."""
_FELTS: Final = {
    "green": ("#1f6350", "#0f3a2e"),
    "burgundy": ("#752a3f", "#3d101d"),
    "slate": ("#465a6d", "#222e3a"),
    "night": ("#2f3f7a", "#141b3d"),
}
"""The colours of tables, as `src/looks/page.css` has them: in the middle, and at the edge."""
_PAPER, _CREAM, _GOLD, _FAINT = "#fbf7ee", "#f6f1e4", "#e9b949", "#c9cfc6"
_FANNED: Final = 5
"""How many of the last cards are shown."""
_LISTED: Final = 6
"""How many players are named."""
_BOLD, _PLAIN = 800, 500
"""Weights of the font."""
_BRAND: Final = "Mau-Mau"
_LATIN, _EXTENDED = "\u00ff", "\u02ff"
"""The last letters of the two files of the font."""
_MARKS: Final = "\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2026"
"""Dashes, quotes and dots, which the first file has, too."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True, slots=True)
class Place:
    """A player in the order of places."""

    number: int
    """0 while the game runs."""
    name: str
    note: str
    """The score, or nothing."""
    has_won: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows."""

    variant: str
    family: str
    pack: str
    places: tuple[Place, ...]
    cards: tuple[str, ...]
    """The last cards that were played, the last one at the end."""
    fonts: tuple[str, ...]
    """The files of a font with the axis `wght`: for Latin letters, and for those with marks. Without them it is drawn
    in a plain font that comes with Pillow."""


def drawn(picture: Picture) -> bytes:
    """Return a picture as PNG."""
    small = composed(picture, felt(picture.family), {}).resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    content = BytesIO()
    # A palette of 256 colours makes it three times smaller, and nobody sees it.
    small.quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(content, "PNG", optimize=True)
    return content.getvalue()


def felt(family: str) -> Image.Image:
    """Return the ground of a table, larger than the picture."""
    return _felt(*_FELTS.get(family, _FELTS["green"]))


def composed(picture: Picture, ground: Image.Image, faces: dict[str, Image.Image]) -> Image.Image:
    """Return a picture on a *ground*, as large as this. *faces* keeps drawn cards for the next picture."""
    image = ground.copy()
    cards = picture.cards[-_FANNED:]
    for number, card in enumerate(cards):
        aside = number - (len(cards) - 1) / 2
        if card not in faces:
            faces[card] = _card(card, picture)
        turned = faces[card].rotate(-9 * aside, resample=Image.Resampling.BICUBIC, expand=True)
        x, y = _px(885 + 74 * aside), _px(330 + 7 * aside * aside)
        image.paste(turned, (x - turned.width // 2, y - turned.height // 2), turned)
    _text(Pen(ImageDraw.Draw(image), picture.fonts), picture)
    return image


def _px(units: float) -> int:
    return round(units * _FINE)


def _felt(middle: str, edge: str) -> Image.Image:
    size = (_px(WIDTH), _px(HEIGHT))
    light = Image.radial_gradient("L").resize(size, Image.Resampling.BICUBIC)
    return Image.composite(Image.new("RGB", size, edge), Image.new("RGB", size, middle), light)


def _text(pen: "Pen", picture: Picture) -> None:
    """Write the names of variant and players on the left."""
    left, wide = 72, 500
    title = Style(72, _BOLD, _CREAM)
    if picture.variant != _BRAND:
        pen.write(_BRAND, (left, 60), Style(34, _BOLD, _GOLD))
    while title.size > 40 and pen.width(picture.variant, title) > wide:
        title = replace(title, size=title.size - 4)
    pen.write(pen.cut(picture.variant, title, wide), (left, 112), title)
    number, note = Style(34, _BOLD, _FAINT), Style(32, _PLAIN, _FAINT)
    for row, place in enumerate(picture.places[:_LISTED]):
        y = 236 + row * 54
        name = Style(38, _BOLD, _GOLD) if place.has_won else Style(38, _PLAIN, _CREAM)
        pen.write(str(place.number or ""), (left, y), number)
        pen.write(pen.cut(place.name, name, wide - 150 if place.note else wide - 50), (left + 50, y - 3), name)
        pen.write(place.note, (left + wide - pen.width(place.note, note), y + 2), note)


@dataclass(frozen=True, slots=True)
class Style:
    """How a text looks."""

    size: int
    weight: int
    colour: str


class Pen:
    """Writes texts. The font of the page is in two files, so each letter is written with the one that has it."""

    def __init__(self, draw: ImageDraw.ImageDraw, files: tuple[str, ...]) -> None:
        """Write into the image of *draw* with the font in *files*."""
        self._draw, self._files = draw, files
        self._fonts: dict[tuple[int, int, int], Font] = {}

    def write(self, text: str, place: tuple[float, float], style: Style) -> None:
        """Write *text* with its left upper corner at a *place*."""
        x, y = map(_px, place)
        below = _px(style.size / 5) - self.font(style).getbbox("M", anchor="ls")[1]
        for part, file in self._parts(text):
            font = self.font(style, file)
            self._draw.text((x, y + below), part, font=font, fill=style.colour, anchor="ls")
            x += round(self._draw.textlength(part, font=font))

    def width(self, text: str, style: Style) -> float:
        """Return how wide *text* is."""
        lengths = (self._draw.textlength(part, font=self.font(style, file)) for part, file in self._parts(text))
        return sum(lengths) / _FINE

    def cut(self, text: str, style: Style, wide: float) -> str:
        """Return as much of *text* as is not wider than *wide*."""
        if self.width(text, style) <= wide:
            return text
        while text and self.width(f"{text}…", style) > wide:
            text = text[:-1]
        return f"{text.rstrip()}…"

    def font(self, style: Style, file: int = 0) -> Font:
        """Return the font of a file in a *style*."""
        key = (file, style.size, style.weight)
        if key not in self._fonts:
            self._fonts[key] = self._loaded(*key)
        return self._fonts[key]

    def _loaded(self, file: int, size: int, weight: int) -> Font:
        if not self._files:
            return ImageFont.load_default(_px(size))
        font = ImageFont.truetype(self._files[file], _px(size))
        font.set_variation_by_axes([weight])
        return font

    def _parts(self, text: str) -> list[tuple[str, int]]:
        """Return the parts of *text*, each with the number of its file. Letters that no file has become `?`."""
        extended = max(0, len(self._files) - 1)
        signs = [(sign if sign <= _EXTENDED or sign in _MARKS else "?") for sign in text]
        numbered = [(sign, extended if _LATIN < sign <= _EXTENDED else 0) for sign in signs]
        return [("".join(sign for sign, _ in part), file) for file, part in groupby(numbered, key=itemgetter(1))]


def _card(card: str, picture: Picture) -> Image.Image:
    """Return a card with some room around it for its shadow."""
    wide, high, room = _px(210), _px(300), _px(16)
    image = Image.new("RGBA", (wide + 2 * room, high + 2 * room), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    box = (room, room, room + wide, room + high)
    draw.rounded_rectangle([one + _px(5) for one in box], _px(16), fill=(0, 0, 0, 70))
    draw.rounded_rectangle(box, _px(16), fill=_PAPER, outline="#d8cdb8", width=_px(1.5))
    if card == "X":
        _star(draw, room + wide / 2, room + high / 2, _px(74))
        return image
    rank, suit = card[:-1], card[-1]
    index = INDICES[picture.pack].get(rank, rank)
    _sign(draw, SIGNS[picture.pack][suit], (room + wide / 2, room + high / 2 + _px(10)), _px(128))
    corner = Image.new("RGBA", image.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(corner)
    font = Pen(pen, picture.fonts).font(Style(56, _BOLD, ""))
    pen.text((room + _px(36), room + _px(14)), index, font=font, fill=colour_of(picture.pack, suit), anchor="ma")
    _sign(pen, SIGNS[picture.pack][suit], (room + _px(36), room + _px(96)), _px(36))
    image = Image.alpha_composite(image, corner)
    return Image.alpha_composite(image, corner.rotate(180))


def _sign(draw: ImageDraw.ImageDraw, shapes: Sequence[Shape], place: tuple[float, float], size: float) -> None:
    x, y = place
    for outline, colour in shapes:
        draw.polygon([(x + size * one / 100, y + size * other / 100) for one, other in outline], fill=colour)


def _star(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    """Draw the sign of a joker."""
    draw.regular_polygon((x, y, size), 3, fill=_GOLD)
    draw.regular_polygon((x, y, size), 3, rotation=180, fill=_GOLD)
    draw.ellipse((x - size / 3, y - size / 3, x + size / 3, y + size / 3), fill=_PAPER)
