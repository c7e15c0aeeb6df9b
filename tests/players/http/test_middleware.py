from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.checks import run_checks
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient

HOME = "https://play.example"


@pytest.mark.parametrize("given", ["abc", "0197-aF_.9", "x" * 64])
def test_a_sane_request_id_is_kept(caller: Any, given: str) -> None:
    assert caller.send("GET", "/me", X_Request_Id=given).headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "<script>", "é", "a\tb", "a;b"])
def test_another_is_replaced(caller: Any, given: str) -> None:
    made = caller.send("GET", "/me", X_Request_Id=given).headers["X-Request-Id"]

    assert len(made) == 36
    assert made != caller.send("GET", "/me").headers["X-Request-Id"]


def preflight(caller: Any, origin: str) -> Any:
    return caller.send("OPTIONS", "/me", Origin=origin, Access_Control_Request_Method="PATCH")


def test_a_listed_origin_may_call(caller: Any, settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = [HOME]

    asked = preflight(caller, HOME)
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == HOME
    assert "PATCH" in asked.headers["Access-Control-Allow-Methods"]
    assert "Idempotency-Key" in asked.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in asked.headers

    refused = caller.send("GET", "/me", Origin=HOME)
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == HOME
    assert {"ETag", "Link", "RateLimit"} <= {*refused.headers["Access-Control-Expose-Headers"].split(", ")}
    assert "origin" in refused.headers["Vary"].lower()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", HOME + ".evil.example", "http://play.example", ""])
def test_another_origin_may_not(caller: Any, settings: Any, origin: str) -> None:
    settings.CORS_ALLOWED_ORIGINS = [HOME]

    for answer in (preflight(caller, origin), caller.send("GET", "/me", Origin=origin)):
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "origin" in answer.headers["Vary"].lower()


def test_no_origin_is_listed_at_first(caller: Any) -> None:
    assert "Access-Control-Allow-Origin" not in caller.send("GET", "/me", Origin=HOME).headers


def test_any_origin(caller: Any, settings: Any) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS = True

    assert preflight(caller, HOME).headers["Access-Control-Allow-Origin"] == "*"


def test_async_views_have_all_of_it(serve: Any, settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = [HOME]

    async def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse("here")

    serve(probe=view)
    client = AsyncClient()

    answer = async_to_sync(client.get)("/api/v1/probe", headers={"Origin": HOME, "X-Request-Id": "mine"})
    nul = async_to_sync(client.get)("/api/v1/probe?x=%00")

    assert (answer.content, answer.headers["X-Request-Id"]) == (b"here", "mine")
    assert answer.headers["Access-Control-Allow-Origin"] == HOME
    assert (nul.status_code, nul.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("origin", ["play.example", "https://play.example/", "https://play.example/page"])
def test_what_no_browser_sends_as_origin_is_found_by_the_checks(settings: Any, origin: str) -> None:
    settings.CORS_ALLOWED_ORIGINS = [origin]

    assert [found.id for found in run_checks() if origin in found.msg] != []
