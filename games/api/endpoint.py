"""The base classes of all views of games, and the problems that any of them can answer."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final

import structlog
from django.utils.translation import gettext
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import endpoint, etags
from base.http.fields import printable
from base.http.problems import FieldErrors, Problem
from games.log.codec import UnknownEvent
from games.rules.budgets import BudgetExceeded
from games.store import UnknownRuleset
from players.authentication import player_of

_NAMED: Final = 10
_LENGTH: Final = 40

_log = structlog.get_logger(__name__)


class Endpoint(endpoint.Endpoint):
    """An endpoint that refuses unknown query parameters, as serializers refuse unknown fields of a body.

    `queries` names the parameters that it knows, by method.
    """

    queries: ClassVar[Mapping[str, frozenset[str]]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who calls and what the query names. Raises FieldErrors for parameters that are unknown or repeated."""
        super().initial(request, *args, **kwargs)
        if request.method in self.allowed_methods:  # of any other method REST framework says so
            self.check_query(request)

    def check_query(self, request: Request) -> None:
        """Raise FieldErrors if the query has parameters that are unknown or repeated."""
        known = self.queries.get("GET" if request.method == "HEAD" else request.method or "", frozenset())
        wrong = {}
        for name, values in request.query_params.lists():
            if name not in known:
                wrong[name] = gettext("There is no such parameter.")
            elif len(values) > 1:
                wrong[name] = gettext("Send it only once.")
        if wrong:
            # The names come from the caller: cut them, and list only some.
            raise FieldErrors({printable(name)[:_LENGTH]: [wrong[name]] for name in sorted(wrong)[:_NAMED]})

    def handle_exception(self, exc: Exception) -> Response:
        """Answer an exception. Rules that cost too much, and games that cannot be read, are problems of their own."""
        if isinstance(exc, BudgetExceeded):
            exc = TooMuchWork(f"The rules of this game need {exc}, which is more work than one request may cost.")
        if isinstance(exc, UnknownEvent | UnknownRuleset):
            _log.error("a game cannot be read", path=self.request.path, exc_info=exc)
            exc = Unreadable()
        return super().handle_exception(exc)


class Public(Endpoint):
    """An endpoint that everybody may read, signed in or not. Shared caches may store what it answers."""

    authentication_classes = ()
    permission_classes = ()
    for_any_client = True

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Let caches store the answer, but ask each time whether it has changed, unless the answer says otherwise."""
        if response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            response.headers.setdefault("Cache-Control", etags.PUBLIC)
        return super().finalize_response(request, response, *args, **kwargs)


class Watched(Endpoint):
    """An endpoint of a game that people may read who are not signed in, if the game is public: `header_for` decides.

    Their requests count by address in a bucket of their own.
    """

    permission_classes = (IsAuthenticatedOrReadOnly,)

    def check_throttles(self, request: Request) -> None:
        """Count a request. Raises Throttled beyond a limit."""
        if player_of(request) is None:
            self.limits = "spectator"
        super().check_throttles(request)


class Unreadable(Problem):
    """The service cannot read an event or the ruleset of this game until the host has repaired the service."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "unreadable"
    title = "Unreadable"
    default_detail = "This game cannot be read at the moment. The host finds the reason in the log of the service."
    remedy = "Tell the host. Try again after the seconds in `Retry-After`; other games are not affected."
    retry_after = 600


class TooMuchWork(Problem):
    """The rules of this game need more work than one request may cost. Only custom variants can do that."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "too_much_work"
    title = "Too much work"
    default_detail = "The rules of this game need too many moves to try, which is more work than one request may cost."
    remedy = "Do not repeat the request. Choose another move, or resign; the author must change the variant."
