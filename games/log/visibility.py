"""From the log's two parts to the data that a viewer is given, and back to what is hashed.

Who may see what is not decided here but in ``games.rules.observation``.
"""

from collections.abc import Iterable
from typing import Any

from games.log.codec.encoding import Data, lengths
from games.log.envelope import public_part


def split_seat(public: Data) -> tuple[int | None, Data]:
    """Return the seat of an event, or None, and the rest of its public part."""
    return public.get("seat"), {field: value for field, value in public.items() if field != "seat"}


def reveal(public: Data, secret: Data, revealed: Iterable[str], *, part: int | None = None) -> tuple[Data, list[str]]:
    """Return what a viewer is given as ``data``, and the sorted names of the fields revealed to him (``private``).

    *revealed* names the hidden fields that he may see. With *part*, of a list of lists only that part is revealed: the
    hand dealt to this seat; the other parts stay lengths. Raises KeyError for a field that is not hidden.
    """
    data, private = split_seat(public)[1], sorted(revealed)
    for field in private:
        data[field] = secret[field] if part is None else _part(public[field], secret[field], part)
    return data, private


def _part(shown: Any, whole: list[Any], part: int) -> list[Any]:
    return [*shown[:part], whole[part], *shown[part + 1 :]] if isinstance(shown, list) else whole


def conceal(data: Data, private: Iterable[str]) -> Data:
    """Return *data* as everybody may see it: the inverse of ``reveal``.

    It needs no knowledge of the types: a list of cards becomes its length, a list in a list likewise, and anything else
    was not there.
    """
    hidden = set(private)
    concealed = {field: value for field, value in data.items() if field not in hidden}
    concealed.update((field, lengths(data[field])) for field in hidden if isinstance(data[field], list))
    return concealed


def rehash(event: dict[str, Any]) -> bytes:
    """Return the bytes that are hashed of an *event* of any viewer's feed (``games.log.envelope.link``)."""
    return public_part({**event, "data": conceal(event["data"], event.get("private", ()))})
