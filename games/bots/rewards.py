"""What the end of an imagined deal is worth to each seat, from 0 to 1."""

from collections.abc import Sequence
from typing import Final

from games.rules.game import Game, Status

PLACE: Final = 0.7
"""The share of the place in the deal, where points are counted for the game."""
LEAST_SCALE: Final = 20.0
"""Points that make a difference, where a deal has few."""


def rewards_of(game: Game) -> list[float]:
    """Return what each seat got: its place in a game that is over, or its place and its points in a deal.

    A deal that still runs is worth more, the fewer cards a seat holds compared with the others.
    """
    if game.status is Status.OVER and game.places:
        return _of_places(game.places)
    if game.ended is None:
        held = [len(hand) for hand in game.table.hands]
        return [_of_cards(held, seat) for seat in range(len(held))]
    places = _of_places(game.ended.places)
    rules = game.rules.sections
    if not game.points or rules.score.to in {"none", "point"}:
        return places
    sign = 1 if rules.game.end == "first_to" else -1
    points = [sign * one for one in game.points]
    mean, scale = sum(points) / len(points), max(LEAST_SCALE, *map(abs, points))
    return [
        PLACE * place + (1 - PLACE) * min(1.0, max(0.0, 0.5 + (one - mean) / (2 * scale)))
        for place, one in zip(places, points, strict=True)
    ]


def _of_places(places: Sequence[int]) -> list[float]:
    """Return 1 for the first place, 0 for the last, and shares for those between and for ties."""
    playing = [place for place in places if place]
    last = max(len(playing) - 1, 1)
    return [1.0 - (place - 1 + (playing.count(place) - 1) / 2) / last if place else 0.0 for place in places]


def _of_cards(held: Sequence[int], seat: int) -> float:
    others = [count for other, count in enumerate(held) if other != seat and count]
    return min(0.9, max(0.1, 0.5 + 0.05 * (min(others, default=0) - held[seat])))
