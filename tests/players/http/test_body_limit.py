import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from base.http.asgi import Message, Receive, Scope, Send
from base.http.body_limit import BodyLimit


async def reading(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads the whole body and answers with its length."""
    assert scope["type"] == "http"
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message["body"])
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def answer(parts: list[bytes], path: str = "/", **headers: str) -> tuple[int, dict[bytes, bytes], bytes, int]:
    """Return the status, the headers, the body, and the number of parts that were read."""
    waiting, sent = list(parts), []

    async def receive() -> Message:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    given = [(name.replace("_", "-").encode(), text.encode("latin-1")) for name, text in headers.items()]
    limited = BodyLimit(reading, limit=100, larger={"/large": 200})
    async_to_sync(limited)({"type": "http", "method": "POST", "path": path, "headers": given}, receive, send)
    start, body = sent
    return start["status"], dict(start["headers"]), body["body"], len(parts) - len(waiting)


@pytest.mark.parametrize("headers", [{}, {"content_length": "100"}, {"content_length": "x"}, {"content_length": ""}])
def test_a_body_within_the_limit_goes_through(headers: dict[str, str]) -> None:
    assert answer([b"x" * 60, b"x" * 40], **headers) == (200, {}, b"100", 2)


@pytest.mark.parametrize("length", ["101", "9" * 400])
def test_a_length_beyond_it_is_refused_unread(length: str) -> None:
    status, headers, body, read = answer([b"x"], content_length=length, x_request_id="mine")

    assert (status, read) == (413, 0)
    assert headers[b"content-type"] == b"application/problem+json"
    assert headers[b"x-request-id"] == b"mine"
    assert int(headers[b"content-length"]) == len(body)
    assert json.loads(body)["code"] == "too_large"


@pytest.mark.parametrize("headers", [{}, {"content_length": "5"}])
def test_a_body_of_unknown_or_untrue_length_is_refused_when_it_passes_the_limit(headers: Any) -> None:
    status, _, _, read = answer([b"x" * 60, b"x" * 41, b"x" * 1_000], **headers)

    assert (status, read) == (413, 2)


@pytest.mark.parametrize(("length", "status"), [(200, 200), (201, 413)])
def test_a_path_may_have_a_limit_of_its_own(length: int, status: int) -> None:
    assert answer([b"x" * length], path="/large")[0] == status
    assert answer([b"x" * length], path="/large", content_length=str(length))[0] == status
    assert answer([b"x" * length], path="/large/")[0] == 413
