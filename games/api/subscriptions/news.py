"""The newest notices of a player as a document for news readers: Atom (RFC 4287)."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from base.languages import catalogue
from games import selectors
from games.api.subscriptions.links import game_page
from games.notices.kinds import NEWS
from games.services.notice_texts import Reader, write
from games.services.subscriptions import Subscription

MOST: Final = 50
"""Entries in a document. They are the newest."""
_AUTHOR: Final = "Mau-Mau"


class _Document(Atom1Feed):
    """An Atom document that knows when it was made, for as long as it has no entry."""

    def latest_post_date(self) -> datetime:
        """Return when it last changed. Django would take the time now, and no ETag would match again."""
        times: list[datetime] = [self.feed["made_at"], *(one["updateddate"] for one in self.items)]
        return max(times)


def news_of(subscription: Subscription) -> bytes:
    """Return the document: an entry for each of the newest notices, but those of deadlines.

    It has no link to itself, because a copy that somebody saves or forwards must not have the secret address.
    """
    found = selectors.notices_of(subscription.player).filter(kind__in=NEWS).order_by("-issued_at", "-id")[:MOST]
    notices = [*found]
    reader = Reader(subscription.locale, subscription.time_zone)
    document = _Document(
        title=catalogue(subscription.locale).gettext("News of your games"),
        link=settings.PUBLIC_URL,
        description=None,
        language=subscription.locale,
        author_name=_AUTHOR,
        feed_guid=subscription.id.urn,
        made_at=subscription.created_at,
    )
    for row, text in zip(notices, write(notices, [reader] * len(notices), last_lines=False), strict=True):
        document.add_item(
            title=text.title,
            link=game_page(row.game),
            description=escape(text.body),  # Django declares it as HTML
            unique_id=row.id.urn,
            pubdate=row.issued_at,
            updateddate=row.issued_at,
            categories=[row.kind],
        )
    return document.writeString("utf-8").encode()
