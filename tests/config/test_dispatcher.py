"""The dispatcher, called as a web server calls it, with views of its own behind the real middleware."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, Final

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from base.http.asgi import Receive, Scope, Send
from base.http.costs import costs
from config.concurrency import Lane, shares
from config.dispatcher import Dispatcher
from config.embedded.pytest_plugin import CommittedDatabase
from config.routes import asks_for_profile
from tests.config.service import await_that

SECONDS: Final = 20
"""Longer than any step takes. Who waits for longer waits for ever."""


@pytest.fixture
def database(committed_db: CommittedDatabase, django_db_blocker: Any) -> Iterator[CommittedDatabase]:
    """A database that threads can use, each with its own connection."""
    with django_db_blocker.unblock():
        yield committed_db


class Gate:
    """Holds views until it is opened, and counts those inside."""

    def __init__(self) -> None:
        self.inside = threading.Semaphore(0)
        self.opened = threading.Event()

    def hold(self) -> None:
        self.inside.release()
        assert self.opened.wait(SECONDS)


gate = Gate()


def thread(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


def held(_request: HttpRequest) -> HttpResponse:
    gate.hold()
    return HttpResponse("held")


def leaves(request: HttpRequest) -> HttpResponse:
    request.place.leave()  # type: ignore[attr-defined]
    gate.hold()
    return HttpResponse("left")


def backend(_request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return HttpResponse(str(cursor.fetchone()[0]))


def body(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.body)


@costs("static")
def static(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("static")


urlpatterns = [path(f"api/v1/{view.__name__}", view) for view in (thread, held, leaves, backend, body, static)]


async def elsewhere(scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"elsewhere: " + scope["path"].encode()})


async def ask(application: Any, where: str, parts: tuple[bytes, ...] = (b"",)) -> tuple[int, bytes]:
    """Send a request whose body comes in these *parts*, and return status and body of the answer."""
    where, _, query = where.partition("?")
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST" if any(parts) else "GET", "path": where,
        "root_path": "", "scheme": "http", "query_string": query.encode(), "headers": [(b"host", b"localhost")],
    }  # fmt: skip
    coming = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)} for number, part in enumerate(parts, 1)
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        if not coming:
            await asyncio.Event().wait()  # the caller stays
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    await application(scope, receive, send)
    return (sent[0]["status"], sent[1]["body"]) if sent else (0, b"")


def in_a_loop(story: Callable[[Dispatcher], Any], *, pool: int = 8) -> Any:
    """Run the *story* of a dispatcher for so many connections."""

    async def run() -> Any:
        global gate  # noqa: PLW0603 - the views find it by its name
        gate = Gate()
        dispatcher = Dispatcher(elsewhere)
        try:
            return await story(dispatcher)
        finally:
            dispatcher.close()

    with override_settings(DATABASE_POOL=pool, ROOT_URLCONF=__name__):
        return asyncio.run(run())


@pytest.mark.parametrize(
    "where",
    [
        "/api/v1/thread",
        "/api/v1/thread?lang=de",
        "/api/v1/thread?awaited=1",
        "/api/v1/thread?a=%C5%BE&%C5%BE",
        "/api/v1/thread?a=%FF",
    ],
)
def test_rest_is_served_in_a_thread(where: str) -> None:
    status, name = in_a_loop(lambda dispatcher: ask(dispatcher, where))
    assert status == HTTPStatus.OK
    assert name.startswith(b"rest")


@pytest.mark.parametrize(
    "where", ["/", "/docs/", "/api/v1/healthz", "/api/v1/me/stream", "/api/v1/thread?wait=25", "/api/v1/thread?%77ait="]
)
def test_what_waits_or_is_no_rest_stays_async(where: str) -> None:
    assert in_a_loop(lambda dispatcher: ask(dispatcher, where))[1].startswith(b"elsewhere: /")


@pytest.mark.parametrize(("pool", "width"), [(1, 1), (3, 1), (8, 5), (16, 11)])
def test_so_many_are_served_at_once(pool: int, width: int) -> None:
    async def story(dispatcher: Dispatcher) -> None:
        asked = [asyncio.create_task(ask(dispatcher, "/api/v1/held")) for _ in range(width + 2)]
        for _ in range(width):
            assert await asyncio.to_thread(gate.inside.acquire, timeout=SECONDS)
        assert not gate.inside.acquire(blocking=False)
        assert (await ask(dispatcher, "/api/v1/static")) == (HTTPStatus.OK, b"static"), "it needs no place"
        gate.opened.set()
        assert {status for status, _ in await asyncio.gather(*asked)} == {HTTPStatus.OK}

    in_a_loop(story, pool=pool)


def test_who_waits_in_vain_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lane, "patience", 0.01)

    async def story(dispatcher: Dispatcher) -> tuple[int, bytes]:
        first = asyncio.create_task(ask(dispatcher, "/api/v1/held"))
        await asyncio.to_thread(gate.inside.acquire, timeout=SECONDS)
        refused = await ask(dispatcher, "/api/v1/thread")
        gate.opened.set()
        await first
        return refused

    status, problem = in_a_loop(story, pool=1)
    assert (status, json.loads(problem)["code"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "busy")


def test_who_leaves_lets_another_in() -> None:
    async def story(dispatcher: Dispatcher) -> None:
        first = asyncio.create_task(ask(dispatcher, "/api/v1/leaves"))
        await asyncio.to_thread(gate.inside.acquire, timeout=SECONDS)
        assert (await ask(dispatcher, "/api/v1/thread"))[0] == HTTPStatus.OK
        gate.opened.set()
        assert await first == (HTTPStatus.OK, b"left")
        assert (await ask(dispatcher, "/api/v1/thread"))[0] == HTTPStatus.OK

    in_a_loop(story, pool=1)


def test_a_body_comes_in_parts() -> None:
    answer = in_a_loop(lambda dispatcher: ask(dispatcher, "/api/v1/body", (b"one, ", b"two")))
    assert answer == (HTTPStatus.OK, b"one, two")


def test_who_goes_away_before_the_end_of_the_body_gets_no_answer() -> None:
    async def story(dispatcher: Dispatcher) -> Any:
        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            raise AssertionError(message)

        scope = {"type": "http", "path": "/api/v1/body", "method": "POST", "query_string": b"", "headers": []}
        await dispatcher(scope, receive, send)

    in_a_loop(story)


@pytest.mark.usefixtures("database")
def test_no_connection_stays_open_after_a_request() -> None:
    backends = [in_a_loop(lambda dispatcher: ask(dispatcher, "/api/v1/backend"))[1] for _ in range(2)]
    assert all(one.isdigit() for one in backends)

    def open_connections() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = ANY(%s)", [[*map(int, backends)]])
            return int(cursor.fetchone()[0])

    await_that(lambda: not open_connections())  # PostgreSQL needs a moment to notice


@pytest.mark.parametrize(
    ("where", "query", "is_signed", "asks"),
    [
        ("/api/v1/variants", set(), True, True),
        ("/api/v1/problems/game_full", {"limit"}, True, True),
        ("/api/v1/variants", {"lang"}, True, False),
        ("/api/v1/variants", set(), False, False),
        ("/api/v1/rulesets/1", set(), True, False),
    ],
)
def test_the_profile_is_asked_only_for_a_language(where: str, query: set[str], is_signed: bool, asks: bool) -> None:  # noqa: FBT001
    assert asks_for_profile(where, query, is_signed=is_signed) == asks


def test_the_shares_are_no_more_than_there_is() -> None:
    for pool in range(3, 100):
        with override_settings(DATABASE_POOL=pool):
            found = shares()
            assert found.polls + found.rest + found.others == pool
