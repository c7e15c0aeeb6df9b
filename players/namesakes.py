"""Names that others could take for the name of somebody else: whose they are, and which of them players have."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from base.sql.statements import lock_names
from players.lookalikes import skeleton, skeletons
from players.models import NOT_COMPARED, SKELETONS, Player
from players.names import BadName, check_new_name, reserved_shapes

_BATCH: Final = 500
_CLASS: Final = 0x6E616D
"""The class of the advisory locks: ``nam`` in ASCII."""
_TAKEN: Final = """
    SELECT p.id, p.name, p.username, o.id, o.username
    FROM player AS p CROSS JOIN LATERAL unnest(p.name_skeletons) AS s (shape)
    JOIN player AS o ON o.username_skeleton = s.shape AND o.id <> p.id
    WHERE p.is_active AND s.shape IS DISTINCT FROM p.username_skeleton
    ORDER BY p.id DESC LIMIT %s
"""
_ALIKE: Final = """
    SELECT p.id, p.name, p.username, o.id, o.username
    FROM player AS p JOIN player AS o ON o.username_skeleton = p.username_skeleton AND o.id < p.id
    WHERE p.is_active ORDER BY p.id DESC LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A player whose name looks like the username of another one."""

    player: UUID
    name: str
    username: str | None
    other: UUID
    other_username: str


def lock(*names: str) -> None:
    """Let nobody else take a name that looks like one of *names* before the transaction ends."""
    lock_names(_CLASS, *sorted({shape for name in names for shape in skeletons(name)}))


def refuse(name: str, player: Player) -> None:
    """Check the new display *name* of a *player*. A name that looks only like their own username is always good.

    Raises:
        BadName: the name looks like the username of somebody else, or as for `check_new_name`.
    """
    own = {skeleton(player.username)} if player.username else set()
    shapes = {*skeletons(name)} - own
    if own and not shapes:
        return
    check_new_name(name)
    if Player.objects.filter(username_skeleton__in=shapes).exclude(id=player.id).exists():
        raise BadName("This name looks like the username of somebody else.")


def is_taken(username: str, player: Player) -> bool:
    """Return whether *username*, a new one of *player*, looks like that of somebody else."""
    return Player.objects.filter(username_skeleton=skeleton(username)).exclude(id=player.id).exists()


def conflicts(*, limit: int) -> list[Conflict]:
    """Return players who have got the name or the username of others, the newest accounts first.

    New names are refused. So these are older ones, and those whose name came before the username of the other.
    """
    with connection.cursor() as cursor:
        found = []
        for statement in (_TAKEN, _ALIKE):
            cursor.execute(statement, [limit])
            found += [Conflict(*row) for row in cursor.fetchall()]
    return found


def reserved(*, limit: int) -> list[Player]:
    """Return players who have got a name of the service, the newest accounts first. Staff may have one."""
    found = Player.objects.filter(name_skeletons__overlap=[*reserved_shapes()], is_active=True, is_staff=False)
    return list(found.order_by("-id")[:limit])


def catch_up() -> int:
    """Store what the names of players look like for whom it is not stored, and return their number.

    These are the players of a version that did not compare names, and those who were stored in bulk.
    """
    count = 0
    while True:
        with transaction.atomic():
            found = list(Player.objects.select_for_update(skip_locked=True).filter(NOT_COMPARED)[:_BATCH])
            for player in found:
                player.set_skeletons()
            Player.objects.bulk_update(found, SKELETONS)
        if not found:
            return count
        count += len(found)
