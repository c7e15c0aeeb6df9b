"""Devices: the addresses to which notices are pushed.

An address is a secret, because whoever has it may be able to send notices. So it is never shown again in full.
"""

import hashlib
from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from players.models import Device, Player, Session

DEVICES: Final = 20
"""The largest number of devices that one account may have."""
SHOWN: Final = 4
"""The characters of an address that are shown."""


class TooManyDevices(Exception):
    """The account has the largest number of devices that an account may have."""


def live(player: Player) -> QuerySet[Device]:
    """Return the devices of a player whose sessions have not ended."""
    return Device.objects.filter(player=player, session__ended_at=None, session__expires_at__gt=Now())


def put(session: Session, installation: UUID, address: Mapping[str, str]) -> Device:
    """Store the address of an installation, with the session that sends it, and return the device.

    `address` has `kind`, and `token` or `endpoint`, `p256dh` and `auth`. If another account or installation has the
    same address, it loses it.

    Raises TooManyDevices.
    """
    player = session.player
    content = "\0".join(address.get(name, "") for name in ("kind", "token", "endpoint"))
    digest = hashlib.sha256(content.encode()).digest()
    with transaction.atomic():
        # The lock makes two requests at once count one after the other.
        Player.objects.select_for_update().get(id=player.id)
        own = Q(player_id=player.id, installation=installation)
        Device.objects.filter(Q(digest=digest) & ~own).delete()
        if live(player).exclude(own).count() >= DEVICES:
            raise TooManyDevices
        values = {name: address.get(name, "") for name in ("kind", "token", "endpoint", "p256dh", "auth")}
        device, _ = Device.objects.update_or_create(
            player_id=player.id,
            installation=installation,
            defaults={**values, "digest": digest, "session_id": session.id, "updated_at": Now()},
            create_defaults={
                **values, "digest": digest, "session_id": session.id, "created_at": Now(), "updated_at": Now(),
            },
        )  # fmt: skip
        device.refresh_from_db()
    return device


def forget(device: Device) -> None:
    """Delete a device whose push service does not know it any more, unless it was registered anew since it was read."""
    Device.objects.filter(id=device.id, digest=device.digest, updated_at=device.updated_at).delete()


def ending(device: Device) -> str:
    """Return the last characters of the address, by which a person may recognize it."""
    return (device.token or device.endpoint)[-SHOWN:]
