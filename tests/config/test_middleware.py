"""The middleware of the service at its real addresses, sync and async."""

import asyncio
import os
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import pytest
from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, RequestFactory, override_settings
from django.utils.module_loading import import_string

from config.concurrency import ConcurrencyLimit, Lane
from config.middleware import CONTENT_SECURITY_POLICY, StaticFiles

DOCS = "/api/v1/docs/"
ASSET = "/static/docs.css"


def test_html_pages_have_a_strict_policy(client: Client) -> None:
    page = client.get(DOCS)
    assert page.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert "X-Request-Id" in page.headers


def test_answers_say_how_long_they_are(client: Client) -> None:
    page = client.get(DOCS)
    assert int(page.headers["Content-Length"]) == len(page.content)


def test_a_foreign_host_is_refused_with_a_problem() -> None:
    refused = Client().get("/api/v1/openapi.json", headers={"host": "evil.example"})
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_what_is_nowhere_is_a_problem_too(client: Client) -> None:
    missing = client.get("/api/v1/nothing")
    assert missing.status_code == HTTPStatus.NOT_FOUND
    assert missing.headers["Content-Type"] == "application/problem+json"


def test_openapi_is_of_version_three_one(client: Client) -> None:
    described = client.get("/api/v1/openapi.json")
    assert described.status_code == HTTPStatus.OK
    assert described.json()["openapi"].startswith("3.1")
    assert "Content-Security-Policy" not in described.headers


@override_settings(WHITENOISE_USE_FINDERS=True)
def test_static_files_are_served_alike_in_both_worlds(client: Client) -> None:
    plain = client.get(ASSET)
    plain_body = b"".join(cast(Any, plain).streaming_content)
    served = asyncio.run(cast(Any, AsyncClient()).get(ASSET))
    assert plain.status_code == served.status_code == HTTPStatus.OK
    assert plain_body == served.content == (settings.BASE_DIR / "config/static/docs.css").read_bytes()
    assert served.headers["Content-Type"].startswith("text/css")


@pytest.mark.django_db
def test_the_admin_asks_for_a_sign_in(client: Client) -> None:
    page = client.get("/admin/", follow=True)
    assert page.status_code == HTTPStatus.OK
    assert b"csrfmiddlewaretoken" in page.content
    refused = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "a", "password": "b"})
    assert refused.status_code == HTTPStatus.FORBIDDEN


def test_no_session_is_opened_outside_the_admin(client: Client) -> None:
    seen = client.get(DOCS).wsgi_request
    assert not hasattr(seen, "session")


async def _ok(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def test_no_middleware_leaves_the_event_loop() -> None:
    for name in settings.MIDDLEWARE:
        made = import_string(name)
        assert getattr(made, "async_capable", False), name
        if made is not ConcurrencyLimit:
            assert iscoroutinefunction(made(_ok)), name


def test_a_page_that_is_built_while_the_service_runs_is_served_whole(tmp_path: Path) -> None:
    def got(path: str) -> HttpResponse:
        return cast(HttpResponse, asyncio.run(made(RequestFactory().get(path))))

    with override_settings(WEB_ROOT=tmp_path):
        made = StaticFiles(_ok)
        assert got("/manifest.webmanifest").content == b"ok"
        for build, text in enumerate((b"{}", b'{"name": "Mau-Mau"}'), start=1):
            (tmp_path / "manifest.webmanifest").write_bytes(text)
            (tmp_path / "index.html").touch()
            os.utime(tmp_path / "index.html", (build, build))
            answer = got("/manifest.webmanifest")
            assert (answer.content, answer.headers["Content-Length"]) == (text, str(len(text)))


@override_settings(WHITENOISE_USE_FINDERS=True)
def test_a_static_file_costs_other_requests_nothing() -> None:
    made = StaticFiles(_ok)
    answer = asyncio.run(made(RequestFactory().get("/api/v1/healthz")))
    assert answer.content == b"ok"


def test_the_concurrency_limit_stands_only_before_a_pool() -> None:
    with override_settings(DATABASE_POOL=0), pytest.raises(MiddlewareNotUsed):
        ConcurrencyLimit(_ok)


def _view(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


@pytest.mark.parametrize("pool", [1, 2, 8])
def test_one_view_of_a_page_runs_at_a_time(pool: int) -> None:
    with override_settings(DATABASE_POOL=pool):
        assert asyncio.run(_most_at_once(_view)) == 1


def test_the_limit_stands_only_before_async_views() -> None:
    with override_settings(DATABASE_POOL=8), pytest.raises(MiddlewareNotUsed):
        ConcurrencyLimit(_view)


@override_settings(DATABASE_POOL=2)
def test_long_polls_do_not_queue() -> None:
    for query in ("wait=25", "since=3&%77ait=25"):
        assert asyncio.run(_most_at_once(_ok, f"?{query}")) == 6


@override_settings(DATABASE_POOL=2)
def test_async_views_that_do_not_wait_queue() -> None:
    assert asyncio.run(_most_at_once(_ok)) == 1


@pytest.mark.parametrize(("pool", "width"), [(1, 1), (3, 1), (8, 2)])
def test_of_the_reads_of_async_views_so_many_run_at_once(pool: int, width: int) -> None:
    inside = most = 0

    async def read(request: HttpRequest) -> None:
        nonlocal inside, most
        async with cast(Any, request).lane.entered():
            inside, most = inside + 1, max(most, inside + 1)
            for _ in range(5):
                await asyncio.sleep(0)
            inside -= 1

    async def story() -> None:
        limit, polls = ConcurrencyLimit(_ok), [RequestFactory().get("/?wait=1") for _ in range(20)]
        for one in polls:
            assert await limit.process_view(one, _ok) is None
        await asyncio.gather(*map(read, polls))

    with override_settings(DATABASE_POOL=pool):
        asyncio.run(story())
    assert most == width


async def _most_at_once(view: Any, query: str = "") -> int:
    """Send six requests at once. Return the most that were inside at the same time."""
    inside = most = 0
    limit: ConcurrencyLimit

    async def rest_of_the_chain(request: HttpRequest) -> HttpResponse:
        nonlocal inside, most
        assert await limit.process_view(request, view) is None
        inside += 1
        most = max(most, inside)
        for _ in range(5):
            await asyncio.sleep(0)
        inside -= 1
        return HttpResponse("ok")

    limit = ConcurrencyLimit(rest_of_the_chain)
    await asyncio.gather(*(limit(RequestFactory().get(f"/{query}")) for _ in range(6)))
    return most


@override_settings(DATABASE_POOL=1)
def test_who_leaves_before_the_answer_makes_room_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> tuple[HttpResponse | None, HttpResponse | None]:
        limit = ConcurrencyLimit(_ok)
        first, second, third = (RequestFactory().get("/") for _ in range(3))
        await limit.process_view(first, _view)
        await asyncio.to_thread(cast(Any, first).place.leave)
        entered = await limit.process_view(second, _view)
        await limit(first)
        monkeypatch.setattr(Lane, "patience", 0.01)
        return entered, await limit.process_view(third, _view)

    entered, turned_away = asyncio.run(story())
    assert entered is None
    assert turned_away is not None


@override_settings(DATABASE_POOL=1)
def test_who_waits_in_vain_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lane, "patience", 0.01)

    async def story() -> tuple[HttpResponse | None, HttpResponse | None]:
        limit = ConcurrencyLimit(_ok)
        first, second = RequestFactory().get("/"), RequestFactory().get("/")
        return await limit.process_view(first, _view), await limit.process_view(second, _view)

    entered, turned_away = asyncio.run(story())
    assert entered is None
    assert turned_away is not None
    assert turned_away.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert int(turned_away.headers["Retry-After"]) >= 1
