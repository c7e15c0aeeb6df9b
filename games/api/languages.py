"""The language of an answer that has sentences for people."""

from contextlib import suppress
from typing import Final

from django.conf import settings
from django.db import Error
from django.utils import translation
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from base.http.languages import preferred
from base.http.problems import FieldErrors, Unauthorized
from base.languages import spoken
from players.authentication import session_of

LANGUAGE: Final = OpenApiParameter(
    "lang",
    {"type": "string", "pattern": f"^({'|'.join(code for code, _ in settings.LANGUAGES)})(-[A-Za-z0-9]{{1,8}})*$"},
    description=f"The language of the text, one of {', '.join(f'`{code}`' for code, _ in settings.LANGUAGES)}. The "
    "default is the language of your profile, then one of `Accept-Language`, then English.",
)


def language_of(request: Request) -> str:
    """Return the language of `lang` in the query, else the one that the reader prefers.

    A `lang` that the service does not speak raises FieldErrors. The answer will say that it is in this language; see
    `base.http.endpoint.Endpoint.finalize_response`.
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


def language_for_anybody(request: Request) -> str:
    """Return what `language_of` does, where nobody has to sign in: a token says whose profile counts.

    Such an answer is for its reader alone, and `Vary` names the token. An answer with `lang` in the query is the same
    for all. A token that fails, or a database that is away, takes nothing from the answer but the profile.
    """
    if "lang" not in request.query_params:
        request.language_by = ["Authorization"]  # type: ignore[attr-defined]
        with suppress(Unauthorized, Error):
            if session := session_of(request.headers.get("Authorization")):
                request.user, request.is_for_profile = session.player, True  # type: ignore[attr-defined]
                translation.activate(preferred(request))
    return language_of(request)
