"""The languages that a client asks for, and the one that it gets."""

from collections.abc import Iterator

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.utils.translation import trans_real
from rest_framework.request import Request

from base.languages import OTHERWISE, spoken


def accepted(request: Request | HttpRequest) -> list[str]:
    """Return the tags of the languages in Accept-Language, the preferred one first."""
    weighed = trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    return [tag for tag, weight in weighed if weight]


def preferred(request: Request | HttpRequest) -> str:
    """Return the language of `lang` in the query, else of the profile, else of Accept-Language, else English.

    Languages that the service does not speak are skipped. The profile counts once it is known who calls.
    """
    try:
        asked = request.GET.get("lang", "")
    except SuspiciousOperation:  # too many parameters: whoever reads them next refuses the request
        asked = ""
    return next(filter(None, map(spoken, _wanted(request, asked))), OTHERWISE)


def _wanted(request: Request | HttpRequest, asked: str) -> Iterator[str]:
    yield asked
    yield getattr(getattr(request, "user", None), "locale", "")
    yield from accepted(request)
