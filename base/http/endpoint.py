"""The base class of all endpoints."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest
from django.utils import translation
from django.utils.cache import patch_vary_headers
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from base.http.client_versions import refuse_old
from base.http.compression import compressible
from base.http.costs import Costs
from base.http.deprecation import Deprecation
from base.http.languages import preferred
from base.http.parsers import BODY_BYTES, StrictJSONParser
from base.http.rate_limits import BucketThrottle
from base.http.rate_limits import headers as rate_headers
from base.http.renderers import JSONRenderer


class Endpoint(APIView):
    """An APIView with rate limits and strict parsers, whose answers stay out of shared caches.

    `cost` is the class of what its requests cost (`base.http.costs`), for all methods or by method. Each route must
    declare it. `body_bytes` is the most that its parsers read. `deprecated` says by method what will end.
    `for_any_client` lets clients in that are too old for the service. `lasting` says that nothing deletes what its POST
    makes, so a repeated request never gets 404.
    """

    http_method_names: Sequence[str] = ("get", "head", "post", "put", "patch", "delete")  # OPTIONS is for CORS alone
    cost: Costs
    body_bytes: int = BODY_BYTES
    deprecated: Mapping[str, Deprecation] = MappingProxyType({})
    for_any_client = False
    lasting = False
    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)
    parser_classes: Sequence[type[BaseParser]] = (StrictJSONParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    throttle_classes: Sequence[type[BaseThrottle]] = (BucketThrottle,)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Give a chunked body a length. Without a length, REST framework would not read the body."""
        if "CONTENT_LENGTH" not in request.META and request.headers.get("Transfer-Encoding"):
            request._body = request.read(self.body_bytes + 1)  # noqa: SLF001
            request.META["CONTENT_LENGTH"] = str(len(request.body))
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the client, then who calls. Raises ClientTooOld."""
        if not self.for_any_client:
            refuse_old(request)
        super().initial(request, *args, **kwargs)

    def perform_authentication(self, request: Request) -> None:
        """Find out who calls, and answer in the language of their profile from now on."""
        super().perform_authentication(request)
        translation.activate(preferred(request))

    def finalize_response(
        self,
        request: Request,
        response: Response,
        *args: Any,
        **kwargs: Any,
    ) -> Response:
        """Add the headers of rate limits and deprecations, and of the language of the answer (`request.language`).

        Keep the answer out of shared caches, unless it says otherwise.
        """
        answer = super().finalize_response(request, response, *args, **kwargs)
        if language := getattr(request, "language", None):
            answer.headers["Content-Language"] = language
            patch_vary_headers(answer, ["Accept-Language", *getattr(request, "language_by", ())])
        for name, value in rate_headers(getattr(request, "rate_buckets", ())).items():
            answer.headers[name] = value
        if ending := self.deprecated.get(request.method or ""):
            for name, value in ending.headers().items():
                answer.headers[name] = ", ".join(filter(None, [answer.headers.get(name), value]))
        if getattr(request, "is_for_profile", False):  # it would be public, but for the language of the reader
            compressible(answer).headers["Cache-Control"] = "private, no-cache"
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        return answer


def no_content() -> Response:
    """Return a 204."""
    return Response(status=204)
