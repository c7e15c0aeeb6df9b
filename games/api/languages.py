"""In which language a caller is told something."""

from typing import Final

from django.conf import settings
from django.utils.translation import trans_real
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from players.http.authentication import signed_in
from players.http.languages import accepted
from players.http.problems import FieldErrors

OTHERWISE: Final = "en"
LANGUAGE: Final = OpenApiParameter(
    "lang",
    str,
    description=f"{', '.join(f'`{code}`' for code, _ in settings.LANGUAGES)}; "
    "by default that of your profile, else the one that Accept-Language asks for, else English.",
)


def language_of(request: Request) -> str:
    """Return what `lang` in the query asks for, else the profile, else Accept-Language, as far as we speak it.

    Raises FieldErrors for a `lang` that we do not speak.
    """
    asked = request.query_params.get("lang")
    if asked is not None:
        return _spoken(asked) or _unknown()
    return next(filter(None, map(_spoken, (signed_in(request).locale, *accepted(request)))), OTHERWISE)


def _spoken(language: str) -> str | None:
    """Return the language of ours that serves for *language*: ``pt`` for ``pt-BR`` or ``PT``; None if there is none."""
    try:
        return trans_real.get_supported_language_variant(language.lower())
    except LookupError:
        return None


def _unknown() -> str:
    spoken = ", ".join(code for code, _ in settings.LANGUAGES)
    raise FieldErrors({"lang": [f"One of {spoken}, please."]})
