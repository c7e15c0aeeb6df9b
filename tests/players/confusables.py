"""Makes `players/confusables.txt` from Unicode's file of the same name.

    python -m tests.players.confusables FILE    write it from FILE, https://www.unicode.org/Public/security/latest/confusables.txt

It leaves out what no name can show: characters that NFKD replaces, and those that names must not have.
"""

import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from players.lookalikes import TABLE

_HEAD: Final = """\
# Characters that look like others, by Unicode Technical Standard 39, version {version}.
# Made by `python -m tests.players.confusables`. Each line has what characters look like, and then the characters.
# {copyright} License: https://www.unicode.org/license.txt
"""


def _pairs(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each character with what it looks like."""
    for line in lines:
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) == 3:
            source, target = ("".join(chr(int(code, 16)) for code in field.split()) for field in fields[:2])
            yield source, target


def made(text: str) -> str:
    """Return the table that Unicode's *text* makes."""
    lines = text.lstrip("\ufeff").splitlines()
    version = next(line.split()[-1] for line in lines if line.startswith("# Version:"))
    copyright_ = next(line.removeprefix("# ") for line in lines if line.startswith("# ©"))
    found: dict[str, list[str]] = defaultdict(list)
    for source, target in _pairs(lines):
        if unicodedata.normalize("NFKD", source) == source and unicodedata.category(source) not in ("Cc", "Cf", "Co"):
            found[target].append(source)
    table = [
        f"{_codes(target)}: {' '.join(sorted(map(_codes, sources), key=_order))}"
        for target, sources in sorted(found.items())
    ]
    return _HEAD.format(version=version, copyright=copyright_) + "\n".join(table) + "\n"


def _codes(text: str) -> str:
    return "+".join(f"{ord(character):X}" for character in text)


def _order(code: str) -> int:
    return int(code, 16)


if __name__ == "__main__":
    TABLE.write_text(made(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
