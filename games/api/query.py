"""Reads query parameters: numbers, variants, players, instants. No error repeats what the caller sent."""

from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy
from rest_framework.request import Request

from base.http.fields import Identifier, Instant
from base.http.problems import FieldErrors
from games.rules import variants
from games.services import authoring

_NO_INSTANT: Final = gettext_lazy("Send an instant such as 2026-11-21T11:05:16Z.")
LARGEST: Final = 2**31 - 1
"""The largest number that a query may have."""


def number(request: Request, name: str, largest: int = LARGEST) -> int:
    """Return the number from 0 to *largest* that the query calls *name*, 0 by default. Raises FieldErrors."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= largest):
        raise FieldErrors(
            {name: [gettext("Send a number from {least} to {largest}.").format(least=0, largest=largest)]}
        )
    return int(text)


def beginning(request: Request, name: str) -> int:
    """Return the version after which to begin: the parameter *name*, or `cursor` as in lists. Raises FieldErrors."""
    if {name, "cursor"} <= request.query_params.keys():
        raise FieldErrors({"cursor": [gettext("Send either `{name}` or `cursor`.").format(name=name)]})
    return number(request, "cursor" if "cursor" in request.query_params else name)


def is_variant(key: str) -> bool:
    """Return whether there is a variant of this *key*: one that comes with the service, or a custom one."""
    return key in variants.KEYS or authoring.current(key) is not None


def variant_asked(request: Request) -> str | None:
    """Return the variant in the query, None for all. Raises FieldErrors for one that does not exist."""
    variant = request.query_params.get("variant")
    if variant is not None and not is_variant(variant):
        raise FieldErrors(
            {"variant": [gettext("Send one of these: {choices}.").format(choices=", ".join(variants.KEYS))]}
        )
    return variant


class PlayerId(Identifier):
    """The id of a player."""

    def __init__(self, **options: Any) -> None:
        """Take the options of an id."""
        super().__init__(error_messages={"invalid": gettext_lazy("Send a player's id.")}, **options)


class Since(Instant):
    """An instant that bounds a list. Without a zone it is UTC."""

    def __init__(self, **options: Any) -> None:
        """Take Instant's options."""
        super().__init__(error_messages={"invalid": _NO_INSTANT, "overflow": _NO_INSTANT}, **options)
