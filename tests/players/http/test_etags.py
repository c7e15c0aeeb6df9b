from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from base.http import etags


def headers_of(**headers: str) -> Request:
    return Request(
        APIRequestFactory().get("/", headers={name.replace("_", "-"): text for name, text in headers.items()})
    )


def test_equal_content_has_an_equal_tag_in_any_order() -> None:
    assert etags.of({"a": 1, "b": {"c": 2, "d": 3}}) == etags.of({"b": {"d": 3, "c": 2}, "a": 1})
    assert etags.of({"a": 1}) != etags.of({"a": 2})


def test_parts_do_not_run_together() -> None:
    assert etags.weak("a", "bc") != etags.weak("ab", "c")
    assert etags.weak(1, 2) == etags.weak("1", "2")


@pytest.mark.parametrize("header", ['W/"x"', '"x"', 'W/"a", W/"x"', "*", ' W/"x" '])
def test_a_tag_that_matches(header: str) -> None:
    assert etags.is_fresh(headers_of(If_None_Match=header), 'W/"x"')


@pytest.mark.parametrize("header", ["", "x", 'W/"y"', '"W/x"', '"x', "**"])
def test_a_tag_that_does_not(header: str) -> None:
    assert not etags.is_fresh(headers_of(If_None_Match=header), 'W/"x"')


def test_no_header_no_304() -> None:
    answer = etags.answer(headers_of(), {"a": 1})

    assert (answer.status_code, answer.headers["ETag"]) == (200, etags.of({"a": 1}))


def test_an_answer_may_bring_its_own_tag() -> None:
    content: Any = {"a": 1}

    assert etags.answer(headers_of(If_None_Match='W/"x"'), content, etag='W/"x"').status_code == 304
