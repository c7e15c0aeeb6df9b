"""The last moves of a game as an animated picture: who plays, and what. A function of its arguments."""

from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from games.web.picture import HEIGHT, WIDTH, Picture, Place, composed, felt

MOST_STEPS: Final = 10
"""Moves that are shown."""
_SIZE: Final = (WIDTH // 2, HEIGHT // 2)
"""Half of the still picture: a GIF of this size has less than a megabyte, whatever is on it."""
_STEP, _END = 900, 4000
"""How long a move and the result are shown, in milliseconds."""

_GRAIN: Final = 6
"""By how much neighbours may differ in brightness, of 255."""


@dataclass(frozen=True, slots=True)
class Step:
    """Cards that a seat has played."""

    seat: int
    cards: tuple[str, ...]


def drawn(result: Picture, names: tuple[str, ...], steps: tuple[Step, ...]) -> bytes:
    """Return a GIF that shows *steps* and then the *result*. *names* are those of the seats."""
    ground, faces = felt(result.family), dict[str, Image.Image]()
    laid: tuple[str, ...] = ()
    pictures = []
    for step in steps:
        laid += step.cards
        moving = tuple(Place(0, name, "", has_won=seat == step.seat) for seat, name in enumerate(names))
        pictures.append(replace(result, places=moving, cards=laid))
    frames = [_small(composed(one, ground, faces)) for one in (*pictures, result)]
    # All frames have the colours of the last one, so what stays the same needs no bytes.
    colours = frames[-1].quantize(256, dither=Image.Dither.NONE)
    flat = [_dithered(frame).quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    content = BytesIO()
    flat[0].save(
        content, "GIF", save_all=True, append_images=flat[1:], loop=0, optimize=False,
        duration=[*[_STEP] * len(pictures), _END],
    )  # fmt: skip
    return content.getvalue()


def _dithered(frame: Image.Image) -> Image.Image:
    """Return a frame in which neighbours differ a little, so that few colours make no rings in the light of the felt.

    The pattern is the same in each frame. Pillow's own dithering would change all of a frame where a part has moved.
    """
    return ImageChops.add(frame, _grain(frame.size), offset=-_GRAIN // 2)


@lru_cache(maxsize=1)
def _grain(size: tuple[int, int]) -> Image.Image:
    """Return how much brighter each pixel becomes, from 0 to ``_GRAIN``."""
    width, height = size
    rows = [bytes(_threshold(x, y) * _GRAIN // 64 for x in range(8)) * (width // 8 + 1) for y in range(8)]
    grain = Image.frombytes("L", size, b"".join(rows[y % 8][:width] for y in range(height)))
    return Image.merge("RGB", [grain] * 3)


def _threshold(x: int, y: int) -> int:
    """Return a number from 0 to 63: the place of a pixel in the order of Bayer's matrix."""
    found = 0
    for bit in range(3):
        column, row = x >> bit & 1, y >> bit & 1
        found = found << 2 | (column ^ row) << 1 | row
    return found


def _small(image: Image.Image) -> Image.Image:
    return image.reduce(image.width // _SIZE[0]).resize(_SIZE)
