"""Games taken at random, without reading all of them."""

from random import SystemRandom
from typing import Final
from uuid import UUID

from games.log.shards import SHARDS
from games.models import Game

_chance: Final = SystemRandom()


def some_games(number: int) -> list[UUID]:
    """Return at most *number* games of one random shard, the next ones that were made after a random moment."""
    games = Game.objects.filter(shard=_chance.choice(SHARDS)).order_by("id").values_list("id", flat=True)
    first, last = games.first(), games.last()
    if first is None or last is None:
        return []
    moment = UUID(int=_chance.randint(first.int, last.int))
    return [*games.filter(id__gte=moment)[:number]]
