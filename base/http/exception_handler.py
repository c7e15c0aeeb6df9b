"""Maps the exceptions of REST framework, Django and the database to problems, and answers with them."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.core.exceptions import (
    BadRequest,
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import DataError, InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from psycopg.errors import IdleInTransactionSessionTimeout, ReadOnlySqlTransaction
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from base.http.problems import (
    CONTENT_TYPE,
    ArchiveUnavailable,
    Busy,
    FieldErrors,
    Forbidden,
    Internal,
    Malformed,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    NotSignedIn,
    Problem,
    SignedOut,
    TooLarge,
    UnsupportedMediaType,
    respond,
)
from base.languages import active_language
from base.storage import StorageAway

_BY_STATUS: Final[dict[int, type[Problem]]] = {
    kind.status_code: kind
    for kind in (Malformed, Forbidden, NotFound, MethodNotAllowed, NotAcceptable, TooLarge, UnsupportedMediaType)
}
"""The problems for REST framework's own errors, by status."""

_log = logging.getLogger(__name__)


def problem_of(error: BaseException) -> Problem | None:
    """Return the problem to answer for an exception, or None for one that is a fault of the service.

    Trouble with the database is logged for the operator by its kind, without the values that it names.
    """
    match error:
        case Problem():
            return error
        case exceptions.ValidationError():
            return FieldErrors(dict(_flat(error.detail)))
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return NotSignedIn()
        case exceptions.APIException():
            kind = _BY_STATUS.get(error.status_code)
            return None if kind is None else kind(str(error.detail))
        case Http404():
            return NotFound()
        case ObjectDoesNotExist() if isinstance(error, get_user_model().DoesNotExist):
            return SignedOut()  # the account was erased after the request had been authenticated
        case PermissionDenied():
            return Forbidden()
        case RequestDataTooBig():
            return TooLarge()
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            return Malformed()
        case (
            OperationalError()
            | InterfaceError()
            | DataError()
            | InternalError(__cause__=ReadOnlySqlTransaction() | IdleInTransactionSessionTimeout())
        ):
            # A server is read-only while it is promoted, and after another one was promoted in its place. It ends a
            # transaction whose process stood still.
            _log.warning("database refused: %s", type(error.__cause__ or error).__name__)
            return Malformed("A value is out of range.") if isinstance(error, DataError) else Busy()
        case StorageAway():
            _log.error("an archive is away: %s", error)
            return ArchiveUnavailable()
        case _:
            return None


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Answer an exception of a view; REST framework's `EXCEPTION_HANDLER`. None lets it rise and become a 500."""
    problem = problem_of(error)
    if problem is None:
        return None
    set_rollback()
    context["request"].language = active_language()
    return Response(problem.body(), problem.status_code, headers=problem.headers, content_type=CONTENT_TYPE)


def answer(error: BaseException) -> HttpResponse | None:
    """Return the answer to an exception outside REST framework, or None for a fault of the service."""
    problem = problem_of(error)
    return None if problem is None else respond(problem)


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, or 413 for too much; Django's `handler400`."""
    return answer(exception) or respond(Malformed())


def permission_denied(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 403; Django's `handler403`."""
    return respond(Forbidden())


def page_not_found(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 404 and name no path; Django's `handler404`."""
    return respond(NotFound())


def server_error(_request: HttpRequest) -> HttpResponse:
    """Answer 500 and say nothing of what went wrong; Django's `handler500`."""
    return respond(Internal())


def _flat(detail: Any, name: str | None = None) -> Iterator[tuple[str, list[str]]]:
    """Yield (field, reasons) of REST framework's nested errors; `body` where no field is to blame."""
    prefix = "" if name is None else f"{name}."
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            yield from _flat(value, f"{prefix}{key}")
    elif any(isinstance(entry, Mapping | list) for entry in detail):
        for index, entry in enumerate(detail):
            if entry:
                yield from _flat(entry, f"{prefix}{index}")
    else:
        yield "body" if name is None else name, [str(reason) for reason in detail]
