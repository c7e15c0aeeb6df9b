"""`/puzzles`: positions of games that are over, in which the seat on turn can win in its turn."""

from typing import ClassVar, Final
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext, gettext_noop
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.problems import CONTENT_TYPE, FieldErrors
from games.api.endpoint import Endpoint, Watched
from games.api.languages import LANGUAGE, language_of
from games.api.openapi import CACHED, NOT_MODIFIED
from games.api.puzzles import schema
from games.api.puzzles.requests import PuzzleAttemptRequest
from games.api.tables import problems
from games.api.tables.requests import error_text
from games.api.tables.schema import GameTable
from games.api.tables.table import TableContext, moves_of, table_of
from games.api.variants import rulesets
from games.api.variants.effective_rules import chosen, example_of
from games.digest import translated
from games.rules.game import Game
from games.rules.notation import NotationError, parse_move
from games.services import puzzles as service
from games.services.puzzles import Outcome
from games.store import puzzles
from players.authentication import needs, player_of, signed_in
from players.rights import Right

_NO_HASH: Final = bytes(32)
_SENTENCES: Final = {
    Outcome.SOLVED: gettext_noop("Solved: nobody else came to move before you won."),
    Outcome.UNFINISHED: gettext_noop("Your turn goes on."),
    Outcome.TURN_OVER: gettext_noop("Now somebody else is on turn, and you still have cards."),
    Outcome.CHANCE: gettext_noop("That would need luck. There is a way that cannot fail."),
}


class PuzzlesView(Watched):
    """The puzzles of today."""

    cost = "read"

    @extend_schema(
        operation_id="list_puzzles",
        parameters=CACHED,
        responses={200: schema.PuzzleList, 304: NOT_MODIFIED},
        tags=["puzzles"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request) -> Response:
        """List the puzzles of today, made from public games that are over. In each you can win in your turn.

        Signing in is not needed. `solved` says what you have solved.
        """
        player, found = player_of(request), puzzles.of_today()
        solved = None if player is None else puzzles.solved_of(player.id, [one.id for one in found])
        items = [
            schema.PuzzleSummary(
                id=one.id,
                day=one.day,
                number=one.number,
                variant=one.variant,
                solved=None if solved is None else one.id in solved,
            )
            for one in found
        ]
        count = None if player is None else puzzles.solved_by(player.id)
        return etags.answer(request, schema.PuzzleList(items=items, next_cursor=None, solved=count))


class PuzzleView(Watched):
    """One puzzle."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"lang"})}

    @extend_schema(
        operation_id="get_puzzle",
        parameters=[LANGUAGE, *CACHED],
        responses={200: schema.Puzzle, 304: NOT_MODIFIED},
        tags=["puzzles"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, puzzle: UUID) -> Response:
        """Return a puzzle: the table as the seat on turn saw it, with its legal moves.

        Win before anybody else must act, whatever the cards are that you do not see. `source` names the game once you
        have solved it.
        """
        found, player = _found(puzzle), player_of(request)
        solved = None if player is None else found.id in puzzles.solved_of(player.id, [found.id])
        answer = schema.Puzzle(
            id=found.id,
            day=found.day,
            number=found.number,
            variant=found.variant,
            solved=solved,
            table=_table(found, service.position(found), language_of(request)),
            source=_source(found) if solved else None,
        )
        return etags.answer(request, answer)


class AttemptsView(Endpoint):
    """Attempts at a puzzle."""

    cost = "play"
    permission_classes = (IsAuthenticated,)
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="attempt_puzzle",
        parameters=[LANGUAGE],
        request=PuzzleAttemptRequest,
        responses={200: schema.PuzzleAttempt, (422, CONTENT_TYPE): problems.IllegalMoveDocument},
        tags=["puzzles"],
    )
    @needs(Right.STUDY)
    def post(self, request: Request, puzzle: UUID) -> Response:
        """Try to solve a puzzle with one move or several. You may try as often as you like.

        The rules are those of the game: a move that is not legal is refused as at a table. `outcome` says whether you
        have won. Nothing happens in the game from which the puzzle was made.
        """
        found, language = _found(puzzle), language_of(request)
        body = PuzzleAttemptRequest(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            moves = [parse_move(found.seat, move) for move in body.validated_data["moves"]]
        except NotationError as error:
            raise FieldErrors({"moves": [error_text(error)]}) from error
        try:
            tried = service.try_out(found, moves)
        except service.MoveRefused as refused:
            raise _illegal(found, refused, language) from refused
        is_solved = tried.outcome is Outcome.SOLVED
        if is_solved:
            service.solve(signed_in(request).id, found)
        goes_on = tried.outcome is Outcome.UNFINISHED
        return Response(
            schema.PuzzleAttempt(
                outcome=tried.outcome,
                detail=gettext(_SENTENCES[tried.outcome]),
                table=_table(found, tried.after, language) if goes_on else None,
                source=_source(found) if is_solved else None,
            )
        )


def _found(puzzle: UUID) -> puzzles.Puzzle:
    found = puzzles.find(puzzle)
    if found is None:
        raise Http404
    return found


def _table(puzzle: puzzles.Puzzle, game: Game, language: str) -> GameTable:
    """Return the table as the seat of *puzzle* may see it. It says nothing of where it comes from."""
    context = TableContext(
        id=puzzle.id,
        variant=puzzle.variant,
        version=1,
        head=_NO_HASH,
        deadline=None,
        server_time=service.made_at(puzzle),
        people={},
        language=language,
    )
    return table_of(game, puzzle.seat, context)


def _source(puzzle: puzzles.Puzzle) -> schema.PuzzleSource:
    return schema.PuzzleSource(game=puzzle.game, version=puzzle.version, head="sha256:" + bytes(puzzle.hash).hex())


def _illegal(puzzle: puzzles.Puzzle, refused: service.MoveRefused, language: str) -> problems.IllegalMove:
    game = refused.game
    members = {
        "version": 1,
        "turn": game.turn,
        "reason": str(refused.reason),
        "paragraph": refused.paragraph,
        "rule_example": example_of(rulesets.of(game.rules.content), refused.paragraph, chosen(game.options)),
        "moves": moves_of(game, puzzle.seat),
    }
    return problems.IllegalMove(translated(refused.reason.sentence, language), members=members)
