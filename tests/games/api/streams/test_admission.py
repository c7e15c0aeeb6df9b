"""A few streams begin at a time, and other requests never wait for them."""

import asyncio
import json
from typing import Any

from base.http.asgi import Message, Receive, Scope, Send
from games.api.streams.admission import AT_ONCE, Admission

STREAM = "/api/v1/me/stream"


class Application:
    """An ASGI application whose answers begin when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = asyncio.Semaphore(0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["path"])
        if scope["path"] == STREAM:
            await self.go.acquire()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == STREAM:
            await receive()  # until the client goes
        await send({"type": "http.response.body", "body": b""})


async def ask(admission: Admission, path: str, gone: asyncio.Event) -> list[Message]:
    sent: list[Message] = []

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await admission({"type": "http", "method": "GET", "path": path, "headers": []}, receive, send)
    return sent


async def settled() -> None:
    """Let all tasks run until each of them waits."""
    for _ in range(10):
        await asyncio.sleep(0)


async def begins_a_few_at_a_time() -> None:
    application, gone = Application(), asyncio.Event()
    admission = Admission(application)
    streams = [asyncio.create_task(ask(admission, STREAM, gone)) for _ in range(AT_ONCE + 5)]
    await settled()
    assert len(application.begun) == AT_ONCE

    assert (await ask(admission, "/api/v1/games", gone))[0]["status"] == 200
    for _ in range(3):
        application.go.release()
    await settled()
    assert application.begun.count(STREAM) == AT_ONCE + 3, "an open stream makes room, although it has not ended"

    streams[0].cancel()
    for _ in streams:
        application.go.release()
    gone.set()
    answers = await asyncio.gather(*streams, return_exceptions=True)
    assert application.begun.count(STREAM) == AT_ONCE + 5, "one that breaks off makes room, too"
    assert [one for one in answers if isinstance(one, BaseException)] in ([], [answers[0]])


async def refuses_what_waits_too_long() -> Any:
    application, gone = Application(), asyncio.Event()
    admission = Admission(application, patience=0.05)
    streams = [asyncio.create_task(ask(admission, STREAM, gone)) for _ in range(AT_ONCE)]
    await settled()
    start, body = await asyncio.wait_for(ask(admission, STREAM, gone), 5)
    for one in streams:
        one.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return start["status"], dict(start["headers"]), json.loads(body["body"])


def test_a_few_streams_begin_at_a_time_and_nothing_else_waits_for_them() -> None:
    asyncio.run(begins_a_few_at_a_time())


def test_a_stream_that_waits_too_long_is_told_when_to_come_back() -> None:
    status, headers, problem = asyncio.run(refuses_what_waits_too_long())

    assert (status, problem["code"]) == (503, "streams_full")
    assert 5 <= int(headers[b"retry-after"]) <= 30
