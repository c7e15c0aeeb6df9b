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
_COME_BACK: Final = 600
"""Seconds until it is worth while to ask for a game again that cannot be read."""

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
    """503: an event or the ruleset of this game cannot be read, until a person has looked at it."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "unreadable"
    title = "Unreadable"
    default_detail = "This game cannot be read at the moment. The host finds the reason in the log of the service."

    def __init__(self) -> None:
        """Say when to come back."""
        super().__init__(headers={"Retry-After": str(_COME_BACK)})


class TooMuchWork(Problem):
    """422: the rules of this game would take too long to apply here."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "too_much_work"
    title = "Too much work"


def _fault(known: bool) -> str:  # noqa: FBT001  # it has no other argument
    return "Only once, please." if known else "There is no such parameter."
