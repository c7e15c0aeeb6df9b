"""The pages of the documentation answer errors as the API does."""

import json
from functools import partial
from http import HTTPStatus
from pathlib import Path

import pytest
from django.core.signals import request_finished
from django.test import Client
from pytest_django.fixtures import Settings

PLACES = ["/api/v1/docs/", "/api/v1/docs", "/api/v1/openapi.json", "/docs", "/docs/", "/docs/index.html"]
MANY = "&".join(f"a{n}=1" for n in range(2_000))


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"])
def test_another_method_is_a_problem(client: Client, where: str, method: str) -> None:
    answer = client.generic(method, where)

    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content)["code"] == "method_not_allowed"
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize("where", ["/api/v1/docs/", "/api/v1/openapi.json"])
def test_too_many_parameters_are_a_problem(client: Client, where: str) -> None:
    answer = client.get(f"{where}?{MANY}")

    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content)["code"] == "malformed"


def test_the_short_address_leads_to_the_page(client: Client) -> None:
    assert client.get("/api/v1/docs").headers["Location"] == "/api/v1/docs/"


def test_the_short_address_of_the_site_leads_to_it(client: Client) -> None:
    assert client.get("/docs").headers["Location"] == "/docs/"


@pytest.mark.parametrize("where", ["/docs/", "/docs/reference/api.html"])
def test_a_site_that_is_not_built_says_how_to_build_it(
    client: Client, settings: Settings, tmp_path: Path, where: str
) -> None:
    settings.DOCS_ROOT = tmp_path

    answer = client.get(where)

    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "<code>make docs</code>" in answer.content.decode()
    assert 'href="/api/v1/docs/"' in answer.content.decode()


def test_a_request_for_a_page_ends_once(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DOCS_ROOT = tmp_path
    (tmp_path / "index.html").write_text("the site")
    ends: list[object] = []
    ended = partial(lambda ends, **_: ends.append(1), ends)
    request_finished.connect(ended)
    try:
        client.get("/docs/")
    finally:
        request_finished.disconnect(ended)

    assert len(ends) == 1


@pytest.mark.parametrize("path", ["no.html", "a/", "../secret", "..%2fsecret", "%00", "x" * 5_000, "%ff"])
def test_nothing_but_the_site_is_served(client: Client, settings: Settings, tmp_path: Path, path: str) -> None:
    settings.DOCS_ROOT = tmp_path / "site"
    (settings.DOCS_ROOT / "a").mkdir(parents=True)
    (settings.DOCS_ROOT / "index.html").write_text("the site")
    (tmp_path / "secret").write_text("a secret")

    assert client.get("/docs/").content == b"the site"
    answer = client.get(f"/docs/{path}")
    assert answer.status_code in {HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND}
    assert json.loads(answer.content)["code"] in {"malformed", "not_found"}
