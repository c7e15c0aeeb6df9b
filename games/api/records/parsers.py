"""Bodies of uploads: a record as text or as JSON, or several as lines of JSON."""

from typing import Final

from base.http.parsers import TextParser
from base.http.renderers import TextRenderer
from games.api.records.problems import MalformedRecord
from games.services import imports

MOST_BYTES: Final = 1 << 20
"""The largest body that may be sent."""


class RecordParser(TextParser):
    """`text/plain`: a record as text. The sandbox that checks it parses it."""

    media_type = TextRenderer.media_type
    field = "record"
    malformed = MalformedRecord
    most_bytes = MOST_BYTES


class JSONRecordParser(RecordParser):
    """`application/json`: a record as JSON."""

    media_type = "application/json"


class LinesParser(RecordParser):
    """`application/x-ndjson`: records as JSON, one on each line, as an export has them."""

    media_type = imports.LINES
