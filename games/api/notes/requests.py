"""Requests about notes."""

from base.http import fields
from games.services.notes import LONGEST


class NoteRequest(fields.StrictSerializer):
    """A note: plain text without line ends."""

    text = fields.Text(
        min_length=1,
        max_length=LONGEST,
        help_text="The note. White space at its ends is cut off.",
        trim_whitespace=True,
    )
