"""The view that every endpoint of games is."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.budgets import BudgetExceeded
from players.api import endpoint
from players.api.fields import printable
from players.api.problems import FieldErrors, Problem

_NAMED: Final = 10
_LENGTH: Final = 40


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
        return super().handle_exception(exc)


class TooMuchWork(Problem):
    """422: the rules of this game would take too long to apply here."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "too_much_work"
    title = "Too much work"


def _fault(known: bool) -> str:  # noqa: FBT001  # it has no other argument
    return "Only once, please." if known else "There is no such parameter."
