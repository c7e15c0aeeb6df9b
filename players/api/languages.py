"""Which language a client asks for."""

from typing import Any

from django.utils.translation import trans_real
from rest_framework.request import Request
from rest_framework.serializers import ValidationError

from players.api.serializers import LocaleField


def profile_of(request: Request) -> dict[str, Any]:
    """Return the language that Accept-Language asks for first, as a field of a profile; nothing if it asks for none."""
    for tag, _ in trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return {"locale": LocaleField().run_validation(tag)}
        except ValidationError:
            continue
    return {}
