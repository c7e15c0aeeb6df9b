"""Checking a record: whether each of its lines follows from the rules, and the first one that does not."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import Any, Final

from games.records.from_events import from_events
from games.records.json import from_json
from games.records.lines import Deal, FirstDealer, Move, Record
from games.records.replay import Fault, replay
from games.records.tags import Tags
from games.records.text import NotARecord, first_line, parse_record, print_record, tag_line, tag_of
from games.records.to_text import print_line
from games.rules.game import Status
from games.rules.variants import Variant

_COMMANDS: Final = (FirstDealer, Deal, Move)
"""Lines that are commands; the others say what comes of them."""
_HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")
_TIME: Final = "2026-11-21T11:05:16.499322Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The first line of a record that does not follow."""

    line: int
    """Number of the line in the record's text, from 1; 0 if the fault is not in one line."""
    said: str
    """The line."""
    why: str


def read(sent: str) -> Record:
    """Return the record that *sent* is, as text or as JSON. Raises NotARecord if it is neither."""
    if not sent.lstrip().startswith("{"):
        return parse_record(sent)
    try:
        data = _load(sent)
        try:
            json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        except ValueError as fault:
            raise ValueError("it has a number that is not finite, or half of a surrogate pair") from fault
        record = from_json(data)
        parse_record(print_record(record))
    except (ValueError, RecursionError) as fault:
        raise NotARecord(0, f"this is not the JSON of a record: {fault}") from fault
    return record


def ruleset_of(sent: str) -> str:
    """Return the hash of the ruleset that a record names, as text or as JSON. Raises NotARecord.

    It reads no more than that: the rest is checked under this ruleset.
    """
    if sent.lstrip().startswith("{"):
        try:
            data = _load(sent)
        except (ValueError, RecursionError) as fault:
            raise NotARecord(0, f"this is not the JSON of a record: {fault}") from fault
        tags = data.get("tags")
        named = tags.get("ruleset") if isinstance(tags, Mapping) else None
    else:
        named = tag_of(sent, "ruleset")
    if not isinstance(named, str) or not _HASH.fullmatch(named):
        raise NotARecord(0, "it names no ruleset; write the tag Ruleset with sha256: and 64 hexadecimal digits")
    return named


def _load(sent: str) -> Any:
    """Return the data of this JSON. Raises ValueError, also for an object that has the same key twice."""

    def once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise ValueError(f"an object has the key {json.dumps(name[:40])} twice")
            found[name] = value
        return found

    return json.loads(sent, object_pairs_hook=once)


def check_record(record: Record, variant: Variant) -> Finding | None:
    """Return the first line of *record* that does not follow under *variant*; None if it is a game that was played."""
    try:
        _check(record, variant)
    except Fault as fault:
        if isinstance(fault.place, str):
            line, said = tag_line(record, fault.place)
        else:
            line = first_line(record) + fault.place
            said = print_line(record.lines[fault.place]) if fault.place < len(record.lines) else ""
        return Finding(line=line, said=said, why=fault.why)
    return None


def _check(record: Record, variant: Variant) -> None:
    """Raise Fault at the first line that does not follow; at the first tag, if all lines do."""
    played = replay(record, variant)
    if not played.steps:
        raise played.fault or Fault(0, "no game begins in it; the first line names the first dealer, such as lot 1: 0")

    # A command that cannot be carried out is the fault only if all lines before it are right, and none is missing.
    for place, (given, right) in enumerate(zip_longest(record.lines, from_events(played.entries))):
        is_end = right is None and (given is None or isinstance(given, _COMMANDS))
        if played.fault and (is_end or place == played.fault.place):
            raise played.fault
        if given != right and right is None:
            raise Fault(place, "by the rules nothing happens here; delete this line")
        if given != right and right is not None:
            raise Fault(place, f"by the rules this line must be {print_line(right)}")
    game, tags = played.steps[-1].after, record.tags
    if game.status != Status.OVER:
        raise Fault(len(record.lines), "the game is not over here; add its lines up to the end")

    # The tags that follow from the rules and the lines.
    for name, value, due in (
        ("Options", dict(tags.options), game.rules.options),
        ("Winners", tags.winners, game.winners),
        ("Places", tags.places, game.places),
    ):
        if value != due:
            written = json.dumps(due, separators=(",", ":"), sort_keys=True)
            raise Fault(name, f"by the rules and the lines below, this tag must be [{name} {written}]")
    _check_signed(tags, max(one.at for one in played.entries))


def _check_signed(tags: Tags, longest: int) -> None:
    """Raise Fault at a receipt, signature or time that cannot be; the moves take *longest* milliseconds."""
    receipt = tags.receipt
    if receipt is None:
        if tags.signature:
            raise Fault("Signature", 'a record without a receipt has no signature; write [Signature ""]')
    else:
        for name, value, due in (
            ("Game", receipt.game, tags.game), ("Head", receipt.head, tags.head), ("Ended", receipt.at, tags.ended),
        ):  # fmt: skip
            if value != due:
                raise Fault("Receipt", f"it is for another game, or another end of it: {name} is not {value[:80]!r}")
        if not tags.signature:
            raise Fault("Signature", "a record with a receipt is signed; copy its signature too")

    opened, ended = _instant(tags.opened), _instant(tags.ended)
    for name, value, at in (("Opened", tags.opened, opened), ("Ended", tags.ended, ended)):
        if at is None:
            raise Fault(name, f"{value[:40]!r} is no time in UTC with six decimals; write it like {_TIME}")
    if opened and ended and ended < opened:
        raise Fault("Ended", f"the game ends before it is opened, at {tags.opened}")
    if opened and ended and (ended - opened) // timedelta(milliseconds=1) < longest:
        raise Fault("Ended", f"the moves below take longer than the game: they end {longest / 1000:.3f} s after Opened")


def _instant(text: str) -> datetime | None:
    """Return the instant that *text* writes as a record does: RFC 3339 in UTC with six decimals; None otherwise."""
    try:
        at = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    return at if at.isoformat(timespec="microseconds").replace("+00:00", "Z") == text else None
