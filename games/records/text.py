"""The text of a record: tags in brackets, an empty line, then one line for each thing that happened.

Its grammar is in docs/notation.md. There is one way to write a record, so that printing and parsing are inverses.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.records import twin
from games.records.lines import Line, Record
from games.records.parsing import parse_line
from games.records.spelling import print_line
from games.records.tags import Tags


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
    told = twin.tags_to_json(tags)
    seats = told.pop("sitters")
    values = {**{name: told[name] for name in _ABOVE}, "seats": len(seats)}
    values |= {f"seat{number}": sitter for number, sitter in enumerate(seats)}
    values |= {name: told[name] for name in told if name not in _ABOVE}
    return [f"[{name.capitalize()} {_json(value)}]" for name, value in values.items()]


_ABOVE: Final = ("site", "game", "variant", "ruleset", "options", "terms")
"""The tags above the seats."""
_TAG: Final = re.compile(r"\[([A-Z][a-z]*[0-9]*) (.*)\]")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _parse_tags(lines: Sequence[str]) -> Tags:
    told: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        found = _TAG.fullmatch(line)
        if not found:
            raise NotARecord(number, "a tag is written [Name value]")
        name = found[1].lower()
        if name in told:
            raise NotARecord(number, f"{found[1]} comes twice")
        try:
            told[name] = json.loads(found[2])
            _json(told[name]).encode()  # half of a surrogate pair is no text
        except (ValueError, RecursionError) as fault:
            raise NotARecord(number, "the value of a tag is JSON") from fault
    seats = told.pop("seats", 0)
    if not isinstance(seats, int) or not 0 < seats < 100:
        raise NotARecord(0, "the tag Seats tells how many seats there are")
    if missing := [f"seat{number}" for number in range(seats) if f"seat{number}" not in told]:
        raise NotARecord(0, f"tags: {missing[0]} is missing")
    told["sitters"] = [told.pop(f"seat{number}") for number in range(seats)]
    try:
        return twin.tags_from_json(told)
    except ValueError as fault:
        raise NotARecord(0, str(fault)) from fault
