"""Records: a whole game in one document, as text that people read and as JSON. Pure, as the rules are.

``from_events`` makes the lines of a record from what a viewer may see of the events. ``check_record`` plays a whole
record again and finds the first line that does not follow. ``print_record`` and ``parse_record`` are inverses, and so
are ``to_json`` and ``from_json``.
"""

from games.records.check import Finding, check_record, read, ruleset_of
from games.records.from_events import Entry, from_events
from games.records.json import from_json, to_json
from games.records.lines import Line, Move, Record
from games.records.redact import redact, redact_event
from games.records.replay import Fault, Replay, replay
from games.records.tags import Receipt, Sitter, Tags
from games.records.text import NotARecord, parse_record, print_record, tag_line

__all__ = [
    "Entry",
    "Fault",
    "Finding",
    "Line",
    "Move",
    "NotARecord",
    "Receipt",
    "Record",
    "Replay",
    "Sitter",
    "Tags",
    "check_record",
    "from_events",
    "from_json",
    "parse_record",
    "print_record",
    "read",
    "redact",
    "redact_event",
    "replay",
    "ruleset_of",
    "tag_line",
    "to_json",
]
