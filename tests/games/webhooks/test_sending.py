"""A request goes to the address that was checked, takes a bounded time, and follows nothing."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from uuid import UUID

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from games.webhooks.sending import LONGEST, DeliveryError, Outcome, Request, Sender
from games.webhooks.signing import headers, new_secret
from tests.games.webhooks.receiver import certified, receiving, speaking

HERE = [ip_network("127.0.0.0/8")]
ID = UUID(int=7)
BODY = '{"type":"ping"}'


def now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)


def names(**addresses: list[str]) -> Callable[[str, int], object]:
    """Return a resolver that knows these names, with `_` for a dot."""
    known = {name.replace("_", "."): found for name, found in addresses.items()}

    async def resolve(name: str, port: int) -> list[str]:  # noqa: ARG001 - a resolver gets it
        await asyncio.sleep(0)
        if name not in known:
            raise OSError(name)
        return known[name]

    return resolve


def send(url: str, given: Mapping[str, str] | None = None, *, networks: object = HERE, **options: object) -> Outcome:
    sender = Sender(networks, **options)  # type: ignore[arg-type]
    return asyncio.run(sender.send(Request(ID, url, BODY, given or {})))


def test_the_published_library_verifies_what_is_sent() -> None:
    secret = new_secret()
    with receiving() as receiver:
        outcome = send(receiver.url, headers(str(ID), now(), BODY, [secret]))

    assert (outcome.error, outcome.status) == (None, 204)
    (received,) = receiver.received
    assert received.verified(secret) == json.loads(BODY)
    assert received.headers["webhook-id"] == str(ID)
    assert received.headers["Content-Type"] == "application/json"
    with pytest.raises(WebhookVerificationError):
        received.verified(new_secret())
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(received.body + b" ", dict(received.headers))


def test_during_a_rotation_both_secrets_verify() -> None:
    both = [new_secret(), new_secret()]
    given = headers(str(ID), now(), BODY, both)

    assert len(given["webhook-signature"].split(" ")) == 2
    for secret in both:
        Webhook(secret).verify(BODY, dict(given))


@pytest.mark.parametrize("by", [timedelta(minutes=-6), timedelta(minutes=6)])
def test_a_signature_of_another_time_is_refused(by: timedelta) -> None:
    secret = new_secret()
    with pytest.raises(WebhookVerificationError, match="timestamp too"):
        Webhook(secret).verify(BODY, dict(headers(str(ID), now() + by, BODY, [secret])))


def test_tls_checks_the_name_of_the_url_at_the_address_that_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = certified(tmp_path, "hook.example.org")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    resolve = names(hook_example_org=["127.0.0.1"], other_example_org=["127.0.0.1"])
    with receiving(context) as receiver:
        good = send(f"https://hook.example.org:{receiver.port}/a?b=c", resolve=resolve)
        other = send(f"https://other.example.org:{receiver.port}/", resolve=resolve)
        monkeypatch.delenv("SSL_CERT_FILE")
        unknown = send(f"https://hook.example.org:{receiver.port}/", resolve=resolve)

    assert (good.error, other.error, unknown.error) == (None, DeliveryError.TLS, DeliveryError.TLS)
    (received,) = receiver.received
    assert received.path == "/a?b=c"
    assert received.headers["Host"] == f"hook.example.org:{receiver.port}"


@pytest.mark.parametrize(
    "answers", [["127.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["::ffff:127.0.0.1"], ["fe80::1%1"]]
)
def test_a_name_that_leads_to_a_private_address_gets_no_connection(answers: list[str]) -> None:
    with receiving() as receiver:
        url = f"https://rebound.example.org:{receiver.port}/"
        outcome = send(url, networks=[], resolve=names(rebound_example_org=answers))

    assert outcome.error == DeliveryError.ADDRESS
    assert not receiver.received


def test_a_name_that_is_found_again_elsewhere_is_asked_for_only_once() -> None:
    asked: list[str] = []

    async def rebinding(name: str, port: int) -> list[str]:  # noqa: ARG001 - a resolver gets it
        await asyncio.sleep(0)
        asked.append(name)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    with receiving() as receiver:
        outcome = send(f"http://rebinding.example.org:{receiver.port}/", resolve=rebinding)

    assert outcome.error is None
    assert asked == ["rebinding.example.org"]


@pytest.mark.parametrize(
    "host", ["localhost", "localhost.", "127.1", "0x7f.1", "2130706433", "127.0.0.1", "[::1]", "[::]"]
)
def test_this_machine_is_not_reached_by_any_name(host: str) -> None:
    with receiving() as receiver:
        for scheme in ("http", "https"):
            assert send(f"{scheme}://{host}:{receiver.port}/", networks=[]).error == DeliveryError.ADDRESS

    assert not receiver.received


def test_plain_http_goes_only_to_the_networks_that_the_host_allows() -> None:
    assert send("http://example.org/", resolve=names(example_org=["93.184.215.14"])).error == DeliveryError.ADDRESS


def test_another_address_of_the_name_is_tried() -> None:
    with receiving() as receiver:
        url = f"http://two.example.org:{receiver.port}/"
        outcome = send(url, resolve=names(two_example_org=["127.0.0.2", "127.0.0.1"]))

    assert outcome.status == 204


def test_a_name_without_an_address_and_a_port_without_a_server_are_errors() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    assert send("https://nowhere.example.org/", resolve=names()).error == DeliveryError.NAME
    assert send(f"http://127.0.0.1:{port}/").error == DeliveryError.CONNECTION


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    with receiving() as receiver:
        receiver.answers = [(status, {"Location": f"http://127.0.0.1:{receiver.port}/elsewhere"})]
        outcome = send(receiver.url)

    assert (outcome.error, outcome.status) == (DeliveryError.REDIRECT, status)
    assert len(receiver.received) == 1


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as receiver, receiving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert send(receiver.url).status == 204

    assert not proxy.received


def test_retry_after_is_read_as_seconds_only() -> None:
    with receiving() as receiver:
        receiver.answers = [
            (503, {"Retry-After": "120"}), (503, {"Retry-After": "soon"}), (429, {"Retry-After": "-1"}),
            (429, {"Retry-After": "9" * 50}),
        ]  # fmt: skip
        found = [send(receiver.url) for _ in receiver.answers]

    assert [one.retry_after for one in found] == [120, 0, 0, 0]
    assert {one.error for one in found} == {DeliveryError.STATUS}


def dripping(there: socket.socket) -> None:
    there.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        there.sendall(b"x")
        time.sleep(0.05)


def informing(there: socket.socket) -> None:
    while True:
        there.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n")
        time.sleep(0.01)


def silent(there: socket.socket) -> None:
    there.recv(1)


@pytest.mark.parametrize("speak", [dripping, informing, silent])
def test_an_answer_that_does_not_come_to_its_status_ends_in_time(speak: Callable[[socket.socket], None]) -> None:
    with speaking(speak) as port:
        outcome = send(f"http://127.0.0.1:{port}/", longest=0.5)

    assert outcome.error == DeliveryError.TIMEOUT
    assert 0.4 < outcome.seconds < LONGEST


def endless(there: socket.socket) -> None:
    there.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n")
    while True:
        there.sendall(b"x" * 65_536)


def test_of_an_endless_answer_only_the_status_counts() -> None:
    with speaking(endless) as port:
        outcome = send(f"http://127.0.0.1:{port}/")

    assert (outcome.error, outcome.status) == (None, 200)
    assert outcome.seconds < LONGEST


def boundless(there: socket.socket) -> None:
    while True:
        there.sendall(b"X" * 65_536)


def babbling(there: socket.socket) -> None:
    there.sendall(b"220 mail.example.org ESMTP\r\n")


@pytest.mark.parametrize("speak", [boundless, babbling])
def test_what_is_not_http_is_an_error(speak: Callable[[socket.socket], None]) -> None:
    with speaking(speak) as port:
        assert send(f"http://127.0.0.1:{port}/").error == DeliveryError.PROTOCOL
