"""Every error that the service answers: `application/problem+json` (RFC 9457) with a stable `code`."""

import logging
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from players.http.renderers import encode

CONTENT_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 1

_log = logging.getLogger(__name__)


class Problem(exceptions.APIException):
    """An error with a stable code. Subclass it and set the class attributes, or give them when raising.

    `members` are added to the body (never over the standard ones), `headers` to the answer.
    """

    status_code: int = HTTPStatus.BAD_REQUEST
    code: str = "malformed"
    title: str = "Malformed request"
    default_detail = "The request cannot be understood."

    def __init__(  # noqa: PLR0913  # all but the detail by name
        self,
        detail: str | None = None,
        *,
        code: str | None = None,
        status: int | None = None,
        title: str | None = None,
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Keep what the answer will say."""
        super().__init__(detail)
        self.code = code or self.code
        self.status_code = int(status or self.status_code)
        self.title = title or self.title
        self.members = dict(members or {})
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """Return the members of the problem document."""
        return self.members | {
            "type": f"/problems/{self.code}",
            "title": self.title,
            "status": self.status_code,
            "code": self.code,
            "detail": str(self.detail),
        }


class FieldErrors(Problem):
    """422: fields that are wrong, each with its reasons."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "invalid_fields"
    title = "Invalid fields"
    default_detail = "Some fields are not as they must be."

    def __init__(self, errors: Mapping[str, list[str]], **given: Any) -> None:
        """Keep the reasons of each field; nested fields are named with dots."""
        members = {**(given.pop("members", None) or {}), "errors": dict(errors)}
        super().__init__(given.pop("detail", None), members=members, **given)


class Busy(Problem):
    """503: the database could not answer in time.

    A connection lost during the commit leaves open what was stored: only a key makes a repetition safe.
    """

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"
    title = "Busy"
    default_detail = "The service is busy. Send it again; with the same Idempotency-Key it is done once."

    def __init__(self) -> None:
        """Say when to come back."""
        super().__init__(headers={"Retry-After": str(RETRY_SECONDS)})


class Internal(Problem):
    """500: our fault."""

    status_code = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "internal"
    title = "Internal error"
    default_detail = "Something went wrong on our side. The request id helps us to find out what."


_BY_STATUS: Final[dict[int, tuple[str, str]]] = {
    400: ("malformed", "Malformed request"),
    401: ("not_authenticated", "Not signed in"),
    403: ("forbidden", "Forbidden"),
    404: ("not_found", "Not found"),
    405: ("method_not_allowed", "Method not allowed"),
    406: ("not_acceptable", "Not acceptable"),
    413: ("too_large", "Too large"),
    415: ("unsupported_media_type", "Unsupported media type"),
}


def problem_of(error: BaseException) -> Problem | None:
    """Return the problem to answer for an exception, or None for one that is a fault of ours."""
    match error:
        case Problem():
            return error
        case exceptions.ValidationError():
            return FieldErrors(dict(_flat(error.detail)))
        case exceptions.APIException():
            return _from_rest_framework(error)
        case Http404():
            return _standard(404, "There is nothing here, or nothing that you may see.")
        case PermissionDenied():
            return _standard(403, "You may not do this.")
        case RequestDataTooBig():
            return _standard(413, "The body is too large.")
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            return _standard(400, "The request cannot be understood.")
        case OperationalError() | InterfaceError():
            return Busy()
        case DataError():
            return _standard(400, "A value is out of range.")
        case _:
            return None


def handle(error: Exception, _context: Mapping[str, Any]) -> Response | None:
    """Answer an exception of a view; REST framework's `EXCEPTION_HANDLER`. None lets it rise: a 500."""
    problem = problem_of(error)
    if problem is None:
        return None
    _note(error)
    set_rollback()
    return Response(problem.body(), problem.status_code, headers=problem.headers, content_type=CONTENT_TYPE)


def respond(problem: Problem) -> HttpResponse:
    """Return the answer of a problem outside REST framework: middleware, plain and async views."""
    headers = {"Cache-Control": "private, no-cache", **problem.headers}
    return HttpResponse(encode(problem.body()), status=problem.status_code, headers=headers, content_type=CONTENT_TYPE)


def answer(error: BaseException) -> HttpResponse | None:
    """Return the answer to an exception outside REST framework, or None for a fault of ours."""
    problem = problem_of(error)
    if problem is None:
        return None
    _note(error)
    return respond(problem)


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, or 413 for too much; Django's `handler400`."""
    return answer(exception) or respond(_standard(400, "The request cannot be understood."))


def permission_denied(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 403; Django's `handler403`."""
    return respond(_standard(403, "You may not do this."))


def page_not_found(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 404 and name no path; Django's `handler404`."""
    return respond(_standard(404, "There is nothing here, or nothing that you may see."))


def server_error(_request: HttpRequest) -> HttpResponse:
    """Answer 500 and say nothing of what went wrong; Django's `handler500`."""
    return respond(Internal())


def _standard(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Problem:
    code, title = _BY_STATUS[status]
    return Problem(detail, code=code, status=status, title=title, headers=headers)


def _from_rest_framework(error: exceptions.APIException) -> Problem:
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return _standard(401, "Send an access token: `Authorization: Bearer …`.", {"WWW-Authenticate": "Bearer"})
    if error.status_code in _BY_STATUS:
        return _standard(error.status_code, str(error.detail))
    status = HTTPStatus(error.status_code)
    return Problem(str(error.detail), code=status.name.lower(), status=status, title=status.phrase)


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


def _note(error: BaseException) -> None:
    """Log what an operator should see: trouble with the database, by its kind and without its values."""
    if isinstance(error, OperationalError | InterfaceError | DataError):
        cause = error.__cause__ or error
        _log.warning("database refused: %s", type(cause).__name__)
