"""From rows to answers about webhooks."""

from msgspec.structs import asdict

from games.api.webhooks.schema import Delivery, Webhook, WebhookWithSecret
from games.selectors import DeliveryRow, WebhookRow
from games.services import webhooks


def webhook_of(row: WebhookRow) -> Webhook:
    """Return a webhook as its owner sees it."""
    return Webhook(
        id=row.id,
        url=row.url,
        events=row.events,
        description=row.description,
        enabled=row.enabled,
        disabled_reason=row.disabled_reason or None,
        failing_since=row.failing_since,
        old_secret_until=row.before_until,
        created_at=row.created_at,
    )


def with_secret(row: WebhookRow) -> WebhookWithSecret:
    """Return a webhook with its secret, for the answer to the request that has made the secret."""
    return WebhookWithSecret(**asdict(webhook_of(row)), secret=webhooks.secret_of(bytes(row.sealed)))


def delivery_of(row: DeliveryRow) -> Delivery:
    """Return a delivery without its body."""
    return Delivery(
        id=row.id,
        type=row.type,
        status=row.status,  # type: ignore[arg-type]  # the table has no other
        attempts=row.attempts,
        created_at=row.created_at,
        last_attempt_at=row.last_at,
        next_attempt_at=row.due_at,
        response_status=row.response_status,
        duration_ms=row.duration,
        error=row.error or None,
    )
