"""What queries name: numbers, variants, players, instants. Errors say what is wanted and do not repeat what came."""

from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request

from games.rules import variants
from games.services import authoring
from players.http.fields import Instant
from players.http.problems import FieldErrors

_NO_INSTANT: Final = "An instant, please, such as 2026-11-21T11:05:16Z."
LARGEST: Final = 2**31 - 1
"""The largest number that a query may name."""


def number(request: Request, name: str, largest: int = LARGEST) -> int:
    """Return the number from 0 to *largest* that the query calls *name*, 0 by default. Raises FieldErrors."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= largest):
        raise FieldErrors({name: [f"A number from 0 to {largest}, please."]})
    return int(text)


def beginning(request: Request, name: str) -> int:
    """Return the version after which to begin: *name* says it, or `cursor`, as lists call it. Raises FieldErrors."""
    if {name, "cursor"} <= request.query_params.keys():
        raise FieldErrors({"cursor": [f"Either `{name}` or `cursor`, please."]})
    return number(request, "cursor" if "cursor" in request.query_params else name)


def is_variant(key: str) -> bool:
    """Tell whether there is a variant of this *key*: one that comes with the service, or one of a player's."""
    return key in variants.KEYS or authoring.current(key) is not None


def variant_asked(request: Request) -> str | None:
    """Return the variant that the query names, None for all. Raises FieldErrors for one that there is not."""
    variant = request.query_params.get("variant")
    if variant is not None and not is_variant(variant):
        raise FieldErrors({"variant": [f"One of these, please: {', '.join(variants.KEYS)}."]})
    return variant


class PlayerId(serializers.UUIDField):
    """The id of a player."""

    def __init__(self, **options: Any) -> None:
        """Take UUIDField's options."""
        super().__init__(error_messages={"invalid": "A player's id, please."}, **options)


class Since(Instant):
    """An instant that bounds a list; without a zone it is UTC."""

    def __init__(self, **options: Any) -> None:
        """Take Instant's options."""
        super().__init__(error_messages={"invalid": _NO_INSTANT, "overflow": _NO_INSTANT}, **options)
