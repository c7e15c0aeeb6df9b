"""Django's handler of requests, which refuses those that Django cannot read with a problem."""

import codecs
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler

from base.http.problems import Malformed
from base.sql import patience

_FORM: Final = "multipart/form-data"


class Handler(ASGIHandler):
    """Django's handler, whose requests have a `Content-Type` that Django can read, and forms in UTF-8."""

    def create_request(self, scope: Mapping[str, Any], body_file: Any) -> Any:
        """Return a request, and None, and limit how long this context waits for the database. Raises Malformed.

        Django reads `Content-Type` here, before any middleware, and raises for encodings that it does not know.
        """
        patience.current.set(patience.WEB)
        try:
            request, _ = super().create_request(scope, body_file)
        except (SuspiciousOperation, ValueError, LookupError) as error:
            raise Malformed from error
        if request is None:
            raise Malformed
        # Of other forms Django says so itself. Some encodings, such as `base64`, make no text, or half of a character.
        if request.encoding and request.content_type == _FORM and codecs.lookup(request.encoding).name != "utf-8":
            raise Malformed
        return request, None
