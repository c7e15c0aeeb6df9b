"""What programs read at the address of a subscription, without signing in."""

import hashlib
from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.views import View

from base.http import etags
from base.http.rate_limits import limits_of, spend
from games.api.subscriptions.calendar import calendar_of
from games.api.subscriptions.news import news_of
from games.notices.kinds import SubscriptionKind
from games.services import subscriptions
from games.services.subscriptions import Subscription

_HEADERS: Final = {
    # No shared cache, search engine or other site may get what is here, or the address with its code. `Compression`
    # compresses nothing that is private.
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}
_WRITERS: Final[dict[SubscriptionKind, tuple[str, Callable[[Subscription], bytes]]]] = {
    SubscriptionKind.CALENDAR: ("text/calendar; charset=utf-8", calendar_of),
    SubscriptionKind.NEWS: ("application/atom+xml; charset=utf-8", news_of),
}


class SubscriptionDocument(View):
    """A calendar, or news. The code in the address is all that a request needs."""

    cost = "subscription"
    http_method_names = ("get", "head")
    kind: SubscriptionKind = SubscriptionKind.CALENDAR

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """Return the document, or a 304. Raises Http404 for a code that leads nowhere, and Throttled."""
        found = subscriptions.read(code, self.kind)
        spend(request, limits_of(self, request), account=None if found is None else str(found.id))
        if found is None:
            raise Http404
        media_type, write = _WRITERS[self.kind]
        content = write(found)
        headers = {
            **_HEADERS, "Content-Language": found.locale, "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        }  # fmt: skip
        if etags.is_fresh(request, headers["ETag"]):
            return HttpResponseNotModified(headers=headers)
        return HttpResponse(content, content_type=media_type, headers=headers)
