"""The inbox of a player, and by which channels they want to be told what."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet

from games.models import Notice as NoticeRow
from games.models import NoticePreference
from games.models.columns import ClockTimestamp
from games.notices.kinds import DEFAULTS, NoticeChannel, NoticeKind

__all__ = ["NoticeRow", "fresh_notices", "notice_preferences", "notices_of", "unread_count"]


def notices_of(player: UUID) -> QuerySet[NoticeRow]:
    """Return the notices in the inbox of *player*."""
    return NoticeRow.objects.filter(player=player, issued_at__isnull=False)


def fresh_notices(players: Collection[UUID], within: timedelta) -> list[NoticeRow]:
    """Return the notices of *players* that were issued *within* this time, the oldest first."""
    found = NoticeRow.objects.filter(player__in=players, issued_at__gt=ClockTimestamp() - within)
    return list(found.order_by("issued_at", "id"))


def unread_count(player: UUID) -> int:
    """Return how many notices of *player* are not read."""
    return notices_of(player).filter(read_at=None).count()


def notice_preferences(player: UUID) -> Mapping[tuple[NoticeKind, NoticeChannel], bool]:
    """Return whether each channel is on for each kind of notice."""
    chosen = {
        (kind, channel): is_on
        for kind, channel, is_on in NoticePreference.objects.filter(player=player).values_list(
            "kind", "channel", "is_on"
        )
    }
    return {
        (kind, channel): chosen.get((kind, channel), is_on)
        for kind in NoticeKind
        for channel, is_on in DEFAULTS.items()
    }
