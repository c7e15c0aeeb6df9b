"""Webhooks of a player, and the log of what was sent to one."""

from uuid import UUID

from django.db.models import QuerySet

from games.models import Webhook as WebhookRow
from games.models import WebhookDelivery as DeliveryRow

__all__ = ["DeliveryRow", "WebhookRow", "deliveries_of", "webhooks_of"]


def webhooks_of(player: UUID) -> QuerySet[WebhookRow]:
    """Return the webhooks of *player*."""
    return WebhookRow.objects.filter(player=player)


def deliveries_of(webhook: UUID) -> QuerySet[DeliveryRow]:
    """Return all deliveries to *webhook* that are kept, without their bodies."""
    return DeliveryRow.objects.filter(webhook=webhook).defer("body")
