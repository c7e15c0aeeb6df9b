"""Erasing accounts. A request deletes what is known of a person; a worker then leaves their games (`games`).

The player's row is deleted together with every row that belongs to it, and stored again without anything personal. So
each table with a foreign key to the player is covered, also one that is added later.
"""

import secrets
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from base import clock
from base.http.idempotency import NOBODY
from players.models import Erasure, OutgoingMail, Player, RequestKey, Session

SIGN_IN_FRESH: Final = timedelta(minutes=10)
"""The time after a sign-in in which a full account can be erased."""
SETTLED: Final = timedelta(minutes=1)
"""The time for which an erasure stays open at least: longer than any request that began before it."""
LEASE: Final = timedelta(minutes=1)
"""The time after which an erasure that a worker took is due again."""
LONGEST_PAUSE: Final = timedelta(hours=1)
_PAUSE: Final = timedelta(seconds=5)


def pseudonym() -> str:
    """Return a new name for an erased player. It does not depend on the old name, and two players may share it."""
    return f"Deleted player {secrets.token_hex(2)}"


def is_fresh(session: Session) -> bool:
    """Return whether a session may erase its account: its sign-in was not long ago."""
    return clock.now() - Session.objects.get(id=session.id).created_at <= SIGN_IN_FRESH


def erase(player_id: UUID) -> Player:
    """Delete all that is known of a person, and return the player without it. Their tokens fail from now on.

    Erasing again changes nothing. The games of the player are left later: `take` gives the work to a worker.

    Raises Player.DoesNotExist.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(id=player_id)
        if player.erased_at is None:
            now, name = clock.now(), pseudonym()
            # The address or username that somebody typed who wanted a new password.
            typed = Q(recipient__iexact=player.email or player.username) | Q(recipient__iexact=player.username)
            OutgoingMail.objects.filter(typed, player=None).delete()
            player = _empty(Player(id=player.id, name=name, erased_at=now, revision=player.revision + 1))
            Erasure.objects.create(player=player, name=name, asked_at=now, due_at=now)
    return player


def take() -> Erasure | None:
    """Claim the erasure that has been due for longest, and return it; None if none is due.

    If its worker dies, it is due again after `LEASE`.
    """
    with transaction.atomic():
        due = Erasure.objects.select_for_update(skip_locked=True).filter(due_at__lte=Now())
        found = due.order_by("due_at").first()
        if found:
            found.tries += 1
            Erasure.objects.filter(player=found.player_id).update(due_at=Now() + LEASE, tries=F("tries") + 1)
    return found


def go_on(erasure: Erasure, *, failed: bool) -> None:
    """Let a claimed erasure be due again soon; after failures later and later, up to an hour."""
    pause = min(_PAUSE * 2 ** min(erasure.tries, 16), LONGEST_PAUSE) if failed else _PAUSE
    tries = erasure.tries if failed else 0
    Erasure.objects.filter(player=erasure.player_id).update(due_at=Now() + pause, tries=tries)


def is_settled(erasure: Erasure) -> bool:
    """Return whether no request that began before the erasure can still be running."""
    return clock.now() - erasure.asked_at >= SETTLED


def close(erasure: Erasure) -> None:
    """End an erasure. Once more delete what belongs to the player: late requests may have stored something."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(id=erasure.player_id)
        _empty(Player(id=player.id, name=erasure.name, erased_at=player.erased_at, revision=player.revision))


def _empty(player: Player) -> Player:
    """Store `player` in place of the row with its id and of every row that belongs to it."""
    # The results of requests before sign-in name the sessions that they made.
    made = [str(session) for session in Session.objects.filter(player=player.id).values_list("id", flat=True)]
    RequestKey.objects.filter(actor=NOBODY, made__in=made).delete()
    RequestKey.objects.filter(actor=player.id).delete()
    Player.objects.filter(id=player.id).delete()
    player.is_active = False
    player.set_unusable_password()
    player.save(force_insert=True)
    return player
