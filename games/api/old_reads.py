"""Answers that may come from a replica of the database: the past of games, and what followers derive from the log.

`Staleness` says so. Who calls, how often, and what they may see of a game is always asked of the primary.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.compression import compressible
from base.sql import replicas
from games.api.header import Header, header_for
from games.rules.game import Status
from players.authentication import player_of
from players.models import Player

HEADER: Final = "Staleness"
STALENESS: Final = OpenApiParameter(
    HEADER,
    {"type": "number", "minimum": 0},
    OpenApiParameter.HEADER,
    response=[200, 304],
    description="Seconds. What has changed in the last so many seconds may be missing, because a replica answered. "
    "Without this header nothing is missing.",
)


def past_of(seen: Header, request: Request, read: Callable[[], Response]) -> Response:
    """Return what *read* answers about the past of a game, from a replica that has all that its header shows.

    The log up to a version never changes, so the answer is the one that the primary would give. A game that is over has
    no secrets, so its past may be compressed.
    """

    def holds() -> bool:
        there = header_for(request, seen.id)
        return replace(there, now=seen.now, last_outage=seen.last_outage) == seen

    answer = _read(request, read, holds)
    return compressible(answer) if seen.status == Status.OVER else answer


def derived(request: Request, read: Callable[[], Response]) -> Response:
    """Return what *read* answers from lists and sums that lag behind the log anyway, from a replica.

    It has the profile of the caller as they changed it last, the only thing of their own that these answers show.
    """
    player = player_of(request)

    def holds() -> bool:
        return player is None or Player.objects.filter(id=player.id, revision__gte=player.revision).exists()

    return _read(request, read, holds)


def _read(request: Request, read: Callable[[], Response], holds: Callable[[], bool]) -> Response:
    answer, age = replicas.read(read, holds=holds, caller=getattr(player_of(request), "id", None))
    if age is not None:
        answer.headers[HEADER] = f"{age:.3f}"
    return answer
