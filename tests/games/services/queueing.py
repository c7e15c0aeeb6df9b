"""Players who wait in the queue."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import F

from games import store
from games.ladders import Kind, Ladder, Pace
from games.log.shards import shard_of
from games.matchmaking import Pool
from games.models import QueueEntry, Rating
from games.services import join_queue
from players.models import Player

DUEL = Pool(variant="mau_mau", seats=2, preset="daily", rated=False, program=False)


def joins(pool: Pool = DUEL, player: UUID | None = None, **asked: Any) -> QueueEntry:
    """Let *player*, or a new one, wait in *pool*; return the entry."""
    player = player or Player.objects.create().id
    return QueueEntry.objects.get(id=join_queue(player, pool, **asked))


def is_rated(player: UUID, rating: int) -> None:
    """Give *player* this rating in hundredths on the ladder of `DUEL`."""
    shard = shard_of(Ladder("mau_mau", "", Kind.HUMANS, Pace.DAILY).id)
    Rating.objects.create(
        shard=shard, variant="mau_mau", pace="daily", kind="humans", entrant=str(player),
        mu=str(25 + rating / 100), sigma=str(25 / 3), games=20,
    )  # fmt: skip


def let_pass(by: timedelta, *entries: QueueEntry) -> None:
    """Let *entries*, or all, have begun to wait earlier: nobody waits for an hour in a test."""
    found = QueueEntry.objects.filter(id__in=[one.id for one in entries]) if entries else QueueEntry.objects.all()
    found.update(
        created_at=F("created_at") - by,
        next_look=F("next_look") - by,
        expires_at=F("expires_at") - by,
        kept_until=F("kept_until") - by,
    )


def players_of(game: UUID | None) -> list[UUID]:
    """Return the players at the table of a running game, by seat."""
    assert game
    row = store.find(game)
    assert row
    assert row.status == "playing"
    return [UUID(sitter.player) for sitter in store.game_of(row).sitters if sitter]


def state(entry: QueueEntry) -> QueueEntry:
    """Return *entry* as it is now."""
    entry.refresh_from_db()
    return entry
