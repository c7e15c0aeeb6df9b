"""Text for terminals that do not speak UTF-8: what they cannot show is written in ASCII."""

import codecs
import io
import sys
from typing import Final

_ASCII: Final = {
    "→": "->",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "…": "...",
    "•": "*",
    "·": "-",
    "—": "-",
    "─": "-",
    "━": "=",
}
_ERRORS: Final = "in-ascii"


def settle() -> None:
    """Let the standard streams show every text and read every line, whatever their encoding."""
    codecs.register_error(_ERRORS, _in_ascii)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _ERRORS), (sys.stderr, _ERRORS)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return the fallback of what cannot be encoded, and where to go on; a wide one takes the blank behind it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    shown = "".join(_ASCII.get(sign, "?") for sign in error.object[error.start : error.end])
    is_arrow = error.object[error.start : error.end + 1] == "→ "
    return shown, error.end + is_arrow
