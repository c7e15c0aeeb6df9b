"""Webhooks of players: made, changed, tested, replayed."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from games import store
from games.store import webhooks
from games.store.invitations import Invitation
from games.store.webhooks import MOST, NewDelivery, TooManyWebhooks
from games.webhooks.payloads import (
    WebhookInvitationData,
    WebhookInvitationReceived,
    WebhookPing,
    WebhookPingData,
    id_of,
    to_text,
)
from games.webhooks.signing import new_secret, open_sealed, seal

__all__ = [
    "MOST",
    "TooManyWebhooks",
    "announce_invitation",
    "change",
    "make",
    "ping",
    "remove",
    "replay",
    "rotate",
    "secret_of",
]


def make(player: UUID, *, url: str, events: Sequence[str], description: str = "") -> UUID:
    """Make a webhook with a new secret, and return its id. Raises TooManyWebhooks."""
    return webhooks.add(player, url=url, events=events, description=description, sealed=seal(new_secret()))


def change(
    webhook: UUID,
    *,
    url: str | None = None,
    events: Sequence[str] | None = None,
    description: str | None = None,
    enabled: bool | None = None,
) -> None:
    """Change what is not None. Off, it gets nothing, and what waits for it has failed. On, it begins anew."""
    webhooks.change(webhook, url=url, events=events, description=description)
    if enabled:
        webhooks.enable(webhook)
    elif enabled is not None:
        webhooks.disable([webhook], "you")


def remove(webhook: UUID) -> None:
    """Delete a webhook, and all that was or is to be sent to it."""
    webhooks.remove(webhook)


def rotate(webhook: UUID) -> UUID:
    """Give *webhook* a new secret, and return its id. For a day the old one signs, too."""
    webhooks.rotate(webhook, seal(new_secret()))
    return webhook


def secret_of(sealed: bytes) -> str:
    """Return a secret as its owner stores it. Raises LostSecret."""
    return open_sealed(sealed)[0]


def ping(webhook: UUID) -> UUID:
    """Order a test of *webhook*, and return the id of its delivery. Nothing is sent to one that is off."""
    payload = WebhookPing(timestamp=store.now(), data=WebhookPingData(webhook))
    made = uuid4()
    webhooks.add_deliveries([NewDelivery(made, webhook, payload.type, to_text(payload))])
    return made


def announce_invitation(invitation: Invitation) -> None:
    """Have the webhooks of the invited player called, unless the player never sees the invitation."""
    if invitation.player is None or invitation.is_hidden:
        return
    data = WebhookInvitationData(invitation.id, invitation.game, invitation.expires_at)
    payload = WebhookInvitationReceived(timestamp=invitation.created_at, data=data)
    called = webhooks.of_player(invitation.player, payload.type)
    webhooks.add_deliveries([NewDelivery(id_of(payload, one), one, payload.type, to_text(payload)) for one in called])


def replay(webhook: UUID, delivery: UUID) -> UUID:
    """Send *delivery* again with the same id and body, and return its id."""
    webhooks.replay(webhook, delivery)
    return delivery
