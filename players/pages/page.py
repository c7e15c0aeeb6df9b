"""The base of all pages: language, headers, and rate limits."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_protect

from base.http.languages import accepted
from base.http.rate_limits import Throttled, limits_of, spend
from base.languages import OTHERWISE, catalogue, spoken

HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    # The links in mails have a code. With this policy no Referer has it, and browsers still send `Origin`, which
    # Django compares against forged forms. With `no-referrer` they would send `Origin: null`.
    "Referrer-Policy": "strict-origin",
}
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; form-action 'self'{more}; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy: no scripts at all."""


@method_decorator(csrf_protect, name="dispatch")
class Page(View):
    """A page in the reader's language. Its forms are safe from forgery, and nobody can frame it."""

    cost = "door"
    http_method_names = ("get", "head", "post")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Count the request as one of signing in. Beyond the limit the page says how long to wait."""
        self.language = next(filter(None, map(spoken, accepted(request))), OTHERWISE)
        self.gettext: Callable[[str], str] = catalogue(self.language).gettext
        try:
            spend(request, limits_of(self, request))
            return super().dispatch(request, *args, **kwargs)
        except Throttled as throttled:
            gettext = self.gettext
            answer = self.message(
                gettext("Too many tries"),
                gettext("Wait for some minutes, then try again."),
                status=HTTPStatus.TOO_MANY_REQUESTS,
            )
            answer.headers["Retry-After"] = throttled.headers["Retry-After"]
            return answer

    def show(
        self, template: str, *, status: int = HTTPStatus.OK, form_target: str = "", **context: Any
    ) -> HttpResponse:
        """Return a page. Its forms may lead to `form_target` besides this service."""
        answer = render(self.request, f"players/{template}.html", {"language": self.language, **context}, status=status)
        policy = _POLICY.format(more=form_target and f" {form_target}")
        for name, value in {**HEADERS, "Content-Security-Policy": policy, "Content-Language": self.language}.items():
            answer.headers[name] = value
        patch_vary_headers(answer, ["Accept-Language"])
        return answer

    def message(self, title: str, text: str, *, status: int = HTTPStatus.OK) -> HttpResponse:
        """Return a page that only says something."""
        return self.show("message", title=title, text=text, status=status)
