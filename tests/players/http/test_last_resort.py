"""What fails before and around Django's views is answered with a problem."""

import asyncio
import json
from http import HTTPStatus
from typing import Any, Final

import pytest
from django.db import OperationalError

from base.http.asgi import Receive, Scope, Send
from base.http.last_resort import LastResort
from base.http.problems import CONTENT_TYPE, Malformed

UNREADABLE: Final = {
    "query_string": b"lang=\xff",
    "headers": [(b"accept-language", b"cs"), (b"content-type", b"text/plain; a*=nocodec''x"), (b"x-request-id", b"7")],
}


def asked(error: Exception, *sent_before: Any, **given: Any) -> list[Any]:
    """Return what is sent when an application fails."""
    sent: list[Any] = []

    async def fails(_scope: Scope, _receive: Receive, send: Send) -> None:
        for message in sent_before:
            await send(message)
        raise error

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], **given}
    asyncio.run(LastResort(fails)(scope, None, send))  # type: ignore[arg-type]  # nothing is read
    return sent


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (RuntimeError("a secret"), HTTPStatus.INTERNAL_SERVER_ERROR, "internal"),
        (OperationalError("a secret"), HTTPStatus.SERVICE_UNAVAILABLE, "busy"),
        (Malformed(), HTTPStatus.BAD_REQUEST, "malformed"),
    ],
)
def test_an_error_is_answered_with_a_problem(error: Exception, status: HTTPStatus, code: str) -> None:
    start, body = asked(error)

    headers = dict(start["headers"])
    problem = json.loads(body["body"])
    assert (start["status"], problem["status"], problem["code"]) == (status, status, code)
    assert headers[b"content-type"] == CONTENT_TYPE.encode()
    assert headers[b"content-length"] == str(len(body["body"])).encode()
    assert headers[b"x-request-id"]
    assert b"secret" not in body["body"]


def test_a_request_that_django_cannot_read_is_refused_in_its_language() -> None:
    start, body = asked(Malformed(), **UNREADABLE)

    headers = dict(start["headers"])
    assert (headers[b"content-language"], headers[b"x-request-id"]) == (b"cs", b"7")
    assert json.loads(body["body"])["title"] != "Malformed request"


def test_an_answer_that_has_begun_cannot_become_a_problem() -> None:
    with pytest.raises(RuntimeError, match="too late"):
        asked(RuntimeError("too late"), {"type": "http.response.start", "status": 200, "headers": []})


def test_only_requests_are_answered() -> None:
    with pytest.raises(RuntimeError, match="no request"):
        asked(RuntimeError("no request"), type="lifespan")
