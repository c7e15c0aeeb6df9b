"""Firebase: a token of OAuth by a signed assertion, and data messages."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from games.push.fcm import Fcm
from games.push.message import Address, Ending, Message, Outcome
from tests.games.push.pushing import GAME, NOW, message, pem
from tests.games.push.receivers import PushService, json_service

KEY = rsa.generate_private_key(public_exponent=65_537, key_size=2048)
SEND = "/v1/projects/cards/messages:send"
TOKEN = {"access_token": "a", "expires_in": 3_600}
TO = Address("device")


@pytest.fixture
def service() -> Iterator[PushService]:
    with json_service() as found:
        found.answers["/token"] = [(200, TOKEN)]
        yield found


def send(service: PushService, *messages: Message) -> list[Outcome]:
    origin = f"http://127.0.0.1:{service.port}"
    account = {
        "project_id": "cards", "private_key_id": "k1", "private_key": pem(KEY), "client_email": "s@example.org",
        "token_uri": f"{origin}/token",
    }  # fmt: skip

    async def run() -> list[Outcome]:
        async with httpx.AsyncClient() as client:
            fcm = Fcm(account, origin, client)
            return [await fcm.send(one) for one in messages]

    return asyncio.run(run())


def test_the_token_is_asked_for_with_a_signed_assertion_and_used_again(service: PushService) -> None:
    later = NOW + timedelta(minutes=56)
    given = [message(TO), message(TO), message(TO, now=later, until=later)]
    assert [one.ending for one in send(service, *given)] == [Ending.SENT] * 3
    paths = [one.path for one in service.received]
    assert paths == ["/token", SEND, SEND, "/token", SEND]

    form = parse_qs(service.received[0].body.decode())
    assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
    (assertion,) = form["assertion"]
    claims = jwt.decode(
        assertion, KEY.public_key(), algorithms=["RS256"], audience=f"http://127.0.0.1:{service.port}/token",
        options={"verify_iat": False},
    )  # fmt: skip
    assert jwt.get_unverified_header(assertion)["kid"] == "k1"
    assert (claims["iss"], claims["exp"] - claims["iat"]) == ("s@example.org", 3_600)
    assert claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging"


def test_a_message_has_public_facts_as_texts(service: PushService) -> None:
    send(service, message(TO))
    sent = service.received[1]
    assert sent.headers["Authorization"] == "Bearer a"
    assert sent.json == {
        "message": {
            "token": "device",
            "data": {"type": "your-turn", "game": str(GAME), "turn": "3", "version": "9"},
            "android": {"collapse_key": str(GAME), "priority": "high", "ttl": "3600s"},
        }
    }


def error(status: str, code: str | None = None) -> Any:
    details = [{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}] if code else []
    return {"error": {"status": status, "details": details}}


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        (404, error("NOT_FOUND", "UNREGISTERED"), Outcome(Ending.GONE, "UNREGISTERED")),
        (404, error("NOT_FOUND"), Outcome(Ending.FAILED, "NOT_FOUND")),
        (400, error("INVALID_ARGUMENT"), Outcome(Ending.FAILED, "INVALID_ARGUMENT")),
        (429, error("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), Outcome(Ending.LATER, "QUOTA_EXCEEDED", 300)),
        (503, error("UNAVAILABLE"), Outcome(Ending.LATER, "UNAVAILABLE")),
        (500, "?", Outcome(Ending.LATER, "500")),
    ],
)
def test_answers_say_whether_to_try_again(service: PushService, status: int, body: Any, outcome: Outcome) -> None:
    service.answers[SEND] = [(status, body)]
    assert send(service, message(TO)) == [outcome]


def test_a_token_that_is_refused_is_replaced(service: PushService) -> None:
    service.answers[SEND] = [(401, error("UNAUTHENTICATED")), (200, {})]
    assert [one.ending for one in send(service, message(TO), message(TO))] == [Ending.LATER, Ending.SENT]
    assert [one.path for one in service.received].count("/token") == 2


def test_without_a_token_the_message_waits(service: PushService) -> None:
    service.answers["/token"] = [(400, {"error": "invalid_grant"})]
    assert send(service, message(TO)) == [Outcome(Ending.LATER, "oauth 400")]
