"""The view that every endpoint of games is."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final

import structlog
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.codec import UnknownEvent
from games.rules.budgets import BudgetExceeded
from games.store import UnknownRuleset
from players.http import endpoint
from players.http.fields import printable
from players.http.problems import FieldErrors, Problem

_NAMED: Final = 10
_LENGTH: Final = 40

_log = structlog.get_logger(__name__)


class Endpoint(endpoint.Endpoint):
    """An endpoint that refuses query parameters it does not know, as bodies refuse unknown fields.

    `queries` names those that it knows, by method.
    """

    queries: ClassVar[Mapping[str, frozenset[str]]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the request in. Raises FieldErrors for parameters that are unknown, or said twice."""
        super().initial(request, *args, **kwargs)
        known = self.queries.get("GET" if request.method == "HEAD" else request.method or "", frozenset())
        wrong = {name: _fault(name in known) for name, said in request.query_params.lists()
                 if name not in known or len(said) > 1}  # fmt: skip
        if wrong:
            raise FieldErrors({printable(name)[:_LENGTH]: [wrong[name]] for name in sorted(wrong)[:_NAMED]})

    def handle_exception(self, exc: Exception) -> Response:
        """Answer an exception; work beyond its budget is refused like a move that the rules refuse."""
        if isinstance(exc, BudgetExceeded):
            exc = TooMuchWork(f"The rules of this game ask for {exc}: that is more work than one request may cost.")
        if isinstance(exc, UnknownEvent | UnknownRuleset):
            _log.error("a game cannot be read", path=self.request.path, exc_info=exc)
            exc = Unreadable()
        return super().handle_exception(exc)


class Public(Endpoint):
    """What everybody may read, signed in or not."""

    authentication_classes = ()
    permission_classes = ()


class Unreadable(Problem):
    """An event or the ruleset of this game cannot be read until the host has repaired the service."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "unreadable"
    title = "Unreadable"
    default_detail = "This game cannot be read at the moment. The host finds the reason in the log of the service."
    remedy = "Tell the host. Try again after the seconds in `Retry-After`; other games are not concerned."
    retry_after = 600


class TooMuchWork(Problem):
    """The rules of this game ask for more work than one request may cost. Only custom variants can do that."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "too_much_work"
    title = "Too much work"
    default_detail = (
        "The rules of this game ask for too many moves to look at: that is more work than one request may cost."
    )
    remedy = "Do not repeat the request. Choose another move, or resign; the author must change the variant."


def _fault(known: bool) -> str:  # noqa: FBT001  # it has no other argument
    return "Only once, please." if known else "There is no such parameter."
