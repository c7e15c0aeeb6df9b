"""From the two parts of an event to the data that a viewer gets, and back to what is hashed.

``games.rules.observation`` decides who may see what.
"""

from collections.abc import Iterable
from typing import Any

from games.log.codec.encoding import Data, lengths
from games.log.hash_chain import public_part


def split_seat(public: Data) -> tuple[int | None, Data]:
    """Return the seat of an event, or None, and the rest of its public part."""
    return public.get("seat"), {field: value for field, value in public.items() if field != "seat"}


def reveal(public: Data, secret: Data, revealed: Iterable[str], *, part: int | None = None) -> tuple[Data, list[str]]:
    """Return the ``data`` for a viewer, and the sorted names of the fields that are revealed to them (``private``).

    *revealed* names the hidden fields that they may see. With *part*, only that part of a list of lists is revealed:
    the hand dealt to this seat. The other parts stay lengths. Raises KeyError for a field that is not hidden.
    """
    data, private = split_seat(public)[1], sorted(revealed)
    for field in private:
        data[field] = whole = secret[field]
        if part is not None and isinstance(shown := public[field], list):
            data[field] = [*shown[:part], whole[part], *shown[part + 1 :]]
    return data, private


def conceal(data: Data, private: Iterable[str]) -> Data:
    """Return *data* as everybody may see it: the inverse of ``reveal``.

    It needs no knowledge of the types: a list of cards becomes its length, and so does a list in a list. Other hidden
    fields are not in the public part.
    """
    hidden = set(private)
    concealed = {field: value for field, value in data.items() if field not in hidden}
    concealed.update((field, lengths(data[field])) for field in hidden if isinstance(data[field], list))
    return concealed


def rehash(event: dict[str, Any]) -> bytes:
    """Return the bytes that are hashed of an *event* of any viewer's feed (``games.log.hash_chain.link``)."""
    return public_part({**event, "data": conceal(event["data"], event.get("private_fields", ()))})
