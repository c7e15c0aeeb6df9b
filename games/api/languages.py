"""The language of an answer that has sentences for people."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from players.http.languages import preferred
from players.http.problems import FieldErrors
from players.languages import spoken

LANGUAGE: Final = OpenApiParameter(
    "lang",
    {"type": "string", "pattern": f"^({'|'.join(code for code, _ in settings.LANGUAGES)})(-[A-Za-z0-9]{{1,8}})*$"},
    description=f"The language of the text, one of {', '.join(f'`{code}`' for code, _ in settings.LANGUAGES)}. The "
    "default is the language of your profile, then one of `Accept-Language`, then English.",
)


def language_of(request: Request) -> str:
    """Return the language of `lang` in the query, else the one that the reader prefers.

    A `lang` that the service does not speak raises FieldErrors. The answer will say that it is in this language; see
    `players.http.endpoint.Endpoint.finalize_response`.
    """
    asked = request.query_params.get("lang")
    if asked is not None and spoken(asked) is None:
        raise FieldErrors(
            {
                "lang": [
                    gettext("Send one of these: {choices}.").format(
                        choices=", ".join(code for code, _ in settings.LANGUAGES)
                    )
                ]
            }
        )
    language = preferred(request)
    request.language = language  # type: ignore[attr-defined]
    return language
