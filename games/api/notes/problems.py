"""Why a note is not written."""

from http import HTTPStatus

from base.http.problems import Problem
from games.api.tables.problems import Conflict


class NoteHidden(Problem):
    """The host has hidden your note at this move, so you cannot write another one there."""

    status_code = HTTPStatus.FORBIDDEN
    code = "note_hidden"
    title = "Note hidden"
    default_detail = "The host has hidden your note at this move."
    remedy = "Show the note as hidden. The host can show it again."


class TooManyNotes(Conflict):
    """You have written as many notes at this game as one player may."""

    code = "too_many_notes"
    title = "Too many notes"
    default_detail = "You have as many notes at this game as one player may have."
    remedy = "Let the player delete a note of this game first."
