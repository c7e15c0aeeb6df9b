"""Problems: all errors that the service answers, as `application/problem+json` (RFC 9457) with a stable `code`."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, ClassVar, Final

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.exceptions import APIException

from base.http.answers import Answer
from base.http.renderers import encode
from base.languages import active_language

CONTENT_TYPE: Final = "application/problem+json"
CATALOGUE_PATH: Final = "/api/v1/problems/"
"""The address of the catalogue, to which the `type` of every problem points."""


class ProblemDocument(Answer, frozen=True, kw_only=True):
    """An error (RFC 9457). `code` is stable. Some problems have further members, and new ones may be added."""

    type: Annotated[str, Meta(description="The address of a page that explains `code`.")]
    title: Annotated[
        str, Meta(description="A short name of the problem. It is the same for all problems with this `code`.")
    ]
    status: Annotated[int, Meta(description="The HTTP status.")]
    code: Annotated[str, Meta(description="Stable. `GET /problems/{code}` explains it.")]
    detail: Annotated[str, Meta(description="A sentence for people.")]


class FieldErrorsDocument(ProblemDocument, frozen=True, kw_only=True):
    """A problem with fields of the request, such as `invalid_fields`."""

    errors: Annotated[
        dict[str, list[str]],
        Meta(description="The reasons by field. Nested fields are named with dots; `body` is the body as a whole."),
    ]


class Problem(APIException):
    """The base of all errors.

    A subclass with a `code` is an entry of the catalogue, which clients read below CATALOGUE_PATH. Its docstring says
    what the problem means, `remedy` what a client should do about it, and `default_detail` is the example. `make
    messages` finds the title, the detail and the sentences of field errors where they are written, in English.

    `document` is the class of the body. When you raise a problem, give in `members` the fields that its document has
    besides the standard ones, and in `headers` what the answer adds to its headers.
    """

    document: ClassVar[type[ProblemDocument]] = ProblemDocument
    status_code: int = HTTPStatus.BAD_REQUEST
    code: ClassVar[str]
    title: ClassVar[str]
    remedy: ClassVar[str]
    retry_after: ClassVar[int | None] = None
    """The seconds in the header `Retry-After`."""

    def __init__(
        self,
        detail: str | None = None,
        *,
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Keep the parts of the answer until `body` builds it."""
        super().__init__(detail)
        self.members = members or {}
        retry = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        self.headers = retry | dict(headers or {})

    def body(self) -> ProblemDocument:
        """Build the problem document in the active language.

        Raises TypeError if `members` are not the fields that it has.
        """
        return self.document(
            type=f"{CATALOGUE_PATH}{self.code}",
            title=gettext(self.title),
            status=int(self.status_code),
            code=self.code,
            detail=_translated(str(self.detail)),
            **self._members(),
        )

    def _members(self) -> Mapping[str, Any]:
        errors: Mapping[str, list[str]] = self.members.get("errors", {})
        if not errors:
            return self.members
        return {**self.members, "errors": {name: [*map(_translated, reasons)] for name, reasons in errors.items()}}


class Malformed(Problem):
    """The request cannot be understood: a value is out of range, or the path, the query or the body is broken."""

    code = "malformed"
    title = "Malformed request"
    default_detail = "The request cannot be understood."
    remedy = "Correct the request. The same request always gets the same answer."


class NotSignedIn(Problem):
    """The request has no access token, and only players who are signed in may send it."""

    status_code = HTTPStatus.UNAUTHORIZED
    code = "not_authenticated"
    title = "Not signed in"
    default_detail = "Send an access token: `Authorization: Bearer …`."
    remedy = "Sign in (`POST /auth/guest`, `/auth/register` or `/auth/token`) and send the access token."

    def __init__(self) -> None:
        """Name the scheme of authentication in a header, as HTTP asks of a 401."""
        super().__init__(headers={"WWW-Authenticate": "Bearer"})


class Unauthorized(Problem):
    """The base of problems with tokens and passwords."""

    status_code = HTTPStatus.UNAUTHORIZED
    title = "Not signed in"

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})


class SignedOut(Unauthorized):
    """The session of this token has ended: by a sign-out, perhaps on another device, or because nobody has used it."""

    code = "session_ended"
    default_detail = "This session has ended. Sign in again."
    remedy = "Forget both tokens, and let the player sign in again."


class Forbidden(Problem):
    """You are signed in, but you may not do this. The token of a bot or an app cannot change the account."""

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
    """This address does not have the method of the request."""

    status_code = HTTPStatus.METHOD_NOT_ALLOWED
    code = "method_not_allowed"
    title = "Method not allowed"
    default_detail = 'Method "PUT" not allowed.'
    remedy = "Use one of the methods in the header `Allow`."


class NotAcceptable(Problem):
    """The endpoint has no answer in a media type that `Accept` names."""

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
    """The endpoint does not read bodies of this `Content-Type`, and none with a `Content-Encoding`."""

    status_code = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    code = "unsupported_media_type"
    title = "Unsupported media type"
    default_detail = 'Unsupported media type "text/plain" in request.'
    remedy = "Send `application/json`, or a media type that the endpoint describes, without a `Content-Encoding`."


class FieldErrors(Problem):
    """Some fields of the body or parameters of the query are wrong. `errors` has the reasons for each.

    Nested fields are named with dots. `body` stands for the body as a whole.
    """

    document = FieldErrorsDocument
    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "invalid_fields"
    title = "Invalid fields"
    default_detail = "Some fields are wrong."
    remedy = "Show each reason beside its field, and let the player correct it."

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        """Keep the reasons by field."""
        super().__init__(members={"errors": dict(errors)})


class Busy(Problem):
    """The database could not answer in time, or the service has no room for more work now.

    It is not known whether the request was carried out. Only an `Idempotency-Key` makes it safe to repeat.
    """

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"
    title = "Busy"
    default_detail = "The service is busy. Send it again: with the same Idempotency-Key it is carried out only once."
    remedy = "Send the same request, with the same `Idempotency-Key`, after the seconds in `Retry-After`."
    retry_after = 1


class ArchiveUnavailable(Problem):
    """The events of this game are kept in a file outside of the database, and the file cannot be had now."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "archive_unavailable"
    title = "Archive unavailable"
    default_detail = "This game has been archived, and its archive cannot be read now."
    remedy = "Try again after the seconds in `Retry-After`. Nothing is lost if it takes longer: tell the host."
    retry_after = 60


class Internal(Problem):
    """The service has a fault. The request may or may not have been carried out."""

    status_code = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "internal"
    title = "Internal error"
    default_detail = "The service has a fault. The host can find it with the request id."
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


def respond(problem: Problem) -> HttpResponse:
    """Return the answer outside of REST framework, for middleware and for plain and async views."""
    headers = {"Cache-Control": "private, no-cache", "Content-Language": active_language(), **problem.headers}
    body = encode(problem.body())
    answer = HttpResponse(body, status=problem.status_code, headers=headers, content_type=CONTENT_TYPE)
    patch_vary_headers(answer, ["Accept-Language"])
    return answer


def _translated(sentence: str) -> str:
    return gettext(sentence) if sentence else ""
