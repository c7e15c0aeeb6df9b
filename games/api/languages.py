"""The language of an answer that has sentences for people."""

from typing import Final

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from players.http.authentication import signed_in
from players.http.languages import accepted
from players.http.problems import FieldErrors
from players.languages import OTHERWISE, spoken

__all__ = ["LANGUAGE", "OTHERWISE", "in_language", "language_of", "reader_language"]

LANGUAGE: Final = OpenApiParameter(
    "lang",
    str,
    description=f"The language of the text, one of {', '.join(f'`{code}`' for code, _ in settings.LANGUAGES)}. The "
    "default is the language of your profile, then one of `Accept-Language`, then English.",
)


def in_language(response: Response, language: str) -> Response:
    """Return *response*, which says now that it is in *language*, and what else chose it. A 304 says so too."""
    response.headers["Content-Language"], response.headers["Vary"] = language, "Accept-Language"
    return response


def language_of(request: Request) -> str:
    """Return the language of `lang` in the query, else of the profile, else of Accept-Language, else English.

    Languages that the service does not speak are skipped, but a `lang` among them raises FieldErrors.
    """
    asked = request.query_params.get("lang")
    if asked is None:
        return reader_language(request)
    found = spoken(asked)
    if found is None:
        raise FieldErrors({"lang": [f"Send one of {', '.join(code for code, _ in settings.LANGUAGES)}."]})
    return found


def reader_language(request: Request) -> str:
    """Return the language of the profile, else of Accept-Language, else English."""
    return next(filter(None, map(spoken, (signed_in(request).locale, *accepted(request)))), OTHERWISE)
