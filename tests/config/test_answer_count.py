"""Answers are counted by the class of their status."""

import pytest
from asgiref.sync import async_to_sync

from base.http.asgi import Message, Receive, Scope, Send
from config.answer_count import AnswerCount
from games.api.counts import COUNTS


def count_of(status: int, path: str = "/api/v1/games", scope: str = "http") -> dict[str, int]:
    """Return how the counts grow by an answer with this *status*."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Message:
        return {"type": "http.request"}

    sent = list[Message]()

    async def send(message: Message) -> None:
        sent.append(message)

    before = COUNTS.totals("answers")
    counting = AnswerCount(application, uncounted=frozenset({"/api/v1/readyz"}))
    async_to_sync(counting)({"type": scope, "path": path}, receive, send)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    grown = {status: number - before[status] for status, number in COUNTS.totals("answers").items()}
    return {status: number for status, number in grown.items() if number}


@pytest.mark.parametrize(("status", "counted"), [(200, "2xx"), (304, "3xx"), (404, "4xx"), (503, "5xx")])
def test_an_answer_counts_once(status: int, counted: str) -> None:
    assert count_of(status) == {counted: 1}


def test_probes_do_not_count() -> None:
    assert count_of(503, path="/api/v1/readyz") == {}
    assert count_of(200, scope="lifespan") == {}
