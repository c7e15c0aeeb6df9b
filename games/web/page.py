"""The page at all its addresses. The browser decides by the address which screen it shows."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.generic import View

from base.http.languages import preferred
from base.http.rate_limits import limits_of, spend
from games.web.preview import preview_of, tags

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors {ancestors}"
)
_HEAD: Final = "<!--head-->"
"""What tags of an address stand in place of."""


class Page(View):
    """The built page, or a page that says that it is being built."""

    cost = "static"
    http_method_names = ("get", "head")
    may_be_framed = False

    def get(self, request: HttpRequest, **address: Any) -> HttpResponse:
        """Return the page."""
        try:
            html = (settings.WEB_ROOT / "index.html").read_text()
        except FileNotFoundError:
            waits = render(request, "games/page_not_built.html", status=503)
            waits.headers["Retry-After"] = waits.headers["Refresh"] = "5"
            return waits
        answer = HttpResponse(self.changed(request, html, **address), headers={"Cache-Control": "no-cache"})
        ancestors = "*" if self.may_be_framed else "'none'"
        answer.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.format(ancestors=ancestors)
        return answer

    def changed(self, request: HttpRequest, html: str, **address: Any) -> str:  # noqa: ARG002
        """Return the page as this *address* has it."""
        return html


class GamePage(Page):
    """The page of a game. Of a public one that is over, messengers find a preview in it."""

    cost = "page"

    def get(self, request: HttpRequest, **address: Any) -> HttpResponse:
        """Return the page, in whose head are tags in the reader's language. Raises Throttled."""
        spend(request, limits_of(self, request))
        answer = super().get(request, **address)
        patch_vary_headers(answer, ["Accept-Language"])
        return answer

    def changed(self, request: HttpRequest, html: str, **address: Any) -> str:
        """Return the page with its preview."""
        found = preview_of(address["id"])
        return html if found is None else html.replace(_HEAD, tags(found, preferred(request)), 1)


class EmbeddedPage(Page):
    """The page in a frame of another page."""

    may_be_framed = True


class JoinPage(Page):
    """The page at the address of an invitation. The address has the code, so no search engine or other site gets it."""

    def get(self, request: HttpRequest, **given: str) -> HttpResponse:
        """Return the page."""
        answer = super().get(request, **given)
        answer.headers["Referrer-Policy"] = "no-referrer"
        answer.headers["X-Robots-Tag"] = "noindex"
        return answer
