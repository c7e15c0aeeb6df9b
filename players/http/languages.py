"""The languages that a client asks for."""

from django.utils.translation import trans_real
from rest_framework.request import Request


def accepted(request: Request) -> list[str]:
    """Return the tags of the languages in Accept-Language, the preferred one first."""
    return [tag for tag, _ in trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", ""))]
