"""What games and jobs hold of a player: their open games, what they sent, and records of others that name them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from games.db import rows
from games.ladders import Kind, Ladder, Pace
from games.store import analyses, pictures
from games.store.ladders import LADDER

GUEST_KEPT: Final = timedelta(days=90)
"""The time without a game after which a guest is erased."""
_SENT: Final = ("check_job", "export_job", "imported_record")
"""The tables of jobs. Their rows belong to their author."""

_OPEN: Final = """
    SELECT g.id FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE s.player = %s AND g.status <> 'over' ORDER BY g.id
"""
_WAITS_FOR_RATING: Final = "SELECT EXISTS (SELECT 1 FROM unrated WHERE %s = ANY(entrants))"
# From the log: the read models may lag behind it, and an entrant who was overlooked would stay on a leaderboard.
_LADDERS: Final = """
    SELECT l.variant, l.season, l.kind, l.pace
    FROM rating AS r
    JOIN ladder AS l ON (l.shard, l.variant, l.pace, l.kind) = (r.shard, r.variant, r.pace, r.kind)
    WHERE r.entrant = %(entrant)s
      AND NOT EXISTS (SELECT FROM move_key AS k WHERE (k.shard, k.game, k.actor, k.key)
                                                    = (l.shard, l.id, %(actor)s, %(key)s))
      AND EXISTS (SELECT FROM event AS e CROSS JOIN json_array_elements(e.public -> 'entries') AS one
                  WHERE (e.shard, e.stream, e.type) = (l.shard, l.id, 'rated') AND one ->> 'entrant' = %(entrant)s)
    ORDER BY l.variant, l.season, l.kind, l.pace
"""
_NAMED: Final = """
    SELECT id FROM imported_record
    WHERE position(%(octets)s::bytea IN content) > 0 OR position(%(text)s IN coalesce(verdict::text, '')) > 0
    ORDER BY id
"""
_NAMING: Final = "SELECT media_type, content, accepted FROM imported_record WHERE id = %s FOR UPDATE"
_REWRITE: Final = """
    UPDATE imported_record
       SET content = %(content)s, verdict = (verdict::jsonb || '{"signature": "unsigned"}')::json
     WHERE id = %(id)s AND content <> %(content)s
"""
_FORGET_RECORD: Final = "DELETE FROM imported_record WHERE id = %s"
_FORGET_ENTRIES: Final = "DELETE FROM queue_entry WHERE player = %(player)s"
_FORGET_INVITATIONS: Final = "DELETE FROM invitation WHERE maker = %(player)s OR player = %(player)s"
_OLD_GUESTS: Final = """
    WITH old AS MATERIALIZED (
        SELECT id FROM player
        WHERE username IS NULL AND erased_at IS NULL AND id > %(after)s AND NOT is_staff
          AND created_at < statement_timestamp() - %(kept)s
        ORDER BY id LIMIT %(limit)s
    ), playing AS MATERIALIZED (
        SELECT DISTINCT s.player
        FROM old JOIN seat AS s ON s.player = old.id JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
        WHERE g.status <> 'over' OR g.ended_at > statement_timestamp() - %(kept)s
    )
    SELECT id, id IN (SELECT player FROM playing) FROM old ORDER BY id
"""


def open_games(player: UUID) -> list[UUID]:
    """Return the games of *player* that wait or run; also those in which they have resigned."""
    return [game for (game,) in rows(_OPEN, [player])]


def waits_for_rating(player: UUID) -> bool:
    """Return whether a result of *player* is not rated yet."""
    ((waits,),) = rows(_WAITS_FOR_RATING, [str(player)])
    return bool(waits)


def ladders_of(entrant: str, *, key: str) -> list[Ladder]:
    """Return the ladders on which *entrant* was rated, but for those where *key* is bound. O(events of those)."""
    found = rows(_LADDERS, {"entrant": entrant, "actor": LADDER, "key": key})
    return [Ladder(variant, season, Kind(kind), Pace(pace)) for variant, season, kind, pace in found]


def forget_sent(author: UUID) -> None:
    """Delete what *author* sent to be checked, their exports, queue entries, and the invitations they made or got.

    Nothing says any more who asked for an analysis, and pictures with their name are deleted.
    """
    analyses.disown(author)
    pictures.forget_of(author)
    rows(_FORGET_ENTRIES, {"player": author})
    rows(_FORGET_INVITATIONS, {"player": author})
    for table in _SENT:
        rows(f"DELETE FROM {table} WHERE author = %s", [author])  # noqa: S608 - constants


def rewrite_records(player: UUID, rewritten: Callable[[str, bytes], bytes]) -> None:
    """Replace each imported record that names *player* by what *rewritten* makes of its media type and content.

    Those that were refused are deleted, and those that wait for their check are left to it. It reads every imported
    record: there is no index of their players.
    """
    who = str(player)
    for (record,) in rows(_NAMED, {"octets": who.encode(), "text": who}):
        with transaction.atomic():
            for media_type, content, accepted in rows(_NAMING, [record]):
                if accepted:
                    rows(_REWRITE, {"id": record, "content": rewritten(media_type, bytes(content))})
                elif accepted is False:
                    rows(_FORGET_RECORD, [record])


def old_guests(*, after: UUID, limit: int) -> list[tuple[UUID, bool]]:
    """Return at most *limit* guests whose first day is `GUEST_KEPT` ago, from behind the id *after*, in that order.

    Each comes with whether they had a game since then: one that waits, runs, or has ended since then.
    """
    return [(guest, plays) for guest, plays in rows(_OLD_GUESTS, {"after": after, "kept": GUEST_KEPT, "limit": limit})]
