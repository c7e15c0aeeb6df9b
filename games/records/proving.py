"""Judging a record: whether each of its lines follows from the rules, and the first one that does not."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from games.records.lines import Deal, Lot, Move, Record
from games.records.playing import Fault, Played, play
from games.records.spelling import print_line
from games.records.tags import Tags
from games.records.telling import tell
from games.records.text import NotARecord, first_line, parse_record, print_record, tag_line
from games.records.twin import from_json
from games.rules.game import Game, Status
from games.rules.variants import Variant

_ACTS: Final = (Lot, Deal, Move)
"""Lines that are done; the others tell what comes of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The first line of a record that does not follow."""

    line: int
    """Number of the line in the record's text, from 1; 0 for the whole."""
    said: str
    """The line."""
    why: str


def read(sent: str) -> Record:
    """Return the record that *sent* is, as text or as its JSON twin. Raises NotARecord if it is neither."""
    if not sent.lstrip().startswith("{"):
        return parse_record(sent)
    try:
        data = json.loads(sent, object_pairs_hook=_once)
        json.dumps(data, ensure_ascii=False).encode()  # half of a surrogate pair is no text
        record = from_json(data)
        parse_record(print_record(record))
    except (ValueError, RecursionError) as fault:
        raise NotARecord(0, f"this is no JSON twin of a record: {fault}") from fault
    return record


def _once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def prove(record: Record, variant: Variant) -> Finding | None:
    """Return the first line of *record* that does not follow under *variant*; None if it is a game that was played."""
    try:
        found = _first(record, play(record, variant))
    except Fault as fault:
        found = fault
    return None if found is None else _finding(record, found)


def _first(record: Record, played: Played) -> Fault | None:
    """Return what does not follow first: what the rules tell otherwise, or what cannot be carried out at all."""
    if not played.steps:
        return played.fault or Fault(0, "nothing happens in it")
    game, lines = played.steps[-1].after, tell(played.steps[-1].after.rules, played.told)
    for place, (given, right) in enumerate(zip_longest(record.lines, lines)):
        unasked = right is None and (given is None or isinstance(given, _ACTS))
        if played.fault and (unasked or place == played.fault.place):
            return played.fault
        if given != right:
            return Fault(place, f"by the rules this is {print_line(right)}" if right else "nothing more happens")
    if game.status != Status.OVER:
        return Fault(len(record.lines), "the game is not over")
    return next(_wrong_tags(record.tags, game), None)


def _wrong_tags(tags: Tags, game: Game) -> Iterator[Fault]:
    for name, given, right in (
        ("Options", dict(tags.options), game.rules.options),
        ("Winners", tags.winners, game.winners),
        ("Places", tags.places, game.places),
    ):
        if given != right:
            yield Fault(name, "the rules, or the lines below, tell otherwise")


def _finding(record: Record, fault: Fault) -> Finding:
    if isinstance(fault.place, str):
        line, said = tag_line(record, fault.place)
        return Finding(line=line, said=said, why=fault.why)
    said = print_line(record.lines[fault.place]) if fault.place < len(record.lines) else ""
    return Finding(line=first_line(record) + fault.place, said=said, why=fault.why)
