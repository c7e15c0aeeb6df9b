"""An operation that will end says so in its answers and in OpenAPI."""

from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from base.http.deprecation import Deprecation
from base.http.endpoint import Endpoint


class OldView(Endpoint):
    """Something that has a better form."""

    permission_classes = ()
    throttle_classes = ()
    deprecated = {"GET": Deprecation(date(2027, 1, 2), date(2028, 1, 2), "/api/v1/new")}  # noqa: RUF012

    @extend_schema(operation_id="get_old", responses=str)
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return the old form."""
        return Response("old", headers={"Link": '</x>; rel="next"'})

    @extend_schema(operation_id="make_old", request=None, responses=str)
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """Make something in the old form."""
        return Response("old")


def ask(method: str) -> Any:
    return OldView.as_view()(APIRequestFactory().generic(method, "/old"))


def test_the_answer_says_since_when_until_when_and_what_replaces_it() -> None:
    headers = ask("GET").headers

    assert datetime.fromtimestamp(int(headers["Deprecation"].removeprefix("@")), UTC) == datetime(
        2027, 1, 2, tzinfo=UTC
    )
    assert parsedate_to_datetime(headers["Sunset"]) == datetime(2028, 1, 2, tzinfo=UTC)
    assert headers["Link"] == '</x>; rel="next", </api/v1/new>; rel="successor-version"'


def test_other_methods_of_the_view_say_nothing() -> None:
    assert not {"Deprecation", "Sunset", "Link"} & {*ask("POST").headers}


def test_openapi_marks_the_operation() -> None:
    found = SchemaGenerator(patterns=[path("api/v1/old", OldView.as_view())]).get_schema(public=True)  # type: ignore[no-untyped-call]

    old = found["paths"]["/api/v1/old"]
    assert old["get"]["deprecated"] is True
    assert old["get"]["description"].endswith(
        "Deprecated since 2027-01-02, and works until 2028-01-02. Use `/api/v1/new` in its place."
    )
    assert "deprecated" not in old["post"]
