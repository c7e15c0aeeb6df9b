"""Output for terminals without UTF-8: characters that they cannot show are written in ASCII."""

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


def configure_streams() -> None:
    """Make the standard streams accept every text and every line, whatever their encoding."""

    def to_ascii(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        shown = "".join(_ASCII.get(sign, "?") for sign in error.object[error.start : error.end])
        # An arrow becomes two characters, so it takes the place of the blank behind it too: columns stay aligned.
        is_arrow = error.object[error.start : error.end + 1] == "→ "
        return shown, error.end + is_arrow

    codecs.register_error(_ERRORS, to_ascii)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _ERRORS), (sys.stderr, _ERRORS)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
