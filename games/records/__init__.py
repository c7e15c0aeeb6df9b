"""Records: a whole game in one document, as text that people read and as its JSON twin. Pure, as the rules are.

``tell`` makes a record from what a viewer may see of the events; ``prove`` plays a whole one again and finds the first
line that does not follow. ``print_record`` and ``parse_record`` are inverses, and so are ``to_json`` and ``from_json``.
"""

from games.records.lines import Line, Move, Record
from games.records.playing import Fault, Played, play
from games.records.proving import Finding, prove, read, ruleset_of
from games.records.seeing import redact, seen
from games.records.tags import Receipt, Sitter, Tags
from games.records.telling import Entry, tell
from games.records.text import NotARecord, parse_record, print_record, tag_line
from games.records.twin import from_json, to_json

__all__ = [
    "Entry",
    "Fault",
    "Finding",
    "Line",
    "Move",
    "NotARecord",
    "Played",
    "Receipt",
    "Record",
    "Sitter",
    "Tags",
    "from_json",
    "parse_record",
    "play",
    "print_record",
    "prove",
    "read",
    "redact",
    "ruleset_of",
    "seen",
    "tag_line",
    "tell",
    "to_json",
]
