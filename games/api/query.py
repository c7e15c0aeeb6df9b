"""Numbers in the query of a request."""

from typing import Final

from rest_framework.request import Request

from players.http.problems import FieldErrors

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
