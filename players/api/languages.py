"""Which language a client asks for."""

from typing import Any

from django.utils.translation import trans_real
from rest_framework.request import Request
from rest_framework.serializers import ValidationError

from players.api.serializers import LocaleField


def accepted(request: Request) -> list[str]:
    """Return the tags of the languages that Accept-Language asks for, the dearest first."""
    return [tag for tag, _ in trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", ""))]


def profile_of(request: Request) -> dict[str, Any]:
    """Return the language that Accept-Language asks for first, as a field of a profile; nothing if it asks for none."""
    for tag in accepted(request):
        try:
            return {"locale": LocaleField().run_validation(tag)}
        except ValidationError:
            continue
    return {}
