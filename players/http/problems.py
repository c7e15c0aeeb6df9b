"""Every error that the service answers: `application/problem+json` (RFC 9457) with a stable `code`."""

import logging
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from players.http.renderers import encode

CONTENT_TYPE: Final = "application/problem+json"
CATALOGUE_PATH: Final = "/api/v1/problems/"
"""Where the catalogue is served; `type` of every problem points into it."""

_log = logging.getLogger(__name__)


class Problem(exceptions.APIException):
    """The base of all errors.

    A subclass with a `code` is an entry of the catalogue, which clients read below CATALOGUE_PATH: its docstring says
    what the problem means, `remedy` what a client does about it, and `default_detail` is the example.

    When it is raised, `members` are added to the body (never over the standard ones), and `headers` to the answer.
    """

    status_code: int = HTTPStatus.BAD_REQUEST
    code: ClassVar[str]
    title: ClassVar[str]
    remedy: ClassVar[str]
    retry_after: ClassVar[int | None] = None
    """Seconds for the header `Retry-After`."""

    def __init__(
        self,
        detail: str | None = None,
        *,
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Keep what the answer will say."""
        super().__init__(detail)
        self.members = dict(members or {})
        retry = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        self.headers = retry | dict(headers or {})

    def body(self) -> dict[str, Any]:
        """Return the members of the problem document."""
        return self.members | {
            "type": f"{CATALOGUE_PATH}{self.code}",
            "title": self.title,
            "status": int(self.status_code),
            "code": self.code,
            "detail": str(self.detail),
        }


class Malformed(Problem):
    """The request cannot be understood: a value is out of range, or the path, the query or the body is broken."""

    code = "malformed"
    title = "Malformed request"
    default_detail = "The request cannot be understood."
    remedy = "Correct the request. Sent again as it is, it gets the same answer."


class NotSignedIn(Problem):
    """The request has no access token, and only players who are signed in may send it."""

    status_code = HTTPStatus.UNAUTHORIZED
    code = "not_authenticated"
    title = "Not signed in"
    default_detail = "Send an access token: `Authorization: Bearer …`."
    remedy = "Sign in (`POST /auth/guest`, `/auth/register` or `/auth/token`) and send the access token."

    def __init__(self) -> None:
        """Name the scheme."""
        super().__init__(headers={"WWW-Authenticate": "Bearer"})


class Forbidden(Problem):
    """You are signed in, but you may not do this. A token of scope `bot`, for example, cannot change the account."""

    status_code = HTTPStatus.FORBIDDEN
    code = "forbidden"
    title = "Forbidden"
    default_detail = "You may not do this."
    remedy = "Do not repeat the request with this token."


class NotFound(Problem):
    """There is nothing at this address. The same answer hides what you may not see, such as a private game."""

    status_code = HTTPStatus.NOT_FOUND
    code = "not_found"
    title = "Not found"
    default_detail = "There is nothing here, or nothing that you may see."
    remedy = "Check the address, and whether you are signed in as the right player."


class MethodNotAllowed(Problem):
    """This address knows other methods than the one of the request."""

    status_code = HTTPStatus.METHOD_NOT_ALLOWED
    code = "method_not_allowed"
    title = "Method not allowed"
    default_detail = 'Method "PUT" not allowed.'
    remedy = "Use one of the methods in the header `Allow`."


class NotAcceptable(Problem):
    """The answer does not exist in any of the media types that `Accept` names."""

    status_code = HTTPStatus.NOT_ACCEPTABLE
    code = "not_acceptable"
    title = "Not acceptable"
    default_detail = "Could not satisfy the request Accept header."
    remedy = "Accept `application/json`, or a media type that the endpoint describes."


class TooLarge(Problem):
    """The body is longer than the endpoint takes: 64 KiB in most places, 1 MiB for records."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    code = "too_large"
    title = "Too large"
    default_detail = "The body is too large."
    remedy = "Send less at once. `GET /meta` names the limit."


class UnsupportedMediaType(Problem):
    """The endpoint does not read bodies of this `Content-Type`."""

    status_code = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    code = "unsupported_media_type"
    title = "Unsupported media type"
    default_detail = 'Unsupported media type "text/plain" in request.'
    remedy = "Send `application/json`, or a media type that the endpoint describes."


class FieldErrors(Problem):
    """Some fields of the body, or parameters of the query, are wrong. `errors` names each with its reasons.

    Nested fields are named with dots. `body` stands for the body as a whole.
    """

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "invalid_fields"
    title = "Invalid fields"
    default_detail = "Some fields are not as they must be."
    remedy = "Show each reason beside its field, and let the player correct it."

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        """Keep the reasons of each field."""
        super().__init__(members={"errors": dict(errors)})


class Busy(Problem):
    """The database could not answer in time, or the service has no room for more work now.

    It is not known whether the request was carried out. Only an `Idempotency-Key` makes it safe to repeat.
    """

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"
    title = "Busy"
    default_detail = "The service is busy. Send it again; with the same Idempotency-Key it is done once."
    remedy = "Send the same request, with the same `Idempotency-Key`, after the seconds in `Retry-After`."
    retry_after = 1


class Internal(Problem):
    """The service has a fault. The request may or may not have been carried out."""

    status_code = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "internal"
    title = "Internal error"
    default_detail = "Something went wrong on our side. The request id helps us to find out what."
    remedy = "Report it with the header `X-Request-Id`. Repeat the request only with the same `Idempotency-Key`."


def catalogue() -> dict[str, type[Problem]]:
    """Return every kind of problem by its code, sorted. Complete once all views have been imported."""
    found: dict[str, type[Problem]] = {}
    kinds = Problem.__subclasses__()
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if "code" in vars(kind):
            found[kind.code] = kind
    return dict(sorted(found.items()))


_BY_STATUS: Final[dict[int, type[Problem]]] = {
    kind.status_code: kind
    for kind in (Malformed, Forbidden, NotFound, MethodNotAllowed, NotAcceptable, TooLarge, UnsupportedMediaType)
}
"""Problems for REST framework's own errors."""


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
            return NotFound()
        case PermissionDenied():
            return Forbidden()
        case RequestDataTooBig():
            return TooLarge()
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            return Malformed()
        case OperationalError() | InterfaceError():
            return Busy()
        case DataError():
            return Malformed("A value is out of range.")
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


def _from_rest_framework(error: exceptions.APIException) -> Problem | None:
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return NotSignedIn()
    kind = _BY_STATUS.get(error.status_code)
    return None if kind is None else kind(str(error.detail))


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
