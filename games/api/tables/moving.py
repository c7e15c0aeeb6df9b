"""The base of the endpoints at which a seat acts: a request is one transaction of two round trips."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.idempotency import request_hash
from base.http.problems import Problem
from base.sql import statements as sql
from games import services, store
from games.api.endpoint import Endpoint
from games.api.header import Header, header_query
from games.api.tables.move_answer import answer_of
from games.api.tables.service_errors import refusals
from games.log.append import CommandContext
from games.rules.commands import Move, OfAbsence
from players.authentication import access_of, signed_in
from players.sessions import identification


class Moving(Endpoint):
    """An endpoint at which a seat acts.

    The first round trip locks the game, and reads all that the request is checked with. The second one writes and
    commits. A refusal is committed too, because the clock may have moved before it.
    """

    cost = "play"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer in one transaction. REST framework makes answers of refusals in it, so only a fault undoes it."""
        with transaction.atomic(durable=True):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read ahead, and check the request."""
        if request.method in self.allowed_methods:
            with suppress(Problem):  # who sends no good token is refused below
                read_ahead(request, kwargs["game"])
        super().initial(request, *args, **kwargs)


def read_ahead(request: Request, game: UUID) -> None:
    """Lock *game*, and read in the same round trip what authentication, ``header_for`` and ``services.move`` ask for.

    Raises Problem without an access token that is signed. Whether its session lives is what authentication finds.
    """
    claims = access_of(request.headers.get("Authorization"))
    context = CommandContext(actor=str(claims.player), key=request.headers.get("Idempotency-Key", ""))
    sql.foresee(
        [identification(claims), *store.locking(game, context), header_query(request, game, claims.player)],
    )


def answer_of_move(request: Request, seen: Header, move: Move | OfAbsence, *, turn: int | None, key: str) -> Response:
    """Make a *move* of the caller, once for each *key*, and return the answer to it. Raises the problems of a move."""
    context = CommandContext(actor=str(signed_in(request).id), key=key, request_hash=request_hash(request))
    with refusals(request):
        done = services.move(seen.id, move, turn, context)
    return answer_of(request, seen, done, 201)
