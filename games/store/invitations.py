"""The rows of invitations. Whoever changes one has locked the row of its game, so none is accepted once too often."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias
from uuid import UUID

from base.sql.statements import lock_names
from games.db import fetch, rows

InvitationState: TypeAlias = Literal[
    "open", "accepted", "used_up", "declined", "revoked", "started", "closed", "expired"
]

LIVE: Final = "revoked_at IS NULL AND declined_at IS NULL AND used < uses AND expires_at > clock_timestamp()"
"""What an invitation must be, besides that its game waits, so that somebody can accept it."""
KEPT: Final = timedelta(days=30)
"""How long an invitation is kept after it has expired, so that its link gets the answer that it has."""

HIDDEN: Final = """
    EXISTS (SELECT FROM block AS b WHERE (b.player_id, b.blocked_id) IN ((i.player, i.maker), (i.maker, i.player)))
"""
"""Whether the invited player and the maker of invitation ``i`` are blocked. The player then never sees it."""

_FORGET: Final = "DELETE FROM invitation WHERE expires_at < clock_timestamp() - %s"
_ADD: Final = """
    INSERT INTO invitation (id, game, maker, player, digest, uses, expires_at)
    VALUES (%s, %s, %s, %s, %s, %s, clock_timestamp() + %s)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """An invitation, as it is now."""

    id: UUID
    game: UUID
    maker: UUID
    player: UUID | None
    """Who is invited; None for a link."""
    uses: int
    used: int
    created_at: datetime
    expires_at: datetime
    is_revoked: bool
    is_declined: bool
    is_late: bool
    """Whether it has expired."""
    waits: bool
    """Whether its game still waits for players."""
    has_started: bool
    """Whether its game has begun. One that neither waits nor has begun is closed."""
    is_hidden: bool
    """Whether its player may not see it, because they and the maker are blocked."""

    @property
    def state(self) -> InvitationState:
        """Whether it can be accepted, and if not why."""
        if self.used >= self.uses:
            return "used_up" if self.player is None else "accepted"
        if self.is_declined:
            return "declined"
        if self.is_revoked:
            return "revoked"
        if not self.waits:
            return "started" if self.has_started else "closed"
        return "expired" if self.is_late else "open"


# Invitations lie beside players, and each game in its shard.
_WITH_GAMES: Final = """
    WITH i AS MATERIALIZED (SELECT * FROM invitation AS i WHERE {those}),
    g AS MATERIALIZED (
        SELECT DISTINCT g.id, g.status = 'waiting' AS waits, g.turn > 0 AS has_started FROM i
        JOIN game AS g ON (g.shard, g.id) = (mod(get_byte(uuid_send(i.game), 15), 16)::smallint, i.game)
    )
"""
_FIND: Final = f"""
    {_WITH_GAMES}
    SELECT i.id, game, maker, player, uses, used, created_at, expires_at, revoked_at IS NOT NULL,
           declined_at IS NOT NULL, expires_at <= clock_timestamp(), waits, has_started, {HIDDEN}
    FROM i JOIN g ON g.id = i.game ORDER BY i.id
"""  # noqa: S608 - constants
_COUNT: Final = f"""
    {_WITH_GAMES.format(those=f"(game = %(game)s OR maker = %(maker)s) AND {LIVE}")}
    SELECT count(*) FILTER (WHERE game = %(game)s),
           count(*) FILTER (WHERE maker = %(maker)s),
           count(*) FILTER (WHERE maker = %(maker)s AND player = %(player)s)
    FROM i JOIN g ON g.id = i.game WHERE waits
"""  # noqa: S608 - constants
_WAITING_FOR: Final = f"""
    {_WITH_GAMES.format(those=f"player = %(player)s AND {LIVE}")}
    SELECT maker FROM i JOIN g ON g.id = i.game WHERE waits AND (maker = %(maker)s OR NOT {HIDDEN})
"""  # noqa: S608 - constants
_KNOWN: Final = """
    SELECT DISTINCT other FROM meeting
    WHERE generation = (SELECT generation FROM projection WHERE name = 'results') AND player = %s AND other = ANY(%s)
"""
_CLASS: Final = 0x696E76
"""The class of the advisory locks: ``inv`` in ASCII."""
_USE: Final = "UPDATE invitation SET used = used + 1 WHERE id = %s"
_USE_OWN: Final = f"""
    UPDATE invitation AS i SET used = used + 1
    WHERE game = %s AND player = %s AND {LIVE} AND NOT {HIDDEN} RETURNING id
"""  # noqa: S608 - constants
_REVOKE: Final = "UPDATE invitation SET revoked_at = clock_timestamp() WHERE id = %s AND revoked_at IS NULL"
_DECLINE: Final = "UPDATE invitation SET declined_at = clock_timestamp() WHERE id = %s AND declined_at IS NULL"


def add(  # noqa: PLR0913 - all that a row has
    invitation: UUID, *, game: UUID, maker: UUID, player: UUID | None, digest: bytes | None, uses: int, lasts: timedelta
) -> None:
    """Add an invitation of *maker* that *lasts* so long: for one *player*, or a link whose code has this *digest*."""
    rows(_ADD, [invitation, game, maker, player, digest, uses, lasts])


def find(invitation: UUID) -> Invitation | None:
    """Return the invitation; None if there is none."""
    return next(iter(fetch(Invitation, _FIND.format(those="id = %s"), [invitation])), None)


def find_link(digest: bytes) -> Invitation | None:
    """Return the invitation by a link whose code has this *digest*; None if there is none."""
    return next(iter(fetch(Invitation, _FIND.format(those="digest = %s"), [digest])), None)


def find_all(found: Sequence[UUID]) -> list[Invitation]:
    """Return those of the invitations that there are, in the order of their ids in *found*."""
    by_id = {one.id: one for one in fetch(Invitation, _FIND.format(those="id = ANY(%s)"), [[*found]])}
    return [by_id[one] for one in found if one in by_id]


def of_player(game: UUID, player: UUID) -> list[Invitation]:
    """Return all invitations of *player* to *game*, the oldest first."""
    return fetch(Invitation, _FIND.format(those="game = %s AND player = %s"), [game, player])


def lock_maker(maker: UUID) -> None:
    """Let nobody else count the open invitations of *maker* before the transaction ends."""
    lock_names(_CLASS, str(maker))


def lock_invited(player: UUID) -> None:
    """Let nobody else count the open invitations of *player* before the transaction ends.

    Whoever needs both locks takes that of the maker first.
    """
    lock_names(_CLASS, f"to {player}")


def inviters_of(player: UUID, maker: UUID) -> list[UUID]:
    """Return who has made each open invitation of *player*.

    *maker* cannot tell by it whether they are blocked: of those that *player* never sees, it has theirs only.
    """
    return [found for (found,) in rows(_WAITING_FOR, {"player": player, "maker": maker})]


def known_among(player: UUID, others: Collection[UUID]) -> set[UUID]:
    """Return those of the *others* with whom *player* has played a game to its end."""
    return {found for (found,) in rows(_KNOWN, [player, [*others]])}


def count_open(game: UUID, maker: UUID, player: UUID | None) -> tuple[int, int, int]:
    """Return how many invitations are open: those to *game*, those of *maker*, and those of *maker* for *player*."""
    (counts,) = rows(_COUNT, {"game": game, "maker": maker, "player": player})
    to_game, of_maker, between = counts
    return to_game, of_maker, between


def use(invitation: UUID) -> None:
    """Count that somebody has accepted the invitation."""
    rows(_USE, [invitation])


def use_own(game: UUID, player: UUID) -> bool:
    """Count that *player* has accepted the open invitation to *game* that names them; return whether there is one."""
    return bool(rows(_USE_OWN, [game, player]))


def revoke(invitation: UUID) -> None:
    """Note that the invitation was revoked."""
    rows(_REVOKE, [invitation])


def decline(invitation: UUID) -> None:
    """Note that the invited player has declined."""
    rows(_DECLINE, [invitation])


def forget() -> None:
    """Delete the invitations that expired long ago."""
    rows(_FORGET, [KEPT])
