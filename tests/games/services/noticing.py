"""What tests of notices share: they let time pass by moving rows into the past."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db.models.functions import Now

from games.db import rows
from games.models import Notice
from games.notices.kinds import Transport
from games.projections.registry import NOTICES, catch_up
from games.services import notices
from players.models import Device, Player, Session


def follow() -> None:
    while catch_up(NOTICES):
        pass


def issue() -> int:
    follow()
    return notices.issue([*Transport])


def kinds_of(player: UUID) -> list[str]:
    found = Notice.objects.filter(player=player, issued_at__isnull=False)
    return [str(kind) for kind in found.order_by("issued_at", "id").values_list("kind", flat=True)]


def planned(player: UUID) -> set[str]:
    return {*Notice.objects.filter(player=player, issued_at=None).values_list("kind", flat=True)}


def player(**fields: Any) -> UUID:
    return Player.objects.create(**fields).id


def with_device(owner: UUID, kind: str = "fcm") -> int:
    session = Session.objects.create(
        player_id=owner, created_at=Now(), used_at=Now(), expires_at=Now() + timedelta(days=1)
    )
    device = Device.objects.create(
        player_id=owner, session=session, installation=uuid4(), kind=kind, token=f"token {uuid4()}",
        digest=uuid4().bytes * 2, created_at=Now(), updated_at=Now(),
    )  # fmt: skip
    return device.id


def age(by: timedelta) -> None:
    """Let everything have happened earlier."""
    rows("UPDATE game SET turn_began = turn_began - %s, deadline = deadline - %s", [by, by])
    rows(
        """UPDATE notice SET began = began - %(by)s, deadline = deadline - %(by)s, due_at = due_at - %(by)s,
                  until = until - %(by)s, issued_at = issued_at - %(by)s, read_at = read_at - %(by)s""",
        {"by": by},
    )
    rows("UPDATE notice_delivery SET due_at = due_at - %(by)s, ended_at = ended_at - %(by)s", {"by": by})
    rows("UPDATE session SET used_at = used_at - %s", [by])


def move_deadline(game: UUID, by: timedelta) -> None:
    """Move the deadline of the turn that runs, as an event that follows would."""
    rows("UPDATE game SET deadline = deadline + %s WHERE id = %s", [by, game])
    rows("UPDATE checkpoint SET position = position - 1 WHERE projection = 'notices' AND position > 0")
