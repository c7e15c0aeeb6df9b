"""Answers without secrets are compressed. Answers with secrets are not, so that their length tells nothing (BREACH)."""

import gzip
import json
from uuid import uuid4

import brotli
import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.middleware import Compression

API = "/api/v1"
ANY = "gzip, deflate, br, zstd"


@pytest.mark.parametrize("where", ["/openapi.json", "/variants", "/variants/prsi", "/meta", "/problems", "/keys"])
@pytest.mark.django_db
def test_what_everybody_may_read_is_compressed(client: Client, where: str) -> None:
    plain = client.get(API + where)

    for coding, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        packed = client.get(API + where, headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding
        assert "accept-encoding" in packed.headers["Vary"].lower()
        assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content)
        if where != "/meta":  # it has the time
            assert unpack(packed.content) == plain.content
    assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("accepted", ["identity", "", "deflate", "gzip;q=0", "*", "x" * 5_000])
def test_a_client_gets_only_what_it_accepts(client: Client, accepted: str) -> None:
    answer = client.get(f"{API}/variants", headers={"Accept-Encoding": accepted})

    assert "Content-Encoding" not in answer.headers
    assert answer.json()["items"]


@pytest.mark.parametrize(
    ("method", "where"),
    [
        ("POST", "/auth/guest"),
        ("GET", "/me"),
        ("GET", "/games"),
        ("GET", "/me/games"),
        ("POST", "/games"),
        ("GET", "/x"),
    ],
)
@pytest.mark.django_db
def test_what_may_have_secrets_is_not_compressed(client: Client, method: str, where: str) -> None:
    token = client.post(f"{API}/auth/guest", {}, content_type="application/json").json()["access"]
    sent = json.dumps({"variant": "mau_mau", "seats": 2} if where == "/games" else {})

    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": ANY, "Idempotency-Key": str(uuid4())}
    answer = client.generic(method, API + where, sent, content_type="application/json", headers=headers)

    assert answer.status_code in (200, 201, 404)
    assert len(answer.content) > 30
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("where", ["/openapi.json", "/variants", "/meta", "/keys", "/rulesets/{hash}"])
@pytest.mark.django_db
def test_a_compressed_answer_is_revalidated_like_a_plain_one(client: Client, where: str) -> None:
    where = API + where.format(hash=client.get(f"{API}/variants/prsi").json()["hash"])
    first = client.get(where, headers={"Accept-Encoding": "br"})

    again = client.get(where, headers={"Accept-Encoding": "br", "If-None-Match": first.headers["ETag"]})

    assert first.headers["Cache-Control"].startswith("public")
    assert again.status_code == 304
    assert again.content == b""
    assert client.get(where, headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_a_part_of_a_file_keeps_its_bytes() -> None:
    def part(_: HttpRequest) -> HttpResponse:
        headers = {
            "Cache-Control": "public, max-age=60",
            "Content-Range": "bytes 0-199/900",
            "Content-Type": "text/css",
        }
        return HttpResponse(b"a" * 200, status=206, headers=headers)

    answer = Compression(part)(RequestFactory().get("/static/x.css", headers={"Accept-Encoding": ANY}))

    assert isinstance(answer, HttpResponse)
    assert answer.content == b"a" * 200
