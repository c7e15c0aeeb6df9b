"""The bodies of requests about notices."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from base.http.fields import Choice, Flag, Identifier, StrictSerializer
from games.notices.kinds import NoticeKind


class ReadNotices(StrictSerializer):
    """Up to where you have read."""

    up_to = Identifier(help_text="The id of the newest notice that you have read.")


class NoticePreferenceChange(StrictSerializer):
    """The channels that you change for one kind of notice."""

    kind = Choice(choices=[str(kind) for kind in NoticeKind], help_text="The kind of notice.")
    push = Flag(required=False, help_text="Whether to send it to your devices.")
    mail = Flag(required=False, help_text="Whether to send it by mail.")


class NoticePreferencesChange(StrictSerializer):
    """What you change. Kinds and channels that you leave out stay as they are."""

    items = serializers.ListField(
        child=NoticePreferenceChange(), required=False, max_length=len(NoticeKind), help_text="Each kind once."
    )

    def validate_items(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the items. Raises ValidationError if a kind comes twice."""
        if len({one["kind"] for one in items}) < len(items):
            raise serializers.ValidationError(gettext("Name each kind once."))
        return items
