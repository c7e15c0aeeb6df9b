"""Errors of every kind, from real requests to views that fail."""

from threading import Barrier
from typing import Annotated, Any, Never

import psycopg
import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import DataError, InternalError, connection, connections, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import AsyncClient
from msgspec import UNSET, Meta, UnsetType
from psycopg_pool import PoolTimeout
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.endpoint import Endpoint
from base.http.exception_handler import problem_of
from base.http.problems import Busy, FieldErrors, Forbidden, Problem, ProblemDocument
from players.models import Player

ENTRIES = {"type", "title", "status", "code", "detail"}


class Probe(Endpoint):
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()


def failing(error: Exception) -> type[Probe]:
    class Failing(Probe):
        def get(self, request: Request) -> Never:  # noqa: ARG002
            raise error

    return Failing


def plainly_failing(error: Exception) -> Any:
    def view(_request: HttpRequest) -> HttpResponse:
        raise error

    return view


class TeapotDocument(ProblemDocument, frozen=True, kw_only=True):
    moves: Annotated[list[str] | UnsetType, Meta(description="Your legal moves at that version.")] = UNSET


class Teapot(Problem):
    document = TeapotDocument
    status_code = 418
    code = "teapot"
    title = "A teapot"
    default_detail = "Short and stout."
    remedy = "Use another pot."


KNOWN = [
    (Teapot(), 418, "teapot"),
    (Forbidden("No."), 403, "forbidden"),
    (FieldErrors({"move": ["No."]}), 422, "invalid_fields"),
    (exceptions.ValidationError({"a": [{"b": ["No."]}, {}]}), 422, "invalid_fields"),
    (exceptions.ParseError("No."), 400, "malformed"),
    (exceptions.NotAuthenticated(), 401, "not_authenticated"),
    (exceptions.PermissionDenied("No."), 403, "forbidden"),
    (exceptions.NotAcceptable(), 406, "not_acceptable"),
    (exceptions.UnsupportedMediaType("a/b"), 415, "unsupported_media_type"),
    (Http404("/secret/path"), 404, "not_found"),
    (PermissionDenied("secret"), 403, "forbidden"),
    (SuspiciousOperation("secret"), 400, "malformed"),
    (BadRequest("secret"), 400, "malformed"),
    (DataError("secret"), 400, "malformed"),
]


@pytest.mark.parametrize(("error", "status", "code"), KNOWN)
@pytest.mark.parametrize("view", [failing, plainly_failing])
def test_each_error_is_a_problem(  # noqa: PLR0913, PLR0917
    caller: Any, serve: Any, error: Exception, status: int, code: str, view: Any
) -> None:
    serve(probe=view(error))

    answer = caller.send("GET", "/probe")

    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    body = answer.json()
    assert body.keys() >= ENTRIES
    assert (body["code"], body["status"], body["type"]) == (code, status, f"/api/v1/problems/{code}")
    assert "secret" not in answer.content.decode()


def test_busy_promises_nothing_about_what_was_stored() -> None:
    said = str(Busy().detail)

    assert "stored" not in said
    assert "same Idempotency-Key" in said


def test_further_members_and_headers(caller: Any, serve: Any) -> None:
    serve(probe=failing(Teapot("Hot.", members={"moves": ["7D"]}, headers={"Retry-After": "5"})))

    answer = caller.send("GET", "/probe")

    assert answer.json() == {
        "type": "/api/v1/problems/teapot",
        "title": "A teapot",
        "status": 418,
        "code": "teapot",
        "detail": "Hot.",
        "moves": ["7D"],
    }
    assert answer.headers["Retry-After"] == "5"


@pytest.mark.parametrize("member", ["paragraph", "status"])
def test_a_problem_has_only_the_members_of_its_document(member: str) -> None:
    with pytest.raises(TypeError, match=member):
        Teapot(members={member: 200}).body()


def test_nested_fields_are_named_with_dots(caller: Any, serve: Any) -> None:
    serve(probe=failing(exceptions.ValidationError({"seats": [{}, {"name": ["Too long."]}], "clock": ["No."]})))

    assert caller.send("GET", "/probe").json()["errors"] == {"seats.1.name": ["Too long."], "clock": ["No."]}


@pytest.mark.parametrize("view", [failing, plainly_failing])
def test_a_fault_of_ours_tells_nothing(caller: Any, serve: Any, view: Any) -> None:
    serve(probe=view(RuntimeError("secret")))

    answer = caller.send("GET", "/probe")

    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert b"secret" not in answer.content
    assert "X-Request-Id" in answer.headers


def test_no_such_path_is_a_problem_and_does_not_repeat_it(caller: Any) -> None:
    answer = caller.send("GET", "/nothing/here")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert b"nothing/here" not in answer.content


def test_an_async_view_answers_problems_too(serve: Any) -> None:
    async def view(_request: HttpRequest) -> HttpResponse:
        raise Teapot

    serve(probe=view)

    answer = async_to_sync(AsyncClient().get)("/api/v1/probe", headers={"X-Request-Id": "mine"})

    assert (answer.status_code, answer.headers["X-Request-Id"]) == (418, "mine")


def busy(answer: Any) -> bool:
    return (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "busy", "1")


def querying(sql: str, *first: str) -> type[Probe]:
    class Querying(Probe):
        def get(self, request: Request) -> Response:  # noqa: ARG002
            with transaction.atomic(), connection.cursor() as cursor:
                for statement in (*first, sql):
                    cursor.execute(statement)
            return Response({})

    return Querying


@pytest.mark.usefixtures("committed")
def test_a_lock_that_is_not_had_in_time(at_once: Any, caller: Any, serve: Any) -> None:
    player = Player.objects.create()
    serve(probe=querying(f"SELECT 1 FROM player WHERE id = '{player.id}' FOR UPDATE", "SET LOCAL lock_timeout = 50"))  # noqa: S608

    with transaction.atomic():
        Player.objects.select_for_update().get(id=player.id)
        (answer,) = at_once(lambda: caller.send("GET", "/probe"))

    assert busy(answer)
    assert caller.send("GET", "/probe").status_code == 200


@pytest.mark.usefixtures("committed")
def test_a_deadlock(at_once: Any, caller: Any, serve: Any) -> None:
    one, two = Player.objects.create(), Player.objects.create()
    meet = Barrier(2)  # when each of them has its first player

    def updating(*players: Player) -> type[Probe]:
        class Updating(Probe):
            def get(self, request: Request) -> Response:  # noqa: ARG002
                with transaction.atomic():
                    for player in players:
                        Player.objects.filter(id=player.id).update(name=player.name)
                        if player is players[0]:
                            meet.wait(60)
                return Response({})

        return Updating

    serve(one=updating(one, two), two=updating(two, one))

    answers = at_once(lambda: caller.send("GET", "/one"), lambda: caller.send("GET", "/two"))

    assert sorted(answer.status_code for answer in answers) == [200, 503]
    assert busy(max(answers, key=lambda answer: answer.status_code))


@pytest.mark.usefixtures("db")
def test_a_query_that_takes_too_long(caller: Any, serve: Any) -> None:
    serve(probe=querying("SELECT pg_sleep(5)", "SET LOCAL statement_timeout = 20"))

    assert busy(caller.send("GET", "/probe"))


@pytest.mark.usefixtures("committed")
def test_a_lost_connection(at_once: Any, caller: Any, serve: Any) -> None:
    serve(probe=querying("SELECT pg_terminate_backend(pg_backend_pid())"))

    (answer,) = at_once(lambda: caller.send("GET", "/probe"))

    assert busy(answer)


@pytest.mark.usefixtures("committed")
def test_no_server_at_all(at_once: Any, caller: Any, serve: Any) -> None:
    class Unreachable(Probe):
        def get(self, request: Request) -> Response:  # noqa: ARG002
            connections["default"].settings_dict = {**connection.settings_dict, "HOST": "/nowhere", "PORT": ""}
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            return Response({})

    serve(probe=Unreachable)

    (answer,) = at_once(lambda: caller.send("GET", "/probe"))

    assert busy(answer)
    assert b"nowhere" not in answer.content


def test_an_exhausted_pool() -> None:
    with pytest.raises(Exception) as raised, connections["default"].wrap_database_errors:  # noqa: PT011
        raise PoolTimeout

    problem = problem_of(raised.value)
    assert problem is not None
    assert problem.code == "busy"


@pytest.mark.usefixtures("db")
def test_a_value_out_of_range_is_no_500(caller: Any, serve: Any) -> None:
    serve(probe=querying("SELECT 9999999999::int"))

    assert caller.send("GET", "/probe").status_code == 400


async def post_in_chunks(body: bytes) -> tuple[int, bytes]:
    """Return the status and the content of the answer to a POST without a length, sent in two parts."""
    headers = [(b"host", b"testserver"), (b"transfer-encoding", b"chunked"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/v1/probe", "query_string": b"", "headers": headers}
    server = ApplicationCommunicator(get_asgi_application(), scope)  # type: ignore[no-untyped-call]
    await server.send_input({"type": "http.request", "body": body[:3], "more_body": True})  # type: ignore[no-untyped-call]
    await server.send_input({"type": "http.request", "body": body[3:]})  # type: ignore[no-untyped-call]
    start, rest = await server.receive_output(timeout=60), await server.receive_output(timeout=60)  # type: ignore[no-untyped-call]
    await server.wait(timeout=60)  # type: ignore[no-untyped-call]
    return start["status"], rest["body"]


@pytest.mark.parametrize(
    ("body", "status"), [(b'{"a": 1}', 200), (b"[]", 400), (b'{"a": "' + b"x" * 70_000 + b'"}', 413)]
)
def test_a_chunked_body_is_read(serve: Any, body: bytes, status: int) -> None:
    class Echo(Probe):
        def post(self, request: Request) -> Response:
            return Response(dict(request.data))

    serve(probe=Echo)

    answered, content = async_to_sync(post_in_chunks)(body)

    assert answered == status
    assert status != 200 or content == b'{"a":1}'


def test_psycopg_names_are_the_ones_we_expect() -> None:
    assert issubclass(PoolTimeout, psycopg.OperationalError)
    assert issubclass(psycopg.errors.LockNotAvailable, psycopg.OperationalError)


@pytest.mark.django_db
def test_a_database_that_is_read_only_is_busy() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        with pytest.raises(InternalError) as caught:
            cursor.execute("CREATE TABLE anything ()")

    assert isinstance(problem_of(caught.value), Busy)
