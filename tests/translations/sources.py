"""What `make messages` finds in the sources: everything that people read and that must be translated."""

import re
from collections.abc import Iterator
from typing import Any, Final

from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_from_file

from tests.config.service import ROOT

KEYWORDS: Final[Any] = {**DEFAULT_KEYWORDS, "_reason": (3,)}
METHODS: Final = [
    ("**.py", "tests.translations.extractor:sentences"),
    ("**/ruleset.toml", "tests.translations.extractor:options"),
]


def messages_of(app: str) -> set[tuple[str | None, Any]]:
    """Return context and text (or texts, with a plural) of each message of the catalogues of *app*."""
    return set(_messages(["base", "players"] if app == "players" else _places_of_games()))


def _places_of_games() -> list[str]:
    found = re.search(r"^SPOKEN := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1].split()


def _messages(places: list[str]) -> Iterator[tuple[str | None, Any]]:
    for place in places:
        if place.endswith(".py"):
            found = (one[1:] for one in extract_from_file(METHODS[0][1], ROOT / place, keywords=KEYWORDS))
        else:
            found = (one[2:] for one in extract_from_dir(ROOT / place, METHODS, keywords=KEYWORDS))
        for text, _, context in found:
            yield context, text
