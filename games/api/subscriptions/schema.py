"""The answers about subscriptions."""

from typing import Annotated, Any, ClassVar
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp

_SUBSCRIPTION: dict[str, Any] = {
    "id": "01975e0c-8d2f-7b10-a6c3-2f7f5b1e6c3d",
    "kind": "calendar",
    "name": "My phone",
    "created_at": "2026-11-24T09:00:00Z",
    "used_at": None,
}


class Subscription(Answer, frozen=True, kw_only=True):
    """A secret address at which a program reads your deadlines or your news without signing in.

    The address is shown only when it is made.
    """

    example: ClassVar = _SUBSCRIPTION
    id: Annotated[UUID, Meta(description="The id of the subscription.")]
    kind: Annotated[
        str,
        Meta(
            description="What is read there. `calendar`: the deadlines of your turns, as iCalendar; `news`: your "
            "newest notices, as Atom. New kinds may be added."
        ),
    ]
    name: Annotated[str, Meta(description="What you call it. May be empty.")]
    created_at: Annotated[Timestamp, Meta(description="When you made the subscription.")]
    used_at: Annotated[
        Timestamp | None,
        Meta(description="When a program has last read it, up to an hour ago. Null if none ever has."),
    ]


class SubscriptionWithAddress(Subscription, frozen=True, kw_only=True):
    """A subscription with its new address. Give it to your program now: the service does not show it again."""

    example: ClassVar = {
        **_SUBSCRIPTION,
        "url": "https://play.example/subscriptions/d2hvZXZlcl9oYXNfdGhpc19yZWFkcyBp.ics",
    }
    url: Annotated[
        str, Meta(description="The address. Whoever has it can read what you read there, so keep it secret.")
    ]


class SubscriptionPage(Answer, frozen=True):
    """Your subscriptions."""

    example: ClassVar = {"items": [_SUBSCRIPTION], "next_cursor": None}
    items: Annotated[list[Subscription], Meta(description="The subscriptions of this page.")]
    next_cursor: NextCursor
