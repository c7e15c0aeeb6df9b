"""Games taken at random, without a look at all of them."""

from random import SystemRandom
from typing import Final
from uuid import UUID

from games.log.shards import SHARDS
from games.models import Game

_chance: Final = SystemRandom()


def some_games(number: int) -> list[UUID]:
    """Return at most *number* games of one shard, made one after the other from some moment on."""
    games = Game.objects.filter(shard=_chance.choice(SHARDS)).order_by("id").values_list("id", flat=True)
    first, last = games.first(), games.last()
    if first is None or last is None:
        return []
    moment = UUID(int=_chance.randint(first.int, last.int))
    return [*games.filter(id__gte=moment)[:number]]
