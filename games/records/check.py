"""Judging a record: whether each of its lines follows from the rules, and the first one that does not."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import Any, Final

from games.records.from_events import from_events
from games.records.json import from_json
from games.records.lines import Deal, Lot, Move, Record
from games.records.replay import Fault, Replay, replay
from games.records.tags import Tags
from games.records.text import NotARecord, first_line, parse_record, print_record, tag_line, tag_of
from games.records.to_text import print_line
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


_HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")
_USUAL: Final = "2026-11-21T11:05:16.499322Z"


def read(sent: str) -> Record:
    """Return the record that *sent* is, as text or as its JSON twin. Raises NotARecord if it is neither."""
    if not sent.lstrip().startswith("{"):
        return parse_record(sent)
    try:
        data = json.loads(sent, object_pairs_hook=_once)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # half of a surrogate pair is no text
        record = from_json(data)
        parse_record(print_record(record))
    except (ValueError, RecursionError) as fault:
        raise NotARecord(0, f"this is no JSON twin of a record: {fault}") from fault
    return record


def ruleset_of(sent: str) -> str:
    """Return the hash of the ruleset that a record names, as text or as its JSON twin. Raises NotARecord.

    It reads no more than that: the rest is judged under this ruleset.
    """
    why = "it names no ruleset by its hash"
    if sent.lstrip().startswith("{"):
        try:
            data = json.loads(sent, object_pairs_hook=_once)
        except (ValueError, RecursionError) as fault:
            raise NotARecord(0, f"this is no JSON twin of a record: {fault}") from fault
        tags = data.get("tags")
        named = tags.get("ruleset") if isinstance(tags, Mapping) else None
    else:
        named = tag_of(sent, "ruleset")
    if not isinstance(named, str) or not _HASH.fullmatch(named):
        raise NotARecord(0, why)
    return named


def _once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def check_record(record: Record, variant: Variant) -> Finding | None:
    """Return the first line of *record* that does not follow under *variant*; None if it is a game that was played."""
    try:
        found = _first(record, replay(record, variant))
    except Fault as fault:
        found = fault
    return None if found is None else _finding(record, found)


def _first(record: Record, played: Replay) -> Fault | None:
    """Return what does not follow first: what the rules tell otherwise, or what cannot be carried out at all."""
    if not played.steps:
        return played.fault or Fault(0, "nothing happens in it")
    game, lines = played.steps[-1].after, from_events(played.entries)
    for place, (given, right) in enumerate(zip_longest(record.lines, lines)):
        unasked = right is None and (given is None or isinstance(given, _ACTS))
        if played.fault and (unasked or place == played.fault.place):
            return played.fault
        if given != right:
            return Fault(place, f"by the rules this is {print_line(right)}" if right else "nothing more happens")
    if game.status != Status.OVER:
        return Fault(len(record.lines), "the game is not over")
    return next(_wrong_tags(record.tags, game), None) or _wrong_times(record.tags, played)


def _wrong_times(tags: Tags, played: Replay) -> Fault | None:
    """Return the tag whose time cannot be: no instant, or an end before the beginning or before the last move."""
    opened, ended = _instant(tags.opened), _instant(tags.ended)
    if opened is None or ended is None:
        return Fault("Opened" if opened is None else "Ended", f"a time is written as in {_USUAL}")
    if ended < opened:
        return Fault("Ended", "the game ends before it is opened")
    if (ended - opened) // timedelta(milliseconds=1) < max(one.at for one in played.entries):
        return Fault("Ended", "the moves below take longer than the game")
    return None


def _instant(text: str) -> datetime | None:
    """Return the instant that *text* writes as a record does: RFC 3339 in UTC with six decimals; None otherwise."""
    try:
        at = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    return at if at.isoformat(timespec="microseconds").replace("+00:00", "Z") == text else None


def _wrong_tags(tags: Tags, game: Game) -> Iterator[Fault]:
    for name, given, right in (
        ("Options", dict(tags.options), game.rules.options),
        ("Winners", tags.winners, game.winners),
        ("Places", tags.places, game.places),
    ):
        if given != right:
            yield Fault(name, "the rules, or the lines below, tell otherwise")
    receipt = tags.receipt
    if receipt is None:
        if tags.signature:
            yield Fault("Signature", "a record is signed by the key of its receipt, and it has none")
    elif (receipt.game, receipt.head, receipt.at) != (tags.game, tags.head, tags.ended):
        yield Fault("Receipt", "it is for another game, or another end of it, than the tags tell")
    elif not tags.signature:
        yield Fault("Signature", "a record with a receipt is signed")


def _finding(record: Record, fault: Fault) -> Finding:
    if isinstance(fault.place, str):
        line, said = tag_line(record, fault.place)
        return Finding(line=line, said=said, why=fault.why)
    said = print_line(record.lines[fault.place]) if fault.place < len(record.lines) else ""
    return Finding(line=first_line(record) + fault.place, said=said, why=fault.why)
