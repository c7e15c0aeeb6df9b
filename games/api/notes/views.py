"""`/games/{id}/notes`: what players write at the moves of a game that is over."""

from types import MappingProxyType
from typing import ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games.api.endpoint import Endpoint, Watched
from games.api.header import Header, header_for
from games.api.notes.problems import NoteHidden, TooManyNotes
from games.api.notes.requests import NoteRequest
from games.api.notes.schema import Note, NoteList
from games.api.openapi import CACHED, NOT_MODIFIED, SHARE
from games.api.profiles import person_among
from games.api.tables.problems import NotOver, NotSeated
from games.rules.game import Status
from games.services import notes
from players.authentication import needs, player_of, signed_in
from players.rights import Right

_NOT_YOURS: Final = {(403, CONTENT_TYPE): ProblemDocument}


class NotesView(Watched):
    """The notes at a game."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset()}

    @extend_schema(
        operation_id="list_notes",
        parameters=[SHARE, *CACHED],
        responses={200: NoteList, 304: NOT_MODIFIED},
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return the notes that the players of a game have written at its moves, when it was over.

        Whoever may see the game may read them. Notes of players whom you have blocked, or who have blocked you, are
        left out, and so are those that the host has hidden, but for your own.
        """
        seen = header_for(request, game)
        player = player_of(request)
        found = notes.listed(seen.id, None if player is None else player.id)
        return etags.answer(request, NoteList(items=[_shown(one, seen) for one in found]))


class NoteView(Endpoint):
    """Your note at a version of a game. Access tokens for bots and apps may not use it."""

    cost = "lobby"

    @extend_schema(
        operation_id="put_note",
        request=NoteRequest,
        responses={200: Note, **_NOT_YOURS, (409, CONTENT_TYPE): ProblemDocument},
        tags=["history"],
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request, game: UUID, version: int) -> Response:
        """Write a note at a version of a game in which you sat, in place of the one that you have there.

        The game must be over. Whoever may see it can read the note, also by a share link; of a public game that is
        everybody. A version that does not exist is a 404.
        """
        seen = _own(request, game)
        asked = NoteRequest.read(request)
        if seen.status != Status.OVER:
            raise NotOver
        if not 1 <= version <= seen.version:
            raise Http404
        player = signed_in(request).id
        try:
            written = notes.put(seen.id, version, player, asked["text"])
        except notes.NoteHidden as error:
            raise NoteHidden from error
        except notes.TooManyNotes as error:
            raise TooManyNotes from error
        return Response(_shown(written, seen))

    @extend_schema(operation_id="delete_note", request=None, responses={204: None, **_NOT_YOURS}, tags=["history"])
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, game: UUID, version: int) -> Response:
        """Delete your note at a version of a game. If there is none, nothing changes."""
        notes.drop(_own(request, game).id, version, signed_in(request).id)
        return no_content()


class NoteReportView(Endpoint):
    """The report of a note."""

    cost = MappingProxyType({"PUT": "lobby"})

    @extend_schema(
        operation_id="report_note",
        parameters=[SHARE],
        request=None,
        responses={204: None, **_NOT_YOURS},
        tags=["history"],
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request, game: UUID, version: int, player: UUID) -> Response:
        """Ask the host to look at the note of a player at a version of a game that you may see.

        The host can hide it. Nobody learns who has reported a note. Without such a note you get 404.
        """
        if not notes.report(header_for(request, game).id, version, player):
            raise Http404
        return no_content()


def _own(request: Request, game: UUID) -> Header:
    """Return a game in which the caller has a seat. Raises Http404 and NotSeated."""
    seen = header_for(request, game)
    if seen.viewer is None:
        raise NotSeated
    return seen


def _shown(note: notes.Note, seen: Header) -> Note:
    return Note(
        version=note.version,
        seat=note.seat,
        player=person_among(str(note.player), seen.people),
        text=note.text,
        created_at=note.created_at,
        changed_at=note.changed_at,
        hidden=note.hidden,
    )
