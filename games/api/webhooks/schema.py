"""The answers about webhooks."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp


class Webhook(Answer, frozen=True, kw_only=True):
    """A webhook. Its secret is shown only when it is made."""

    id: Annotated[UUID, Meta(description="The id of the webhook.")]
    url: Annotated[str, Meta(description="The address that the service calls.")]
    events: Annotated[list[str], Meta(description="The types of events that it is called for. New types may be added.")]
    description: Annotated[str, Meta(description="A text of your own.")]
    enabled: Annotated[bool, Meta(description="Whether anything is sent to it.")]
    disabled_reason: Annotated[
        str | None,
        Meta(
            description="Why it is off. `you`: you have switched it off. `gone`: it has answered 410. `failing`: for "
            "five days it has done nothing but fail. `backlog`: too many deliveries waited for it. `secret`: the "
            "service can no longer read its secret, so make a new one. New codes may be added. Null while it is on."
        ),
    ]
    failing_since: Annotated[
        Timestamp | None, Meta(description="Since when all attempts have failed. Null if the last one succeeded.")
    ]
    old_secret_until: Annotated[
        Timestamp | None,
        Meta(description="Until then each delivery is also signed with the secret before. Null if there is none."),
    ]
    created_at: Annotated[Timestamp, Meta(description="When the webhook was made.")]


class WebhookWithSecret(Webhook, frozen=True, kw_only=True):
    """A webhook with its new secret. Store the secret now: the service does not show it again."""

    secret: Annotated[
        str, Meta(description="The secret with which you verify deliveries, as `whsec_` and base64. Keep it secret.")
    ]


class WebhookPage(Answer, frozen=True):
    """Your webhooks."""

    items: Annotated[list[Webhook], Meta(description="The webhooks of this page.")]
    next_cursor: NextCursor


class Delivery(Answer, frozen=True, kw_only=True):
    """Something that was or will be sent to a webhook. The service stores nothing of the answer but its status."""

    id: Annotated[UUID, Meta(description="The header `webhook-id`. It is the same in each attempt and each replay.")]
    type: Annotated[str, Meta(description="The type of the event, or `ping`.")]
    status: Annotated[
        Literal["waiting", "delivered", "failed"],
        Meta(description="`waiting` before an attempt, `delivered` after a 2xx, `failed` after the last attempt."),
    ]
    attempts: Annotated[int, Meta(description="How often it was tried since it was made or replayed.")]
    created_at: Annotated[Timestamp, Meta(description="When it was made.")]
    last_attempt_at: Annotated[
        Timestamp | None, Meta(description="When the last attempt began. Null before the first.")
    ]
    next_attempt_at: Annotated[
        Timestamp | None, Meta(description="When the next attempt is due. Null if there is none.")
    ]
    response_status: Annotated[
        int | None, Meta(description="The HTTP status of the last answer. Null if the last attempt got none.")
    ]
    duration_ms: Annotated[
        int | None, Meta(description="How many milliseconds the last attempt took. Null before its end.")
    ]
    error: Annotated[
        str | None,
        Meta(
            description="Why the last attempt failed. Null if it did not fail. `address`: the host leads to an address "
            "that is not public. `name`: the host has no address. `connection`: there was none, or it broke. `tls`: "
            "the certificate is not valid for the host, or TLS failed in another way. `timeout`: no answer within ten "
            "seconds. `protocol`: the answer is not HTTP. `redirect`: the answer was a redirect. `status`: the answer "
            "had another status than 2xx. `secret`: the service can no longer read the secret. `off`: the webhook was "
            "switched off first. New codes may be added."
        ),
    ]


class DeliveryPage(Answer, frozen=True):
    """A page of deliveries."""

    items: Annotated[list[Delivery], Meta(description="The deliveries of this page, the newest first.")]
    next_cursor: NextCursor
