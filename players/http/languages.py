"""Which language a client asks for."""

from django.utils.translation import trans_real
from rest_framework.request import Request


def accepted(request: Request) -> list[str]:
    """Return the tags of the languages that Accept-Language asks for, the dearest first."""
    return [tag for tag, _ in trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", ""))]
