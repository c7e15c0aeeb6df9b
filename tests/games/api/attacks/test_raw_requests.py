"""Requests as bytes that no client of Python sends: each gets an answer, and each refusal is a problem.

Django's test client cannot send them. The web server and the dispatcher read a request before Django does.
"""

import json
import socket
from base64 import b64encode
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from django.db import connections

from base.http.problems import CONTENT_TYPE
from config.embedded.pytest_plugin import CommittedDatabase
from tests.games.api.served import serving_callers
from tests.games.api.serving import Server

pytestmark = pytest.mark.slow

SEARCH: Final = b"/api/v1/players?prefix="
FORM: Final = b"Content-Type: application/x-www-form-urlencoded"
JSON: Final = b"Content-Type: application/json"
TARGETS: Final = {
    b"a letter": (SEARCH + b"jo%C5%BEka", 200),
    b"no UTF-8": (SEARCH + b"%FF", 422),
    b"half of a surrogate pair": (SEARCH + b"%ED%A0%80", 422),
    b"an overlong NUL": (SEARCH + b"%C0%80", 422),
    b"NUL": (SEARCH + b"%00", 400),
    b"NUL in a name": (b"/api/v1/players?%00=1", 400),
    b"a raw letter": (SEARCH + b"\xc5\xbe", 400),
    b"a raw byte": (SEARCH + b"\xff", 400),
    b"long": (SEARCH + b"a" * 30_000, 422),
    b"twice": (SEARCH + b"a&prefix=b", 422),
    b"many": (SEARCH + b"a&a=1" * 2_000, 400),
    b"a letter for who waits": (b"/api/v1/games?wait=%C5%BE", 422),
    b"a raw byte for who waits": (b"/api/v1/games?wait=\xff", 400),
    b"a letter for a stream": (b"/api/v1/me/stream?%C5%BE=1", 422),
    b"a language": (b"/api/v1/variants?lang=%C5%BE", 422),
    b"path": (b"/api/v1/problems/%C5%BE", 404),
    b"path without UTF-8": (b"/api/v1/problems/%FF", 404),
    b"path with NUL": (b"/api/v1/problems/%00", 400),
    b"path with a raw byte": (b"/api/v1/problems/\xff", 400),
    b"path with a line end": (b"/api/v1/x%0d%0aA:b", 404),
    b"long path": (b"/api/v1/variants/" + b"a" * 30_000, 404),
    b"page with a raw byte": (b"/i/\xff", 400),
    b"page with NUL": (b"/i/%00", 400),
    b"asterisk": (b"*", 404),
    b"no path": (b"x", 404),
    b"no address": (b"http://[/api/v1/meta", 404),
}
"""What is asked for, and the status of the answer."""
HEADERS: Final = (
    b"Accept", b"Accept-Encoding", b"Accept-Language", b"Authorization", b"Client-Version", b"Content-Encoding",
    b"Content-Type", b"Cookie", b"Expect", b"Idempotency-Key", b"If-Match", b"If-Modified-Since", b"If-None-Match",
    b"Last-Event-ID", b"Origin", b"Range", b"Referer", b"Share-Code", b"Traceparent", b"Upgrade", b"X-Forwarded-For",
    b"X-Forwarded-Host", b"X-Forwarded-Proto", b"X-Request-Id",
)  # fmt: skip
VALUES: Final = (b"", b"\xff", b"\xc5\xbe", b"\xb2", b"\x00", b"a" * 40_000)
KINDS: Final = {
    b"application/json; charset=base64": 422,
    b"application/json; charset=unicode_escape": 422,
    b"application/json; charset=" + b"a" * 40_000: 415,
    b"application/json; charset=\xff": 422,
    b"application/json; a*=nocodec''x": 400,
    b"application/json; a*=idna''x": 400,
    b"application/json; a*=utf-8''%FF": 422,
    b"application/json" + b"; a=b" * 8_000: 415,
    b"multipart/form-data; boundary=\xff": 415,
    b"multipart/form-data; boundary=x; charset=base64": 400,
    b"multipart/form-data; boundary=x; charset=unicode_escape": 400,
}
"""Media types of a body that is `{}`, and the status of the answer to whoever opens a game with it."""
BODIES: Final = (
    b"\xff", b"\x00", b'{"variant": "\\ud800"}', b'{"\\ud800": 1}', b'{"variant": "\\u0000"}', b"\xff\xfe{\x00}\x00",
    b"\xef\xbb\xbf{}", b"[" * 30_000, b'{"a":' * 3_000, b"1" * 60_000, b'{"a": 1e999}', b"{}" + b" " * 70_000,
)  # fmt: skip
FORMS: Final = (
    b"grant_type=authorization_code&code=%00&client_id=%00&token=%00&redirect_uri=%00&code_verifier=%00",
    b"grant_type=refresh_token&refresh_token=%ED%A0%80&client_id=%FF&token=%FF",
    b"\xff\xfe\x00", b"a&" * 1_500, b"code=" + b"a" * 60_000, b"grant_type=a&grant_type=b&client_id=a&client_id=b",
)  # fmt: skip
POST: Final = b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
NO_HTTP: Final = {
    "no host": b"GET /api/v1/meta HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /api/v1/meta HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    "another host": b"GET /api/v1/meta HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
    "an old one": b"GET /api/v1/meta\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "no length": POST + b"Content-Length: x\r\n\r\n{}",
    "a large length": POST + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n",
    "no chunk": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
}


@pytest.fixture(scope="module")
def door(committed_module_db: CommittedDatabase, django_db_blocker: Any) -> Iterator[tuple[Server, bytes]]:
    """A server, and the header of somebody who is signed in."""
    with django_db_blocker.unblock():
        connections.close_all()
        with serving_callers(committed_module_db, TRUSTED_PROXIES="1") as (server, caller):
            yield server, f"Authorization: Bearer {caller().sign_in().tokens['access']}".encode()


def request(target: bytes, *headers: bytes, method: bytes = b"GET", body: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    lines = [b"%s %s HTTP/1.1" % (method, target), b"Host: 127.0.0.1", b"Connection: close", *headers]
    lines += [b"Content-Length: %d" % len(body)] * bool(body)
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def sent(server: Server, raw: bytes) -> int:
    """Send bytes, and return the status. A refusal is a problem with the id of the request."""
    address = urlsplit(server.address)
    with socket.create_connection((str(address.hostname), address.port or 80), timeout=60) as there:
        there.sendall(raw)
        answer = HTTPResponse(there)
        answer.begin()
        content = answer.read()
    assert answer.headers["X-Request-Id"], (raw[:200], content)
    assert answer.status < 500, (raw[:200], content)
    if answer.status >= 400 and not raw.startswith(b"POST /oauth"):  # OAuth has errors of its own
        assert answer.headers["Content-Type"] == CONTENT_TYPE, (raw[:200], content)
        assert json.loads(content)["status"] == answer.status, raw[:200]
    return answer.status


def test_no_target_breaks_the_service(door: tuple[Server, bytes]) -> None:
    server, signed = door
    got = {name: sent(server, request(target, signed)) for name, (target, _) in TARGETS.items()}
    assert got == {name: status for name, (_, status) in TARGETS.items()}


def test_no_header_breaks_the_service(door: tuple[Server, bytes]) -> None:
    server, signed = door
    for name in HEADERS:
        others = [] if name == b"Authorization" else [signed]
        for value in VALUES:
            header = b"%s: %s" % (name, value)
            for target in (b"/api/v1/me", b"/api/v1/variants"):
                sent(server, request(target, header, *others))
        assert sent(server, request(b"/api/v1/me", b"%s: a" % name, b"%s: b" % name, *others)) in (200, 401, 406)
    for cookie in (b'"\\000' + b"a" * 32 + b'"', b'"\\377"', b"a" * 40_000, b"\xff"):
        sent(server, request(b"/admin/", b"Cookie: sessionid=%s; csrftoken=%s; messages=%s" % (cookie, cookie, cookie)))


def test_no_media_type_breaks_the_service(door: tuple[Server, bytes]) -> None:
    server, signed = door

    def opened(kind: bytes) -> int:
        return sent(server, request(b"/api/v1/games", b"Content-Type: " + kind, signed, method=b"POST", body=b"{}"))

    assert {kind: opened(kind) for kind in KINDS} == KINDS
    for kind in KINDS:
        many = SEARCH + b"a" + b"&a=1" * 2_000
        assert sent(server, request(many, b"Content-Type: " + kind, signed)) == 400
        form = b'--x\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\n\xff\r\n--x--\r\n'
        for target in (b"/oauth/token", b"/oauth/revoke"):
            posted = request(target, b"Content-Type: " + kind, method=b"POST", body=form)
            assert sent(server, posted) in (400, 401)


def test_no_body_breaks_the_service(door: tuple[Server, bytes]) -> None:
    server, signed = door
    for body in BODIES:
        for target in (b"/api/v1/games", b"/api/v1/auth/token", b"/api/v1/variants/check"):
            assert sent(server, request(target, JSON, signed, method=b"POST", body=body)) in (400, 413, 422)
        assert sent(server, request(b"/api/v1/me", JSON, signed, body=body)) in (200, 413)
    name = b"Authorization: Basic " + b64encode(b"a\x00b:c\x00d")
    for form in FORMS:
        for target in (b"/oauth/token", b"/oauth/revoke"):
            for headers in ((FORM,), (FORM, name)):
                assert sent(server, request(target, *headers, method=b"POST", body=form)) in (400, 401)


def test_what_is_no_http_is_refused_with_a_problem(door: tuple[Server, bytes]) -> None:
    server, _ = door
    assert {name: sent(server, raw) for name, raw in NO_HTTP.items()} == dict.fromkeys(NO_HTTP, 400)


def test_no_method_breaks_the_service(door: tuple[Server, bytes]) -> None:
    server, signed = door
    for target in (b"/api/v1/me", b"/api/v1/openapi.json", b"/variants"):
        for method in (b"TRACE", b"CONNECT", b"FOO", b"Z" * 5_000):
            assert sent(server, request(target, signed, method=method)) == 405
