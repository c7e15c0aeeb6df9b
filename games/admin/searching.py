"""The search for games. The newest come first, and each page takes the same time."""

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple, Self
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import QueryDict

from games.log.shards import SHARDS, shard_of
from games.models import Game, Seat
from players.models import Player

MOST_PLAYERS: Final = 100
"""The most players whose names match a search."""


class Wanted(NamedTuple):
    """The conditions of a search. An empty text matches everything."""

    who: str = ""
    """A player's id, or a part of their name or username."""
    variant: str = ""
    status: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        """Return the conditions in the query of the address."""
        return cls(*(query.get(name, "").strip() for name in ("q", "variant", "status")))


def game_of(text: str) -> UUID | None:
    """Return *text* as the id of a game, or None if there is no such game."""
    game = uuid_of(text)
    known = game and Game.objects.filter(shard=shard_of(game), id=game).exists()
    return game if known else None


def newest(wanted: Wanted, *, before: UUID | None, limit: int) -> QuerySet[Game]:
    """Return the newest games that are *wanted*, at most *limit*, that are older than the game *before*.

    There is no index over all shards. So the index of the key gives the newest of each shard, and the newest of those
    are the result.
    """
    games = Game.objects.filter(**{name: text for name in ("variant", "status") if (text := getattr(wanted, name))})
    if wanted.who:
        players = [uuid_of(wanted.who)]
        if players == [None]:
            named = Player.objects.filter(Q(name__icontains=wanted.who) | Q(username__icontains=wanted.who))
            players = list(named.values_list("id", flat=True)[:MOST_PLAYERS])
        games = games.filter(id__in=Seat.objects.filter(player__in=players).values("game"))
    if before is not None:
        games = games.filter(id__lt=before)
    first, *others = (games.filter(shard=shard).order_by("-id")[:limit] for shard in SHARDS)
    return first.union(*others, all=True).order_by("-id")[:limit]


def seats_of(games: Collection[UUID]) -> dict[UUID, list[dict[str, Any]]]:
    """Return the taken seats of each of these *games*, in order, with the names of the players."""
    rows = list(Seat.objects.filter(shard__in={shard_of(game) for game in games}, game__in=games))
    names = names_of(row.player for row in rows if row.player)
    taken: dict[UUID, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: row.seat):
        told = {"seat": row.seat, "player": row.player, "bot": row.bot, "bank": row.bank, "name": names.get(row.player)}
        taken.setdefault(row.game, []).append(told)
    return taken


def names_of(players: Iterable[UUID]) -> dict[UUID | None, str]:
    """Return the names of these *players* by their ids. Players who have left the service are missing."""
    return dict(Player.objects.filter(id__in=set(players)).values_list("id", "name"))


def uuid_of(text: str) -> UUID | None:
    """Return *text* as an id, or None if it is not one."""
    try:
        return UUID(text)
    except ValueError:
        return None
