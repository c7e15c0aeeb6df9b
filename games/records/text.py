"""The text of a record: tags in brackets, an empty line, then one line for each thing that happened.

docs/reference/notation.md has its grammar. There is one way to write a record: printing and parsing are inverses.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final

from games.records.from_text import parse_line
from games.records.json import read_tag, tags_to_json
from games.records.lines import Line, Record
from games.records.tags import Tags
from games.records.to_text import print_line


class NotARecord(ValueError):
    """A text that is no record; ``line`` counts from 1, and is 0 for the whole."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line, self.why = line, why


def print_record(record: Record) -> str:
    """Return *record* as text."""
    return "".join(f"{line}\n" for line in (*_print_tags(record.tags), "", *map(print_line, record.lines)))


def first_line(record: Record) -> int:
    """Return the number of the text's line on which the first thing happens."""
    return len(_print_tags(record.tags)) + 2


def tag_line(record: Record, name: str) -> tuple[int, str]:
    """Return number and text of the line of the tag of this *name*; 0 and nothing where there is none."""
    found = ((n, line) for n, line in enumerate(_print_tags(record.tags), 1) if line.startswith(f"[{name} "))
    return next(found, (0, ""))


def tag_of(text: str, name: str) -> Any:
    """Return the value of the first tag of this *name*, in small letters, that *text* has; None for none."""
    for number, line in enumerate(text.partition("\n\n")[0].split("\n"), 1):
        found, value = _parse_tag(number, line)
        if found == name:
            return value
    return None


def parse_record(text: str) -> Record:
    """Return the record that *text* writes. Raises NotARecord, with the line, if it writes none."""
    head, parted, rest = text.partition("\n\n")
    if not parted or not text.endswith("\n"):
        raise NotARecord(0, "a record is tags, an empty line, and lines that each end with a line feed")
    tags = _parse_tags(head.split("\n"))
    begin = head.count("\n") + 3
    record = Record(tags=tags, lines=tuple(_lines(rest.split("\n")[:-1], begin)))
    _check_spelling(text, print_record(record))
    return record


def _lines(texts: Sequence[str], begin: int) -> Iterator[Line]:
    for number, text in enumerate(texts, begin):
        line = parse_line(text)
        if line is None:
            raise NotARecord(number, "this is no line of a record")
        yield line


def _check_spelling(given: str, usual: str) -> None:
    for number, (line, other) in enumerate(zip(given.split("\n"), usual.split("\n"), strict=False), 1):
        if line != other:
            raise NotARecord(number, f"this is written {other}")


def _print_tags(tags: Tags) -> list[str]:
    told = tags_to_json(tags)
    seats = told.pop("sitters")
    values = {**{name: told[name] for name in _ABOVE}, "seats": len(seats)}
    values |= {f"seat{number}": sitter for number, sitter in enumerate(seats)}
    values |= {name: told[name] for name in told if name not in _ABOVE}
    return [f"[{name.capitalize()} {_json(value)}]" for name, value in values.items()]


_ABOVE: Final = ("site", "game", "variant", "ruleset", "options", "terms")
"""The tags above the seats."""
_NAMES: Final = ("seats", *(one.name for one in fields(Tags) if one.name != "sitters"))
"""The tags but for those of the seats, in small letters."""
_SEAT: Final = re.compile(r"seat(?:0|[1-9][0-9]?)")
_TAG: Final = re.compile(r"\[([A-Z][a-z]*[0-9]*) (.*)\]")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)


def _parse_tags(lines: Sequence[str]) -> Tags:
    told: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        name, value = _parse_tag(number, line)
        if name in told:
            raise NotARecord(number, f"the tag {name.capitalize()} comes twice")
        if not _SEAT.fullmatch(name) and name not in _NAMES:
            near = get_close_matches(name, _NAMES, 1)
            hint = f"; did you mean {near[0].capitalize()}?" if near else ""
            raise NotARecord(number, f"there is no tag {name.capitalize()}{hint}")
        try:
            told[name] = read_tag("sitter" if _SEAT.fullmatch(name) else name, value)
        except ValueError as fault:
            raise NotARecord(number, str(fault)) from fault
    seats = range(told.pop("seats", 0))
    if odd := next((name for name in told if _SEAT.fullmatch(name) and int(name[4:]) not in seats), ""):
        number = next(n for n, line in enumerate(lines, 1) if line.startswith(f"[{odd.capitalize()} "))
        raise NotARecord(number, f"the tag Seats tells of no {odd.capitalize()}")
    needed = [*(name for name in _NAMES if name != "seats"), *(f"seat{seat}" for seat in seats)]
    if missing := next((name for name in needed if name not in told), ""):
        raise NotARecord(0, f"the tag {missing.capitalize()} is missing")
    return Tags(sitters=tuple(told.pop(f"seat{seat}") for seat in seats), **told)


def _parse_tag(number: int, line: str) -> tuple[str, Any]:
    """Return the name of a tag in small letters, and its value. Raises NotARecord."""
    found = _TAG.fullmatch(line)
    if not found:
        raise NotARecord(number, "a tag is written [Name value]")
    try:
        value = json.loads(found[2])
        _json(value).encode()  # half of a surrogate pair is no text, and NaN and infinity are no JSON
    except (ValueError, RecursionError) as fault:
        raise NotARecord(number, "the value of a tag is JSON") from fault
    return found[1].lower(), value
