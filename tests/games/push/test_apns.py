"""Apple: HTTP/2 over TLS, and a provider token that is signed with ES256."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.push.apns import Apns, AppleApp
from games.push.message import Address, Ending, Message, Outcome
from tests.games.push.pushing import GAME, ID, NOW, message
from tests.games.push.receivers import PushService, http2_service
from tests.games.webhooks.receiver import certified

KEY = ec.generate_private_key(ec.SECP256R1())
PATH = "/3/device/d0"
TO = Address("d0")


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    context = certified(tmp_path, "127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    with http2_service(context) as found:
        yield found


def send(service: PushService, *messages: Message) -> list[Outcome]:
    async def run() -> list[Outcome]:
        async with httpx.AsyncClient(http1=False, http2=True) as client:
            app = AppleApp(KEY, "KEYID", "TEAM", "org.example.cards")
            apns = Apns(app, f"https://127.0.0.1:{service.port}", client)
            return [await apns.send(one) for one in messages]

    return asyncio.run(run())


def test_an_alert_comes_with_a_verified_token(service: PushService) -> None:
    assert [one.ending for one in send(service, message(TO))] == [Ending.SENT]
    (received,) = service.received
    scheme, token = received.headers["authorization"].split(" ")

    assert (received.path, scheme) == (PATH, "bearer")
    claims = jwt.decode(token, KEY.public_key(), algorithms=["ES256"], options={"verify_iat": False})
    assert claims == {"iss": "TEAM", "iat": int(NOW.timestamp())}
    assert jwt.get_unverified_header(token)["kid"] == "KEYID"
    expected = {
        "apns-id": str(ID), "apns-collapse-id": str(GAME), "apns-topic": "org.example.cards",
        "apns-push-type": "alert", "apns-priority": "10",
        "apns-expiration": str(int((NOW + timedelta(hours=1)).timestamp())),
    }  # fmt: skip
    assert {name: received.headers[name] for name in expected} == expected
    assert received.json == {
        "aps": {"alert": {"loc-key": "your-turn"}, "mutable-content": 1, "thread-id": str(GAME)},
        "type": "your-turn", "game": str(GAME), "turn": 3, "version": 9, "deadline": None,
    }  # fmt: skip


def test_one_connection_and_one_token_serve_until_the_token_is_old(service: PushService) -> None:
    times = [NOW, NOW + timedelta(minutes=39), NOW + timedelta(minutes=41)]
    send(service, *[message(TO, now=at) for at in times])
    tokens = [one.headers["authorization"] for one in service.received]

    assert tokens[0] == tokens[1] != tokens[2]
    assert service.connections == 1


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        (410, {"reason": "Unregistered", "timestamp": 1}, Outcome(Ending.GONE, "Unregistered")),
        (400, {"reason": "BadDeviceToken"}, Outcome(Ending.GONE, "BadDeviceToken")),
        (400, {"reason": "DeviceTokenNotForTopic"}, Outcome(Ending.FAILED, "DeviceTokenNotForTopic")),
        (403, {"reason": "InvalidProviderToken"}, Outcome(Ending.LATER, "InvalidProviderToken")),
        (429, {"reason": "TooManyRequests"}, Outcome(Ending.LATER, "TooManyRequests")),
        (500, [], Outcome(Ending.LATER, "500")),
    ],
)
def test_answers_say_whether_to_try_again(service: PushService, status: int, body: Any, outcome: Outcome) -> None:
    service.answers[PATH] = [(status, body)]
    assert send(service, message(TO)) == [outcome]


def test_a_token_that_has_expired_is_replaced(service: PushService) -> None:
    service.answers[PATH] = [(403, {"reason": "ExpiredProviderToken"}), (200, {})]
    later = NOW + timedelta(seconds=1)
    outcomes = send(service, message(TO), message(TO, now=later))
    assert [one.ending for one in outcomes] == [Ending.LATER, Ending.SENT]
    assert len({one.headers["authorization"] for one in service.received}) == 2
