"""The header of a game: its version and status, and the seat of the caller. One query that never reads the state."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest
from rest_framework.request import Request

from base.http.etags import weak
from base.http.problems import NotSignedIn
from base.sql.statements import Statement, prepared
from games.api.profiles import People, Person, names_among, people_of
from games.clocks.outages import LONGEST_GAP
from games.db import rows
from games.log.shards import shard_of
from games.services import shares
from games.store import sits
from games.store.invitations import HIDDEN, LIVE
from games.store.rematches import NEXT, follows
from games.store.shares import SHARED
from players.authentication import player_of

REVISION: Final = 7
"""A part of every ETag. Raise it when `games.rules.observation` or the shape of the table changes."""

_QUIET: Final = timedelta(seconds=4)
"""A heartbeat older than this may hide an outage, or a jump of the wall clock, that nobody has recorded yet."""

_IS_OPEN: Final = f"""
    g.visibility = 'public' OR g.status = 'waiting' AND EXISTS (
        SELECT FROM invitation AS i WHERE i.game = g.id AND i.player = {{caller}} AND {LIVE} AND NOT {HIDDEN})
"""
"""Whether a caller without a seat may see game ``g``: a private one only while it waits, if an invitation names them.
Those who played the game that it follows may see it too: `_played_before`."""
_AFTER: Final = "(SELECT r.game FROM rematch AS r WHERE r.next = {game} LIMIT 1)"
# What lies in the shard of the game comes first: on Citus it is elsewhere than players, invitations and outages.
_HEADER: Final = f"""
    WITH found AS MATERIALIZED (
        SELECT id, version, status, visibility FROM game WHERE shard = %s AND id = %s
    ), sitter AS MATERIALIZED (
        SELECT seat, player FROM seat WHERE shard = %s AND game = %s AND player IS NOT NULL
    )
    SELECT g.version, g.status, clock_timestamp(), outages.number, outages.last, outages.seen,
           sitters.known, sitters.revision, {_IS_OPEN.format(caller="%s")} OR {SHARED.format(digest="%s")},
           CASE WHEN g.status = 'waiting' THEN {_AFTER.format(game="g.id")} END,
           CASE WHEN g.status = 'over' THEN ({NEXT.format(game="g.id")}) END
      FROM found g
     CROSS JOIN (SELECT count(*) AS number, max(ended) AS last, (SELECT min(at) FROM heartbeat) AS seen
                   FROM outage) AS outages
     CROSS JOIN (
           SELECT coalesce(json_object_agg(s.player, json_build_array(
                      s.seat, p.name, p.username, p.username IS NULL AND p.erased_at IS NULL)), '{{}}') AS known,
                  coalesce(sum(p.revision), 0) AS revision
             FROM sitter s LEFT JOIN player p ON p.id = s.player) AS sitters
"""  # noqa: S608 - constants
"""A game that is over is open to whoever sends the code of its share link, too. ``known`` has the seat of each
seated player by their id, and what others see of them. The last columns are the game that it follows, and the one that
follows it."""
_VIEWS: Final = f"""
    WITH seen AS MATERIALIZED (
        SELECT g.id, asked.player, g.version, g.status, g.visibility, own.seat
          FROM unnest(%s::smallint[], %s::uuid[], %s::uuid[]) AS asked (shard, id, player) JOIN game g USING (shard, id)
          LEFT JOIN seat AS own ON own.shard = g.shard AND own.game = g.id AND own.player = asked.player)
    SELECT g.id, g.player, g.version, g.status, g.seat, g.seat IS NOT NULL OR {_IS_OPEN.format(caller="g.player")},
           CASE WHEN g.status = 'waiting' THEN {_AFTER.format(game="g.id")} END
      FROM seen AS g
"""  # noqa: S608 - constants
_EVERYBODY: Final = """
    SELECT coalesce(sum(revision), 0) FROM player WHERE id IN (
        SELECT nullif(public ->> 'player', '')::uuid FROM event WHERE (shard, stream, type) = (%s, %s, 'seat-taken')
        UNION ALL SELECT unnest(players) FROM archive WHERE (shard, game) = (%s, %s))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """A game without its state, as one caller may see it."""

    id: UUID
    version: int
    status: str
    viewer: int | None
    """The caller's seat; None for a spectator."""
    now: datetime
    outages: str
    """A mark that changes whenever an outage changes deadlines, and once a minute while one runs."""
    last_outage: datetime | None
    """When the last outage ended; now, while the last heartbeat is old."""
    people: People
    """The seated players by their ids."""
    revision: int
    """The sum of the revisions of their profiles."""
    rematch: UUID | None
    """The game that follows this one, for those who sat here."""

    @property
    def names(self) -> Mapping[str, str]:
        """Display names of the seated players by their ids."""
        return names_among(self.people)

    def etag(self, language: str, version: int | None = None) -> str:
        """Return the ETag of the table in this *language* at *version*, by default the current one."""
        return weak(
            version or self.version, self.viewer, self.outages, REVISION, self.revision, language, self.rematch or ""
        )


def header_query(request: Request | HttpRequest, game: UUID, caller: UUID | None) -> Statement:
    """Return the statement with which `header_for` reads *game* for a *caller*."""
    code = request.headers.get(shares.HEADER)
    digest = None if code is None else shares.digest_of(code)
    return _HEADER, [*(shard_of(game), game) * 2, caller, digest]


def header_for(request: Request | HttpRequest, game: UUID) -> Header:
    """Return *game* as the caller may see it.

    If there is none, or none that they may see, it raises Http404, or NotSignedIn where signing in might help.
    """
    caller = getattr(player_of(request), "id", None)
    found = prepared(*header_query(request, game, caller))
    if not found:
        raise _nothing(caller)
    ((version, status, now, outages, last, heartbeat, known, revision, is_open, before, after),) = found
    viewer = known.get(str(caller), (None,))[0]
    if viewer is None and not (is_open or _played_before(before, caller)):
        raise _nothing(caller)
    silent = now - heartbeat if heartbeat else timedelta()
    running = f"-{silent // timedelta(minutes=1)}" if silent > LONGEST_GAP else ""
    return Header(
        id=game,
        version=version,
        status=status,
        viewer=viewer,
        now=now,
        outages=f"{outages} {last}{running}",  # a restored log may have as many outages, and never ended them then
        last_outage=now if silent > _QUIET else last,
        people={one: Person(one, *row) for one, (_, *row) in known.items() if row[0] is not None},
        revision=int(revision),
        rematch=after if viewer is not None and after and follows(after) else None,
    )


def _played_before(before: UUID | None, caller: UUID | None) -> bool:
    """Return whether *caller* played the game *before*, if there is one."""
    return before is not None and caller is not None and sits(before, caller)


def _nothing(caller: UUID | None) -> Exception:
    """Return what a caller gets in place of a game: the same whether there is none or they may not see it."""
    return NotSignedIn() if caller is None else Http404()


@dataclass(frozen=True, slots=True)
class View:
    """A game as one player sees it, for those who need no more of its header."""

    version: int
    status: str
    viewer: int | None
    """The player's seat; None for a spectator."""


def views_of(asked: Collection[tuple[UUID, UUID]]) -> dict[tuple[UUID, UUID], View]:
    """Return the view of each game and player. Those are missing for which `header_for` raises Http404.

    It takes one query for all, and one more for each rematch that is not open to its player otherwise.
    """
    games, players = [game for game, _ in asked], [player for _, player in asked]
    found = rows(_VIEWS, [[*map(shard_of, games)], games, players])
    return {
        (game, player): View(*view)
        for game, player, *view, is_open, before in found
        if is_open or _played_before(before, player)
    }


def revision_of_all(seen: Header) -> int:
    """Return the sum of the revisions of all who ever took a seat, also of those who left before the start."""
    ((revision,),) = rows(_EVERYBODY, [shard_of(seen.id), seen.id] * 2)
    return int(revision)


def people_with(seen: Header, players: Iterable[str]) -> People:
    """Return the seated players and *players*, some of whom may have left before the start."""
    missing = {player for player in players if player} - seen.people.keys()
    return {**seen.people, **people_of(missing)} if missing else seen.people
