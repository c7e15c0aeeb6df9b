"""The pages that describe the API refuse what they do not answer as the API does."""

import json
from http import HTTPStatus

import pytest
from django.test import Client

PLACES = ["/api/v1/docs/", "/api/v1/docs", "/api/v1/openapi.json"]
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
