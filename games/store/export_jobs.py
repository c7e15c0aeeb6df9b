"""Exports of accounts: a queue in the database."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from base.identifiers import uuid7
from games.db import fetch, names_of, rows
from games.store import slots
from games.store.jobs import Jobs

KEPT: Final = 86_400
"""Seconds for which an export is kept after its order, and again after its end."""

_ADD: Final = """
    INSERT INTO export_job (id, author, owner, created_at, expires_at)
    VALUES (%s, %s, %s, clock_timestamp(), clock_timestamp() + %s * interval '1 s')
    ON CONFLICT (author) DO UPDATE SET author = excluded.author RETURNING id
"""
_CLOSE: Final = """
    UPDATE export_job SET status = 'done', document = %s, expires_at = clock_timestamp() + %s * interval '1 s'
    WHERE id = %s AND status = 'running'
"""
_GAMES: Final = "SELECT game, seat FROM seat WHERE player = %s ORDER BY game DESC LIMIT %s"
_VARIANTS: Final = """
    SELECT key, hash, editions, published_at FROM custom_variant WHERE author = %s ORDER BY key
"""
_RECORDS: Final = """
    SELECT id, media_type, convert_from(content, 'UTF8'), created_at FROM imported_record
    WHERE author = %s AND (expires_at IS NULL OR expires_at > clock_timestamp()) ORDER BY id
"""
_INVITATIONS: Final = """
    SELECT id, game, maker = %(player)s, created_at, expires_at FROM invitation
    WHERE maker = %(player)s OR player = %(player)s ORDER BY id
"""


@dataclass(frozen=True, slots=True)
class Export:
    """An export as its owner reads it."""

    id: UUID
    status: str
    """``waiting``, ``running`` or ``done``."""
    document: bytes | None
    """JSON."""
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ExportToMake:
    """An export that a worker makes now. It must be closed or given back."""

    id: UUID
    author: UUID


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A rating of a player."""

    variant: str
    pace: str
    kind: str
    mu: str
    sigma: str
    games: int


@dataclass(frozen=True, slots=True)
class PublishedVariant:
    """A variant that a player has published."""

    key: str
    hash: str
    editions: int
    published_at: datetime


@dataclass(frozen=True, slots=True)
class OwnInvitation:
    """An invitation that a player has made or got."""

    id: UUID
    game: UUID
    is_made: bool
    """Whether the player has made it."""
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class OwnQueueEntry:
    """An entry of a player in the queue."""

    id: UUID
    variant: str
    seats: int
    preset: str
    rated: bool
    rating_min: int | None
    rating_max: int | None
    created_at: datetime
    expires_at: datetime
    game: UUID | None


@dataclass(frozen=True, slots=True)
class SentRecord:
    """A record that a player has sent."""

    id: UUID
    media_type: str
    content: str
    created_at: datetime


_FIND: Final = f"""
    SELECT {names_of(Export)} FROM export_job WHERE id = %s AND author = %s AND expires_at > clock_timestamp()
"""  # noqa: S608 - constants
_RATINGS: Final = f"""
    SELECT {names_of(OwnRating)} FROM rating WHERE entrant = %s AND games > 0 ORDER BY variant, pace, kind
"""  # noqa: S608 - constants
_ENTRIES: Final = f"""
    SELECT {names_of(OwnQueueEntry)} FROM queue_entry WHERE player = %s ORDER BY id
"""  # noqa: S608 - constants
_JOBS: Final = Jobs("export_job", ExportToMake, lost=300)
take = _JOBS.take
give_back = _JOBS.give_back
waits = _JOBS.waits
forget = _JOBS.forget


def add(author: UUID, owner: UUID | None = None) -> UUID:
    """Order an export for *author*, and return its id; the id of the one that is kept if there is one."""
    forget()
    ((made,),) = rows(_ADD, [uuid7(), author, owner, KEPT])
    return UUID(str(made))


def find(export: UUID, author: UUID) -> Export | None:
    """Return an export of *author*; None if there is none, or it is no longer kept."""
    return next(iter(fetch(Export, _FIND, [export, author])), None)


def close(export: UUID, document: bytes) -> None:
    """Keep the *document* of an export for a day."""
    rows(_CLOSE, [document, KEPT, export])
    slots.leave(export)


def seats_of(player: UUID, *, limit: int) -> list[tuple[UUID, int]]:
    """Return at most *limit* games of *player* with their seat there, the newest first."""
    return [(game, seat) for game, seat in rows(_GAMES, [player, limit])]


def ratings_of(player: UUID) -> list[OwnRating]:
    """Return the ratings of *player*. O(all ratings): the table has no index by player."""
    return fetch(OwnRating, _RATINGS, [str(player)])


def invitations_of(player: UUID) -> list[OwnInvitation]:
    """Return the invitations that *player* has made or got, the oldest first."""
    return fetch(OwnInvitation, _INVITATIONS, {"player": player})


def queue_entries_of(player: UUID) -> list[OwnQueueEntry]:
    """Return the entries of *player* in the queue that are kept, the oldest first."""
    return fetch(OwnQueueEntry, _ENTRIES, [player])


def variants_of(author: UUID) -> list[PublishedVariant]:
    """Return the variants that *author* has published, by their keys."""
    return fetch(PublishedVariant, _VARIANTS, [author])


def records_of(author: UUID) -> list[SentRecord]:
    """Return the records that *author* sent and that are kept, the oldest first."""
    return fetch(SentRecord, _RECORDS, [author])
