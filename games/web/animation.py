"""The last moves of a game as an animated picture: who plays, and what. A function of its arguments."""

from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from games.web.picture import HEIGHT, WIDTH, Picture, Place, composed, felt

MOST_STEPS: Final = 10
"""Moves that are shown."""
_SIZE: Final = (WIDTH // 2, HEIGHT // 2)
"""Half of the still picture: a GIF of this size has less than a megabyte, whatever is on it."""
_STEP, _END = 900, 4000
"""How long a move and the result are shown, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Step:
    """Cards that a seat has played."""

    seat: int
    cards: tuple[str, ...]


@lru_cache(maxsize=16)
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
    flat = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    content = BytesIO()
    flat[0].save(
        content, "GIF", save_all=True, append_images=flat[1:], loop=0, optimize=False,
        duration=[*[_STEP] * len(pictures), _END],
    )  # fmt: skip
    return content.getvalue()


def _small(image: Image.Image) -> Image.Image:
    return image.reduce(image.width // _SIZE[0]).resize(_SIZE)
