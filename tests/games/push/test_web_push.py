"""A browser decrypts what it is sent, and its push service verifies who has sent it."""

import asyncio
import json
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from datetime import timedelta
from ipaddress import ip_network

import http_ece
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.push.message import Address, Ending, Outcome
from games.push.web_push import WebPush, new_key, private_key, public_key
from games.webhooks.sending import Sender
from tests.games.push.pushing import GAME, NOW, Browser, encoded, message
from tests.games.webhooks.receiver import Receiver, receiving

HERE = [ip_network("127.0.0.0/8")]
KEY = private_key(new_key())


def send(receiver: Receiver, browser: Browser, *, networks: object = HERE, **fields: object) -> Outcome:
    sender = WebPush(KEY, "mailto:host@example.org", Sender(networks))  # type: ignore[arg-type]
    to = Address(endpoint=receiver.url, p256dh=browser.p256dh, auth=browser.auth)
    return asyncio.run(sender.send(message(to, **fields)))


def test_the_example_of_rfc_8291_is_decrypted() -> None:
    """The library that encrypts is right about the published example, so what it decrypts below is right too."""
    receiver = private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    content = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    body = urlsafe_b64decode(content + "=" * (-len(content) % 4))
    secret = urlsafe_b64decode("BTBZMqHH6r4Tts7J_aSIgg==")
    assert http_ece.decrypt(body, private_key=receiver, auth_secret=secret) == (
        b"When I grow up, I want to be a watermelon"
    )


def test_only_the_browser_reads_the_message() -> None:
    browser = Browser()
    with receiving() as receiver:
        assert send(receiver, browser).ending == Ending.SENT
    (received,) = receiver.received

    assert json.loads(browser.decrypted(received.body)) == {
        "type": "your-turn", "game": str(GAME), "turn": 3, "version": 9, "deadline": None,
    }  # fmt: skip
    assert received.headers["Content-Encoding"] == "aes128gcm"
    with pytest.raises(http_ece.ECEException):
        Browser().decrypted(received.body)


def test_the_push_service_knows_who_sends_for_how_long_and_what_it_replaces() -> None:
    with receiving() as receiver:
        send(receiver, Browser(), until=NOW + timedelta(seconds=90))
    headers: Mapping[str, str] = receiver.received[0].headers
    scheme, parameters = headers["Authorization"].split(" ", 1)
    given = dict(one.split("=", 1) for one in parameters.split(", "))

    assert scheme == "vapid"
    point = urlsafe_b64decode(given["k"] + "=")
    verifying = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    claims = jwt.decode(given["t"], verifying, algorithms=["ES256"], audience=f"http://127.0.0.1:{receiver.port}")
    assert claims["sub"] == "mailto:host@example.org"
    assert timedelta() < timedelta(seconds=claims["exp"] - NOW.timestamp()) <= timedelta(hours=24)
    assert (headers["TTL"], headers["Urgency"], headers["Topic"]) == ("90", "high", GAME.hex)
    assert len(headers["Topic"]) <= 32
    assert given["k"] == public_key(KEY)


@pytest.mark.parametrize(
    ("status", "headers", "outcome"),
    [
        (404, {}, Outcome(Ending.GONE, "404")),
        (410, {}, Outcome(Ending.GONE, "410")),
        (429, {"Retry-After": "120"}, Outcome(Ending.LATER, "429", 120)),
        (503, {}, Outcome(Ending.LATER, "503")),
        (403, {}, Outcome(Ending.FAILED, "403")),
        (413, {}, Outcome(Ending.FAILED, "413")),
        (307, {"Location": "http://127.0.0.1/"}, Outcome(Ending.FAILED, "307")),
    ],
)
def test_answers_say_whether_to_try_again(status: int, headers: Mapping[str, str], outcome: Outcome) -> None:
    with receiving() as receiver:
        receiver.answers = [(status, headers)]
        assert send(receiver, Browser()) == outcome
    assert len(receiver.received) == 1


def test_an_address_that_is_not_public_gets_no_connection() -> None:
    with receiving() as receiver:
        assert send(receiver, Browser(), networks=[]) == Outcome(Ending.FAILED, "address")
    assert receiver.received == []


def test_a_key_that_is_no_point_of_the_curve_is_of_no_use() -> None:
    class Wrong(Browser):
        @property
        def p256dh(self) -> str:
            return encoded(b"\4" + b"\1" * 64)

    with receiving() as receiver:
        assert send(receiver, Wrong()) == Outcome(Ending.GONE, "key")
    assert receiver.received == []
