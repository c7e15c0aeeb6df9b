"""The view that every endpoint of games is."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rest_framework.request import Request

from players.api import endpoint
from players.api.fields import printable
from players.api.problems import FieldErrors

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


def _fault(known: bool) -> str:  # noqa: FBT001  # it has no other argument
    return "Only once, please." if known else "There is no such parameter."
