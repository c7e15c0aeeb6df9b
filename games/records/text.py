"""The text of a record: tags in brackets, an empty line, then one line for each thing that happened.

docs/reference/notation.md has its grammar. There is one way to write a record: printing and parsing are inverses.
"""

import json
import re
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final

from games.records.from_text import parse_line, why_no_line
from games.records.json import read_tag, tags_to_json
from games.records.lines import Line, Record
from games.records.tags import Tags
from games.records.to_text import print_line


class NotARecord(ValueError):
    """The text is no record. ``line`` counts from 1; it is 0 if the fault is not in one line."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line, self.why = line, why


def print_record(record: Record) -> str:
    """Return *record* as text."""
    return "".join(f"{line}\n" for line in (*_print_tags(record.tags), "", *map(print_line, record.lines)))


def first_line(record: Record) -> int:
    """Return the number of the first line below the tags."""
    return len(_print_tags(record.tags)) + 2


def tag_line(record: Record, name: str) -> tuple[int, str]:
    """Return the number and the text of the line with the tag *name*; 0 and an empty text if there is none."""
    found = ((n, line) for n, line in enumerate(_print_tags(record.tags), 1) if line.startswith(f"[{name} "))
    return next(found, (0, ""))


def tag_of(text: str, name: str) -> Any:
    """Return the value of the first tag *name*, in small letters, in *text*; None without it. Raises NotARecord."""
    for number, line in enumerate(text.partition("\n\n")[0].split("\n"), 1):
        found, value = _parse_tag(number, line)
        if found == name:
            return value
    return None


def parse_record(text: str) -> Record:
    """Return the record that *text* writes. Raises NotARecord, with the first line that is wrong, if it writes none."""
    if "\r" in text:
        number = text[: text.index("\r")].count("\n") + 1
        raise NotARecord(number, "there is a carriage return in it; end each line with a line feed alone")
    head, parted, rest = text.partition("\n\n")
    if not parted:
        raise NotARecord(0, "there is no empty line in it; write one between the tags and the lines of the game")
    if not text.endswith("\n"):
        raise NotARecord(text.count("\n") + 1, "the last line has no end; write a line feed after it")

    values: dict[str, Any] = {}
    for number, line in enumerate(head.split("\n"), 1):
        name, value = _parse_tag(number, line)
        if name in values:
            raise NotARecord(number, f"the tag {name.capitalize()} comes twice; delete one of the two")
        if name not in _NAMES and not _SEAT.fullmatch(name):
            near = get_close_matches(name, _NAMES, 1)
            tags_are = f"the tags are {', '.join(map(str.capitalize, _NAMES))}"
            hint = f"did you mean {near[0].capitalize()}?" if near else tags_are
            raise NotARecord(number, f"there is no tag {name.capitalize()}; {hint}")
        try:
            values[name] = read_tag(name, value)
        except ValueError as fault:
            raise NotARecord(number, str(fault)) from fault
    seats = range(values.get("seats", 0))
    needed = [*_NAMES, *(f"seat{seat}" for seat in seats)]
    if seats and (odd := next((name for name in values if name not in needed), "")):
        number = next(n for n, line in enumerate(head.split("\n"), 1) if line.startswith(f"[{odd.capitalize()} "))
        raise NotARecord(
            number, f"Seats is {len(seats)}, so there is no {odd.capitalize()}; delete it or correct Seats"
        )
    if missing := next((name for name in needed if name not in values), ""):
        raise NotARecord(0, f"the tag {missing.capitalize()} is missing; write [{missing.capitalize()} VALUE]")
    del values["seats"]
    tags = Tags(sitters=tuple(values.pop(f"seat{seat}") for seat in seats), **values)

    lines: list[Line] = []
    for number, written in enumerate(rest.split("\n")[:-1], head.count("\n") + 3):
        parsed = parse_line(written)
        if parsed is None:
            raise NotARecord(number, why_no_line(written))
        lines.append(parsed)
    record = Record(tags=tags, lines=tuple(lines))

    # There is only one way to write a record: order of the tags, blanks, leading zeros.
    for number, pair in enumerate(zip(text.split("\n"), print_record(record).split("\n"), strict=False), 1):
        if pair[0] != pair[1]:
            raise NotARecord(number, f"this line is written in another way; write {pair[1]}")
    return record


def _print_tags(tags: Tags) -> list[str]:
    """Return the lines of *tags* in the order in which ``Tags`` declares them, a line for each seat."""
    values: dict[str, Any] = {}
    for name, value in tags_to_json(tags).items():
        if name == "sitters":
            values |= {"seats": len(value), **{f"seat{number}": sitter for number, sitter in enumerate(value)}}
        else:
            values[name] = value
    return [f"[{name.capitalize()} {_json(value)}]" for name, value in values.items()]


_NAMES: Final = ("seats", *(one.name for one in fields(Tags) if one.name != "sitters"))
"""The tags except those of the single seats, in small letters."""
_SEAT: Final = re.compile(r"seat(?:0|[1-9][0-9]?)")
_TAG: Final = re.compile(r"\[([A-Z][a-z]*[0-9]*) (.*)\]")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)


def _parse_tag(number: int, line: str) -> tuple[str, Any]:
    """Return the name of a tag in small letters, and its value. Raises NotARecord."""
    found = _TAG.fullmatch(line)
    if not found:
        raise NotARecord(number, "this is no tag; write [Name VALUE], for example [Seats 2]")
    try:
        value = json.loads(found[2])
        _json(value).encode()  # half of a surrogate pair is no text, and NaN and infinity are no JSON
    except (ValueError, RecursionError) as fault:
        why = f'the value of {found[1]} must be JSON; write, for example, [Winners [1]] or [Site "Mau-Mau"]'
        raise NotARecord(number, why) from fault
    return found[1].lower(), value
