"""The bodies of requests about subscriptions."""

from base.http.fields import Choice, StrictSerializer, Text
from games.notices.kinds import SubscriptionKind

_LONGEST_NAME = 100


class SubscriptionRequest(StrictSerializer):
    """A new subscription."""

    kind = Choice(
        choices=[str(kind) for kind in SubscriptionKind],
        help_text="What is read at its address. `calendar`: the deadlines of your turns, as iCalendar; `news`: your "
        "newest notices, as Atom.",
    )
    name = Text(
        max_length=_LONGEST_NAME,
        allow_blank=True,
        required=False,
        help_text="What you call it, for example the program that reads it.",
    )
