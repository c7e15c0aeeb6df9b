"""The index of the API, where `make up` sends people and programs."""

from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from config.middleware import CONTENT_SECURITY_POLICY

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("accept", ["", "*/*", "application/json"])
def test_programs_get_json_and_every_address_is_one(nobody: Any, accept: str) -> None:
    answer = nobody.get("/", **({"Accept": accept} if accept else {}))

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    content = answer.json()
    assert content["version"]
    described = nobody.get("/openapi.json").json()["paths"]
    assert "/api/v1/" in described
    assert {one["address"] for one in content["resources"]} <= described.keys()
    assert all(one["description"] for one in content["resources"])


def test_browsers_get_a_page_under_the_policy_of_the_docs(nobody: Any) -> None:
    answer = nobody.get("/", Accept=BROWSER)

    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    page = answer.content.decode()
    assert 'href="/api/v1/docs/"' in page
    assert "<style" not in page
    assert "<script" not in page
    for asset in [part.split('"')[0] for part in page.split('href="/static/')[1:]]:
        assert finders.find(asset)


def test_it_needs_no_slash_and_refuses_as_the_api_does(client: Client, nobody: Any) -> None:
    assert client.get("/api/v1").headers["Location"] == "/api/v1/"
    assert nobody.get("/?page=2").headers["Content-Type"] == "application/problem+json"
    assert nobody.get("/?page=2", Accept=BROWSER).headers["Content-Type"] == "application/problem+json"
    assert client.post("/api/v1/").status_code == 405
