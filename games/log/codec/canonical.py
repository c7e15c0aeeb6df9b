"""The one way in which we write JSON that is hashed or compared."""

from typing import Any

import msgspec

_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """Return *value* as JSON in UTF-8: keys sorted, no blanks, nothing escaped that need not be.

    Raises TypeError for most values that are not made of None, bool, int, str, list, tuple and dict. A float raises
    nothing, but must not come into the log: its text depends on who writes it.

    >>> canonical({"b": [1, None], "a": "ä"}).decode()
    '{"a":"ä","b":[1,null]}'
    """
    return _ENCODER.encode(value)
