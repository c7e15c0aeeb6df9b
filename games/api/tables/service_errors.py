"""Why a service did nothing, as problems."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from django.http import Http404
from rest_framework.request import Request

from base.http import idempotency
from base.http.problems import FieldErrors, Problem
from games import services
from games.api.header import header_for
from games.api.languages import language_of
from games.api.tables import problems
from games.api.tables.current import context_of, seat_in
from games.api.tables.table import moves_of, table_of
from games.api.variants import rulesets
from games.api.variants.effective_rules import chosen, example_of
from games.digest import translated
from games.rules.game import Game
from games.rules.refusal_reasons import Reason
from games.rules.ruleset import RulesetError
from games.store import GameRow
from players.authentication import signed_in

_CONFLICTS: Final[Mapping[type[Exception], type[problems.Conflict]]] = {
    services.AlreadySeated: problems.AlreadySeated,
    services.GameFull: problems.GameFull,
    services.NotOver: problems.NotOver,
    services.SeatKept: problems.SeatKept,
    services.SeatOccupied: problems.SeatOccupied,
    services.InProgress: problems.InProgress,
    services.NotAbsent: problems.NotAbsent,
    services.NobodyAbsent: problems.NobodyAbsent,
    services.NonceNotAsked: problems.NonceNotAsked,
    services.NoncesMissing: problems.NoncesMissing,
    services.GameOver: problems.GameOver,
    services.TooManyGames: problems.TooManyGames,
}


@contextmanager
def refusals(request: Request) -> Iterator[None]:
    """Turn refusals of `games.services` on a game into problems that have what the caller needs to go on."""
    try:
        yield
    except services.NoSuchGame as error:
        raise Http404 from error
    except services.NotSeated as error:
        raise problems.NotSeated from error
    except services.EmailRequired as error:
        raise problems.EmailRequired from error
    except services.AccountRequired as error:
        raise problems.AccountRequired from error
    except services.SeatRefused as error:
        raise problems.SeatRefused from error
    except services.WrongNonce as error:
        raise FieldErrors({error.field: [error.fault]}) from error
    except services.KeyReused as error:
        raise idempotency.KeyReused from error
    except tuple(_CONFLICTS) as error:
        raise _CONFLICTS[type(error)] from error
    except (services.TurnMovedOn, services.TimeIsUp) as error:
        problem = problems.TurnMovedOn if isinstance(error, services.TurnMovedOn) else problems.TimeIsUp
        game, row, player = error.game, error.row, str(signed_in(request).id)
        context = context_of(row, header_for(request, row.id), language_of(request))
        table = table_of(game, seat_in(game, player), context)
        raise problem(members={"table": table}) from error
    except services.MoveRefused as error:
        raise illegal_move(request, error.game, error.row, error.reason, error.paragraph) from error


def illegal_move(request: Request, game: Game, row: GameRow, reason: Reason, paragraph: str) -> Problem:
    """Return the 422 with the rule that refuses, an example of it, and the legal moves of the caller.

    `detail` is in the language of the caller. *game* and *row* must be those that refused the move, so that reason and
    moves belong to one version.
    """
    seat = seat_in(game, str(signed_in(request).id))
    members = {
        "version": row.version,
        "turn": game.turn,
        "reason": str(reason),
        "paragraph": paragraph,
        "rule_example": example_of(rulesets.of(row.ruleset), paragraph, chosen(game.options)),
        "moves": [] if seat is None else moves_of(game, seat),
    }
    return problems.IllegalMove(translated(reason.sentence, language_of(request)), members=members)


@contextmanager
def new_game_refusals() -> Iterator[None]:
    """Turn refusals of a new game into problems that name the field."""
    try:
        yield
    except RulesetError as error:
        field = error.place if error.place in ("seats", "variant") else f"options.{error.place}"
        raise FieldErrors({field: [error.why]}) from error
    except services.EmailRequired as error:
        raise problems.EmailRequired from error
    except services.AccountRequired as error:
        raise problems.AccountRequired from error
    except services.TooManyGames as error:
        raise problems.TooManyGames from error
    except services.UnknownRuleset as error:
        raise FieldErrors({"ruleset": ["There is no such ruleset."]}) from error
    except (services.TermsError, services.WrongNonce) as error:
        raise FieldErrors({error.field: [error.fault]}) from error
