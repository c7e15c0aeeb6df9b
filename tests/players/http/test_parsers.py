import io
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import asdict

from base.http.parsers import BODY_BYTES, LARGEST_NUMBER, MalformedJSON, StrictJSONParser, read_object
from base.http.problems import TooLarge

CLEAN = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | CLEAN
    | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(CLEAN, inner, max_size=4),
    max_leaves=12,
)


def read_or_problem(raw: bytes) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Return the problem and the content. One of them is None."""
    try:
        return None, read_object(raw)
    except MalformedJSON as refusal:
        return asdict(refusal.body()), None


def nested(depth: int) -> bytes:
    return b'{"a":' * (depth - 1) + b"{}" + b"}" * (depth - 1)


@given(st.dictionaries(CLEAN, VALUES, max_size=4), st.booleans())
def test_what_json_writes_is_read(content: dict[str, Any], escaped: bool) -> None:  # noqa: FBT001
    assert read_object(json.dumps(content, ensure_ascii=escaped).encode()) == content


@given(st.binary(max_size=200))
@example(b"")
@example(b"\xff")
@example(b"{" * 60_000)
@example(b"[" * 60_000)
@example(b'{"a":' * 10_000)
@example(b'{"a": 1e999}')
@example(b'{"a": -1e999}')
@example(b'{"a": "' + b"\\ud800" * 3 + b'"}')
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    problem, content = read_or_problem(raw)
    assert problem["status"] == 400 if problem else content == json.loads(raw)
    json.dumps(problem, ensure_ascii=False).encode()


@given(st.text(alphabet='{}[]":,.\\u0123456789dD8eE+-aNI tfnull\x00\ufeffé\n', max_size=40))
def test_anything_like_json_is_read_or_refused(text: str) -> None:
    test_any_bytes_are_read_or_refused.hypothesis.inner_test(text.encode())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON"),
        (b" ", "not JSON"),
        (b"null", "not a JSON object"),
        (b"[]", "not a JSON object"),
        (b'"a"', "not a JSON object"),
        (b"1", "not a JSON object"),
        (b"{", "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": 1,}', "not JSON"),
        (b'{"a": 1} x', "not JSON"),
        (b'{"a": 01}', "not JSON"),
        (b'{"a": "\n"}', "not JSON"),
        (b'{"a": "\x00"}', "not JSON"),
        (b'\xef\xbb\xbf{"a": 1}', "not JSON"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": Infinity}', "Infinity is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": 1e400}', "too large"),
        (b'{"a": 9007199254740992}', "too large"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "too large"),
        (b'{"a": 1, "a": 1}', "same key twice"),
        (b'{"b": [{"a": 1, "\\u0061": 2}]}', "same key twice"),
        (b'{"a": "\xff"}', "not UTF-8 (byte 7)"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        ('{"a": "b"}'.encode("utf-16"), "not UTF-8"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"a": ["x\\udfff"]}', "surrogate"),
        (b'{"\\ud800": 1}', "surrogate"),
        (nested(17), "more than 16 levels deep"),
        (b'{"a":' + b"[" * 16 + b"]" * 16 + b"}", "more than 16 levels deep"),
        (nested(5_000), "more than 16 levels deep"),
    ],
)
def test_a_refusal_says_why(raw: bytes, says: str) -> None:
    with pytest.raises(MalformedJSON) as refusal:
        read_object(raw)

    assert says in str(refusal.value.detail)


@pytest.mark.parametrize(
    ("raw", "content"),
    [
        (b"{}", {}),
        (b' {"a": "\\ud83d\\ude00"} ', {"a": "😀"}),
        (b'{"a": 9007199254740991, "b": -1.5e3}', {"a": 9007199254740991, "b": -1500.0}),
    ],
)
def test_what_is_allowed(raw: bytes, content: dict[str, Any]) -> None:
    assert read_object(raw) == content


def test_sixteen_deep_is_allowed() -> None:
    assert read_object(nested(16))


@pytest.mark.parametrize("length", [BODY_BYTES + 1, BODY_BYTES * 10])
def test_a_long_body_is_not_read_to_its_end(length: int) -> None:
    stream = io.BytesIO(b" " * length)

    with pytest.raises(TooLarge):
        StrictJSONParser().parse(stream)
    assert stream.tell() == BODY_BYTES + 1


def test_a_body_as_long_as_allowed() -> None:
    assert StrictJSONParser().parse(io.BytesIO(b'{"a": 1}'.ljust(BODY_BYTES))) == {"a": 1}
