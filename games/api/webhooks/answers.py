"""From rows to answers about webhooks."""

from typing import cast

from msgspec.structs import asdict

from games.api.webhooks.schema import Delivery, DisabledReason, Webhook, WebhookWithSecret
from games.selectors import DeliveryRow, WebhookRow
from games.services import webhooks
from games.webhooks.payloads import WebhookEvent
from games.webhooks.sending import DeliveryError


def webhook_of(row: WebhookRow) -> Webhook:
    """Return a webhook as its owner sees it."""
    return Webhook(
        id=row.id,
        url=row.url,
        events=[WebhookEvent(event) for event in row.events],
        description=row.description,
        enabled=row.enabled,
        disabled_reason=cast("DisabledReason", row.disabled_reason) if row.disabled_reason else None,
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
        error=DeliveryError(row.error) if row.error else None,
    )
