"""Wrong values for every field of every endpoint get a 4xx that names the field, and nothing is stored."""

import json
from typing import Any

import pytest

from players.models import Player, RequestKey, Session

NO_TEXT = [1, 1.5, True, [], {}, ["a"], {"a": 1}]
CONTROL = ["a\x00bcdefgh", "abcdefgh\n", "\x1b[31mabcdefgh", "abc\x7fdefgh", "abc\x85defgh"]
GOOD = {"username": "Anna", "password": "correct horse battery"}

NAMES = [*NO_TEXT, *CONTROL, "", " ", "\u200b", "\u3164", "\u202eabc", "x" * 41, "x" * 60_000, "\ufdd0a"]
USERNAMES = [
    None,
    *NO_TEXT,
    *CONTROL,
    "",
    "ab",
    "x" * 31,
    "x" * 60_000,
    "a b c",
    "-abc",
    ".abc",
    "a@b",
    "a/b",
    "abc\u200b",
    "😀😀😀",
    "\u1160abc",
    "a\u0301\u0301\u0301",
    "\u0430nna",
    "ann\u03b1",
    "Admin",
    "a.d_min",
    "\uff32oot",
]
PASSWORDS = [*NO_TEXT, *CONTROL, "", "short", "x" * 257, "x" * 60_000, "password1"]
EMAILS = [*NO_TEXT, *CONTROL, "a", "a@", "@b.example", "a b@c.example", "a@b\n.example", "x" * 300 + "@b.example"]
LOCALES = [*NO_TEXT, *CONTROL, "", "e", "english", "en-", "en-GB-x-y", "../../etc", "x" * 60_000]
ZONES = [
    *NO_TEXT,
    *CONTROL,
    "",
    "Europe",
    "europe/prague",
    "localtime",
    "Factory",
    "../../etc/passwd",
    "/etc/passwd",
    "UTC\n",
    "x" * 60_000,
]
HOURS = [1, True, "22:00", [], {}, {"since": "22:00"}, {"since": "22:00", "until": None}]
MINUTES = [*NO_TEXT, "", "24:00", "7:00", "07:60", "07:00:00", "\u0660\u0667:\u0660\u0660", "07:00\n", "x" * 60_000]
PREFERENCES: list[Any] = [
    1,
    "a",
    [],
    {"": 1},
    {"a b": 1},
    {"a\x00": 1},
    {"a": {}},
    {"a": [1]},
    {"a": "\x00"},
    {"x" * 65: 1},
    {str(n): n for n in range(65)},
    {"a": "x" * 5_000},
    {"a": 1e308},
    {"a": 1e16},
    {"a": float(2**53)},
    {"a": 1e-300},
    {"a": -5e-324},
]

PROFILE = {"name": NAMES, "locale": LOCALES, "time_zone": ZONES}
CREDENTIALS = {"username": USERNAMES, "password": PASSWORDS, "email": EMAILS}

POSTS: dict[str, tuple[dict[str, Any], dict[str, list[Any]]]] = {
    "/auth/guest": ({}, PROFILE),
    "/auth/register": (GOOD, PROFILE | CREDENTIALS),
    "/auth/token": (
        GOOD,
        {"username": [None, *NO_TEXT, *CONTROL, "", "x" * 201], "password": [None, *NO_TEXT, *CONTROL, ""]},
    ),
    "/auth/refresh": ({}, {"refresh": [None, *NO_TEXT, *CONTROL, "", "x" * 257]}),
    "/auth/logout": ({}, {"all": [1, 0, "true", "", [], {}]}),
    "/me/credentials": (GOOD, CREDENTIALS),
    "/me/tokens": (
        {"name": "Robot"},
        {"name": [None, *NAMES], "scope": [*NO_TEXT, "", "player", "BOT", "bot\x00", "x" * 60_000]},
    ),
}


@pytest.fixture
def untouched(guest: Any) -> Any:
    """Return a guest. After the test, check that it has stored nothing."""
    before = stored()
    yield guest
    assert stored() == before


def stored() -> list[Any]:
    return [
        *Player.objects.order_by("id").values_list(),
        *Session.objects.order_by("id").values_list(),
        *RequestKey.objects.values_list(),
    ]


def cases(fields: dict[str, list[Any]]) -> list[tuple[str, Any]]:
    return [(field, value) for field, values in fields.items() for value in values]


@pytest.mark.parametrize("where", POSTS)
def test_a_bad_value_is_named(untouched: Any, where: str, settings: Any) -> None:
    settings.RATE_LIMITS = {}
    good, fields = POSTS[where]
    for field, value in cases(fields):
        answer = untouched.send("POST", where, {**good, field: value})

        assert answer.status_code == 422, (where, field, value, answer.content)
        assert list(answer.json()["errors"]) == [field], (where, value, answer.content)
        assert len(answer.content) < 1_000


def test_null_counts_as_left_out(guest: Any) -> None:
    before = guest.send("GET", "/me").json()

    after = guest.send("PATCH", "/me", dict.fromkeys([*PROFILE, "preferences"]), If_Match="*")

    assert (after.status_code, after.json()) == (200, before)


@pytest.mark.parametrize(("field", "bad"), [*PROFILE.items(), ("quiet_hours", HOURS), ("preferences", PREFERENCES)])
def test_a_bad_change_is_named(untouched: Any, field: str, bad: list[Any]) -> None:
    for value in bad:
        answer = untouched.send("PATCH", "/me", {field: value}, If_Match="*")

        assert answer.status_code == 422, (field, value, answer.content)
        assert {name.split(".")[0] for name in answer.json()["errors"]} == {field}, (value, answer.content)


@pytest.mark.parametrize("end", ["since", "until"])
def test_a_bad_time_is_named_with_its_place(untouched: Any, end: str) -> None:
    for value in MINUTES:
        hours = {"since": "22:00", "until": "07:00", end: value}

        answer = untouched.send("PATCH", "/me", {"quiet_hours": hours}, If_Match="*")

        assert list(answer.json()["errors"]) == [f"quiet_hours.{end}"], (value, answer.content)


def test_quiet_hours_are_neither_none_nor_all_of_the_day(untouched: Any) -> None:
    answer = untouched.send("PATCH", "/me", {"quiet_hours": {"since": "22:00", "until": "22:00"}}, If_Match="*")

    assert "quiet_hours.until" in answer.json()["errors"]


@pytest.mark.parametrize("where", [*POSTS, "/me"])
@pytest.mark.parametrize("unknown", ["is_staff", "id", "revision", "__proto__", "x\x00", "x" * 1_000, ""])
def test_an_unknown_field_is_refused(untouched: Any, where: str, unknown: str, settings: Any) -> None:
    settings.RATE_LIMITS = {}
    good = POSTS[where][0] if where in POSTS else {}
    method = "POST" if where in POSTS else "PATCH"

    answer = untouched.send(method, where, {**good, unknown: True}, If_Match="*")

    assert answer.status_code == 422
    named = list(answer.json()["errors"])
    assert unknown.replace("\x00", "?")[:40] in named
    assert b"\x00" not in answer.content


@pytest.mark.parametrize("where", [*POSTS, "/me"])
@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"{", "application/json", 400, "malformed_json"),
        (b"[]", "application/json", 400, "malformed_json"),
        (b"null", "application/json", 400, "malformed_json"),
        (b'{"name": "a", "name": "b"}', "application/json", 400, "malformed_json"),
        (b'{"name": "\xff"}', "application/json; charset=utf-8", 400, "malformed_json"),
        (b'{"a":' * 20 + b"1" + b"}" * 20, "application/json", 400, "malformed_json"),
        (b"[" * 60_000, "application/json", 400, "malformed_json"),
        (b'{"name": "' + b"x" * 70_000 + b'"}', "application/json", 413, "too_large"),
        (b"name=a", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        (b"{}", "text/plain", 415, "unsupported_media_type"),
        (b"{}", "", 415, "unsupported_media_type"),
        (b"{}", "application/json2", 415, "unsupported_media_type"),
        (b"{}", "é/\x01", 415, "unsupported_media_type"),
        (b"--x--", "multipart/form-data; boundary=x", 415, "unsupported_media_type"),
    ],
)
def test_a_bad_body_is_refused(  # noqa: PLR0913, PLR0917
    untouched: Any, where: str, body: bytes, content_type: str, status: int, code: str
) -> None:
    answer = untouched.raw(where, body, content_type, "POST" if where in POSTS else "PATCH")

    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("where", [*POSTS, "/me"])
@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "aes128gcm", "x", "identity, gzip"])
def test_an_encoded_body_is_refused(untouched: Any, where: str, coding: str) -> None:
    method = "POST" if where in POSTS else "PATCH"

    answer = untouched.send(method, where, {}, Content_Encoding=coding)

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert answer.headers["Accept-Encoding"] == "identity"


def test_a_body_of_unknown_length_is_refused_if_it_is_encoded(untouched: Any) -> None:
    chunked = untouched.http.generic(
        "POST", "/api/v1/auth/guest", headers={"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"}
    )

    assert chunked.status_code == 415


def test_identity_is_no_encoding_and_no_body_has_none(guest: Any) -> None:
    assert guest.send("PATCH", "/me", {}, If_Match="*", Content_Encoding="Identity").status_code == 200
    assert guest.send("GET", "/me", Content_Encoding="gzip").status_code == 200


@pytest.mark.parametrize("where", ["/me/sessions"])
@pytest.mark.parametrize("limit", ["0", "101", "-1", "1.5", "x", "", "1e1", "\u0661", "9" * 500])
def test_a_bad_limit_is_named(untouched: Any, where: str, limit: str) -> None:
    answer = untouched.send("GET", f"{where}?limit={limit}")

    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["limit"])


@pytest.mark.parametrize("cursor", ["x", "é", "W10", "bnVsbA", "e30", "WyJhIl0=", "A" * 5_000, "W1tbW1tb" * 100, "%FF"])
def test_a_bad_cursor_is_refused(untouched: Any, cursor: str) -> None:
    answer = untouched.send("GET", f"/me/sessions?cursor={cursor}")

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


@pytest.mark.parametrize("where", ["/me%00", "/me?x=%00", "/me/sessions?cursor=%00", "/%00", "/me/sessions/%00"])
def test_nul_goes_no_further(untouched: Any, where: str) -> None:
    answer = untouched.send("GET", where)

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "GET"])
def test_another_method_is_refused(untouched: Any, method: str) -> None:
    answer = untouched.send(method, "/auth/guest")

    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST"


def test_no_secret_comes_back_in_an_error_or_in_the_log(guest: Any, caplog: pytest.LogCaptureFixture) -> None:
    secret = "hunter2-hunter2"  # noqa: S105
    token = guest.tokens["access"]
    answers = [
        guest.send("POST", "/auth/register", {"username": "a", "password": secret}),
        guest.send("POST", "/auth/register", {"username": secret, "password": secret}),
        guest.send("POST", "/auth/token", {"username": "Anna", "password": secret}),
        guest.send("POST", "/auth/token", {"username": 1, "password": secret}),
        guest.send("POST", "/auth/refresh", {"refresh": secret}),
        guest.send("POST", "/auth/refresh", {"refresh": [guest.tokens["refresh"], secret]}),
        guest.send("POST", "/me/credentials", {"username": "Anna", "password": secret, "email": secret}),
        guest.raw("/auth/token", json.dumps({"password": secret}).encode()[:-1]),
        guest.raw("/auth/token", f'{{"password": "{secret}", "password": "{secret}"}}'.encode()),
        guest.send("GET", "/me", Authorization=f"Bearer {secret}"),
        guest.send("GET", f"/{secret}"),
        guest.send("PATCH", "/me", {"name": "Bob"}, If_Match=secret),
    ]

    assert {answer.status_code // 100 for answer in answers} == {4}
    for answer in answers:
        assert secret.encode() not in answer.content + str(answer.headers).encode()
        assert token.encode() not in answer.content
    assert guest.tokens["refresh"] not in caplog.text
    assert token not in caplog.text
