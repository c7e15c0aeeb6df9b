"""Public answers that never change are made once, and then sent as they are."""

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils.datastructures import CaseInsensitiveMapping

from base.http import etags
from config.kept_answers import Kept, KeptAnswers, kept_answers
from games.rules import variants

API = "/api/v1"
HASH = variants.load("mau_mau").hash.removeprefix("sha256:")


class Counted:
    """A view that says how often it was called."""

    def __init__(self, *, is_lasting: bool = True, **headers: str) -> None:
        self.calls, self._is_lasting, self._headers = 0, is_lasting, headers

    def __call__(self, _request: HttpRequest) -> HttpResponse:
        self.calls += 1
        given = {name.replace("_", "-"): value for name, value in self._headers.items()}
        answer: Any = HttpResponse(f"made {self.calls}", headers={"ETag": 'W/"1"', **given})
        return etags.lasting(answer) if self._is_lasting else answer


def requests(**headers: str) -> HttpRequest:
    return RequestFactory().get("/x", headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_a_lasting_answer_is_made_once_for_each_language_form_and_coding() -> None:
    view = Counted(Cache_Control="public, no-cache")
    serve = kept_answers(view)
    kinds = [{}, {"Accept_Language": "de"}, {"Accept": "text/html"}, {"Accept_Encoding": "br"}]
    first = [serve(requests(**kind)).content for kind in kinds]

    assert first == [b"made 1", b"made 2", b"made 3", b"made 4"]
    assert [serve(requests(**kind)).content for kind in kinds] == first
    assert serve(requests(Accept_Language="de-AT,de;q=0.9")).content == b"made 2"
    assert view.calls == 4


def test_who_has_it_gets_a_304_that_makes_nothing() -> None:
    view = Counted(Cache_Control="public, no-cache", Vary="Accept")
    serve = kept_answers(view)
    serve(requests())
    answer = serve(requests(If_None_Match='W/"0", W/"1"'))

    assert (answer.status_code, answer.content, view.calls) == (304, b"", 1)
    assert dict(answer.items()) == {"ETag": 'W/"1"', "Cache-Control": "public, no-cache", "Vary": "Accept"}


@pytest.mark.parametrize(
    ("view", "request_of"),
    [
        (Counted(is_lasting=False), requests),
        (Counted(RateLimit='"read";r=1;t=1'), requests),
        (Counted(), lambda: RequestFactory().head("/x")),
        (Counted(), lambda: RequestFactory().post("/x")),
        (Counted(), lambda: RequestFactory().get("/x?" + "a" * 300)),
    ],
)
def test_nothing_else_is_kept(view: Counted, request_of: Callable[[], HttpRequest]) -> None:
    serve = kept_answers(view)
    assert [serve(request_of()).content for _ in range(2)] == [b"made 1", b"made 2"]


def test_the_async_chain_keeps_answers_too() -> None:
    counted = Counted()

    async def view(request: HttpRequest) -> HttpResponse:
        return counted(request)

    serve = kept_answers(view)
    markcoroutinefunction(serve)

    async def twice() -> list[bytes]:
        return [(await serve(requests())).content for _ in range(2)]

    assert asyncio.run(twice()) == [b"made 1", b"made 1"]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    answers = KeptAnswers(most=10)
    for name in "abc":
        answers.keep((name,), Kept(b"1234", CaseInsensitiveMapping({})))
        answers.find(("a",))

    assert [bool(answers.find((name,))) for name in "abc"] == [True, False, True]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("where", "lasts"),
    [
        ("/variants", "public, no-cache"),
        ("/variants/mau_mau?lang=de", "public, no-cache"),
        (f"/rulesets/{HASH}", "public, max-age=31536000, immutable"),
        (f"/rulesets/{HASH}/examples", "public, max-age=31536000, immutable"),
        ("/openapi.json", "public, no-cache"),
        ("/problems", "public, max-age=300"),
        ("/event-types", "public, max-age=300"),
        ("/", "public, max-age=300"),
    ],
)
def test_what_comes_with_the_service_is_kept(client: Client, where: str, lasts: str) -> None:
    headers = {"Accept-Encoding": "gzip"}
    made, kept = (client.get(API + where, headers=headers) for _ in range(2))

    assert (made.status_code, kept.status_code) == (200, 200)
    assert not hasattr(kept, "data"), "it did not come from a view"
    assert gzip.decompress(kept.content) == gzip.decompress(made.content)
    same = {name for name, _ in made.items()} - {"X-Request-Id"}
    assert {name: kept[name] for name in same} == {name: made[name] for name in same}
    assert kept["X-Request-Id"] != made["X-Request-Id"]
    assert kept["Cache-Control"] == lasts
    if "ETag" in kept:
        assert client.get(API + where, headers={**headers, "If-None-Match": kept["ETag"]}).status_code == 304
