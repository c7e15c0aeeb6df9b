"""The bodies of requests about webhooks."""

from typing import Any, Final

from django.conf import settings
from rest_framework import serializers
from rest_framework.fields import empty

from base.http.fields import Choice, Flag, StrictSerializer, Text
from games.webhooks.payloads import WebhookEvent
from players.destinations import BadUrl, check_url

LONGEST_URL: Final = 1_000
_DESCRIPTION: Final = 200


class Url(Text):
    """The URL of a receiver. Its addresses are checked each time before something is sent there."""

    def __init__(self, **options: Any) -> None:
        """Limit its length."""
        super().__init__(max_length=LONGEST_URL, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the URL. Raises ValidationError for one that the service does not call."""
        text: str = super().to_internal_value(data)
        try:
            check_url(text, settings.WEBHOOK_NETWORKS)
        except BadUrl as fault:
            raise serializers.ValidationError(str(fault)) from fault
        return text


class EventTypes(serializers.ListField):
    """Types of events, each once."""

    child = Choice(choices=[str(event) for event in WebhookEvent], help_text="The type of an event.")

    def __init__(self, **options: Any) -> None:
        """Limit their number."""
        super().__init__(min_length=1, max_length=len(WebhookEvent), **options)

    def run_validation(self, data: Any = empty) -> Any:
        """Return the types. Raises ValidationError for anything but a list, even for a string."""
        if data is not empty and not isinstance(data, list):
            raise serializers.ValidationError("Send a list.")
        found = super().run_validation(data)
        if isinstance(found, list) and len(set(found)) < len(found):
            raise serializers.ValidationError("Name each type once.")
        return found


class WebhookRequest(StrictSerializer):
    """A new webhook."""

    url = Url(
        help_text="The address that the service calls: `https://`, port 443 or one above 1023, no user, no fragment, "
        "and a host on the public internet."
    )
    events = EventTypes(help_text="The types of events for which the service calls it.")
    description = Text(max_length=_DESCRIPTION, allow_blank=True, required=False, help_text="A text of your own.")


class WebhookChange(StrictSerializer):
    """The fields of a webhook that you change."""

    url = Url(required=False, help_text="The new address.")
    events = EventTypes(required=False, help_text="The new types of events.")
    description = Text(max_length=_DESCRIPTION, allow_blank=True, required=False, help_text="The new text.")
    enabled = Flag(required=False, help_text="Whether anything is sent to it.")
