"""The files by which the links of invitations open an app, and not a page."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from config.documentation import Plain


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
