"""What names look like: their skeletons, by Unicode Technical Standard 39.

By hand: the libraries for Python have an old table or none of skeletons, or are compiled.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

TABLE: Final = Path(__file__).with_name("confusables.txt")
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Characters that cannot be seen, although Unicode has them among letters, marks and symbols."""
_IGNORED: Final = BLANKS | frozenset("\u034f\u17b4\u17b5")
"""Characters without a shape, besides those of the category Cf and the selectors of variations."""
_DOTTED: Final = re.compile("([ijl])\u0307+")
"""Letters on which another dot cannot be seen."""


def skeletons(name: str) -> list[str]:
    r"""Return the shapes of a name, without what separates its words. Names with a common shape look alike.

    There may be two, because small letters look like others than their capitals do. The first one is that of the small
    letters. A name of punctuation alone has none.

    >>> skeletons("Anna") == skeletons("\u0430nna") == skeletons("A.N-N_A")
    True
    """
    return [*dict.fromkeys(filter(None, (_shape(unicodedata.normalize("NFKC", name).casefold()), _shape(name))))]


def skeleton(username: str) -> str:
    """Return the shape of a username, which has small letters only."""
    return _shape(username)


def _shape(text: str) -> str:
    # Before letters are replaced: some look like punctuation, such as the Hebrew yod.
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join(character for character in plain if unicodedata.category(character)[0] not in "ZP")
    # Twice, because the small letters of what capitals look like may look like others again.
    shape = _DOTTED.sub(r"\1", _replaced(_replaced(letters).casefold()))
    return shape.replace("i", "l")  # as I and l look alike, and names may be written in capitals


def _replaced(text: str) -> str:
    # NFKD in place of NFD, so that letters of another width or font count as the plain ones.
    seen = (character for character in unicodedata.normalize("NFKD", text) if not _is_ignored(character))
    return unicodedata.normalize("NFKD", "".join(seen).translate(_table()))


def _is_ignored(character: str) -> bool:
    selects = "\ufe00" <= character <= "\ufe0f" or "\u180b" <= character <= "\u180f" or character >= "\U000e0100"
    return character in _IGNORED or selects or unicodedata.category(character) == "Cf"


@cache
def _table() -> dict[int, str]:
    """Return what each character looks like, by its code point."""
    found: dict[int, str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        target, _, sources = line.partition(": ")
        if not line.startswith("#"):
            shape = "".join(chr(int(code, 16)) for code in target.split("+"))
            found |= {int(source, 16): shape for source in sources.split()}
    return found
