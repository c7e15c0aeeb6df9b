"""The page that the link of an invitation opens in a browser, and the files by which it opens an app instead."""

from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from config.documentation import Plain
from games.api.invitations import showing
from games.services import NoSuchInvitation, invitations
from players.http.rate_limits import spend

_HEADERS: Final = {
    # It has no scripts and no forms. The address has the code, so no cache, search engine or other site may get it.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
}


class InvitationPage(Plain):
    """Who invites to what. It needs no JavaScript."""

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """Return the page. For a link that is gone its status is 410, for an unknown one 404. Raises Throttled."""
        spend(request, "read")
        context: dict[str, Any]
        try:
            found = invitations.find(code, None)
        except NoSuchInvitation:
            status, context = HTTPStatus.NOT_FOUND, {"state": "unknown"}
        else:
            shown = showing.shown([found]) if found.state == "open" else []
            status = HTTPStatus.OK if shown else HTTPStatus.GONE
            context = {"invitation": shown[0] if shown else None, "state": found.state, "code": code}
        answer = render(request, "invitation.html", context, status=status)
        for name, value in _HEADERS.items():
            answer.headers[name] = value
        return answer


class AppleApps(Plain):
    """Universal Links: the iOS apps that open the links of invitations."""

    def get(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002
        """Return the apps in `APPLE_APPS` as Apple asks for them. Raises Http404 if there are none."""
        details = [{"appIDs": settings.APPLE_APPS, "components": [{"/": "/i/*", "comment": "Invitations"}]}]
        return _associated(settings.APPLE_APPS, {"applinks": {"details": details}})


class AndroidApps(Plain):
    """App Links: the Android apps that open the links of invitations."""

    def get(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002
        """Return the apps in `ANDROID_APPS` as Google asks for them. Raises Http404 if there are none."""
        return _associated(settings.ANDROID_APPS, [*map(_android, settings.ANDROID_APPS)])


def _android(app: str) -> dict[str, Any]:
    package, _, fingerprint = app.partition("=")
    pairs = ":".join(fingerprint[place : place + 2] for place in range(0, len(fingerprint), 2)).upper()
    target = {"namespace": "android_app", "package_name": package, "sha256_cert_fingerprints": [pairs]}
    return {"relation": ["delegate_permission/common.handle_all_urls"], "target": target}


def _associated(apps: list[str], content: Any) -> JsonResponse:
    if not apps:
        raise Http404
    return JsonResponse(content, safe=False, headers={"Cache-Control": "public, max-age=3600"})
