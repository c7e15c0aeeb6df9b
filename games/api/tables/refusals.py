"""Why a service did nothing, as problems."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.http import Http404
from rest_framework.request import Request

from games import services
from games.api.header import header_for
from games.api.tables import problems
from games.api.tables.current import context_of, seat_in
from games.api.tables.table import moves_of, table_of
from games.api.variants import rulesets
from games.api.variants.effective_rules import chosen, example_of
from games.rules.game import Game
from games.rules.reasons import Reason
from games.rules.ruleset import RulesetError
from games.store import GameRow
from players.http import idempotency
from players.http.authentication import signed_in
from players.http.problems import FieldErrors, Problem

_CONFLICTS: Final[Mapping[type[Exception], type[problems.Conflict]]] = {
    services.AlreadySeated: problems.AlreadySeated,
    services.GameFull: problems.GameFull,
    services.InProgress: problems.InProgress,
    services.NonceNotAsked: problems.NonceNotAsked,
    services.NoncesMissing: problems.NoncesMissing,
    services.GameOver: problems.GameOver,
}


@contextmanager
def refusals(request: Request) -> Iterator[None]:
    """Turn refusals of `games.services` on a game into problems, with what the caller needs to go on."""
    try:
        yield
    except services.NoSuchGame as error:
        raise Http404 from error
    except services.NotSeated as error:
        raise problems.NotSeated from error
    except services.AccountRequired as error:
        raise problems.AccountRequired from error
    except services.WrongNonce as error:
        raise FieldErrors({error.field: [error.fault]}) from error
    except services.KeyReused as error:
        raise idempotency.KeyReused from error
    except tuple(_CONFLICTS) as error:
        raise _CONFLICTS[type(error)] from error
    except services.TurnMovedOn as error:
        raise turn_moved_on(request, error.game, error.row) from error
    except services.TimeIsUp as error:
        raise time_is_up(request, error.game, error.row) from error
    except services.MoveRefused as error:
        seat = seat_in(error.game, str(signed_in(request).id))
        raise illegal_move(error.game, error.row, seat, error.reason, error.paragraph) from error


def turn_moved_on(request: Request, game: Game, row: GameRow) -> Problem:
    """Return the 409 that tells the caller the decision that is due now."""
    return problems.TurnMovedOn(members=_fresh(request, game, row))


def time_is_up(request: Request, game: Game, row: GameRow) -> Problem:
    """Return the 409 to an answer that came too late."""
    return problems.TimeIsUp(members=_fresh(request, game, row))


def illegal_move(game: Game, row: GameRow, seat: int | None, reason: Reason, paragraph: str) -> Problem:
    """Return the 422 that says which rule refuses, shows an example of it, and lists what is open.

    *game* and *row* are those that refused: reason and moves are of one version.
    """
    members = {
        "version": row.version,
        "turn": game.turn,
        "reason": str(reason),
        "paragraph": paragraph,
        "example": example_of(rulesets.of(row.ruleset), paragraph, chosen(game.options)),
        "moves": [] if seat is None else moves_of(game, seat),
    }
    return problems.IllegalMove(reason.sentence, members=members)


def _fresh(request: Request, game: Game, row: GameRow) -> dict[str, Any]:
    seen, player = header_for(request, row.id), str(signed_in(request).id)
    return {"table": table_of(game, seat_in(game, player), context_of(row, seen))}


@contextmanager
def new_game_refusals() -> Iterator[None]:
    """Turn refusals of a new game into problems that name the field."""
    try:
        yield
    except RulesetError as error:
        field = error.place if error.place in ("seats", "variant") else f"options.{error.place}"
        raise FieldErrors({field: [error.why]}) from error
    except services.AccountRequired as error:
        raise problems.AccountRequired from error
    except services.UnknownRuleset as error:
        raise FieldErrors({"ruleset": ["There is no such ruleset."]}) from error
    except (services.TermsError, services.WrongNonce) as error:
        raise FieldErrors({error.field: [error.fault]}) from error
