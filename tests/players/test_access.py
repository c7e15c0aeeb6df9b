import base64
import json
from datetime import timedelta
from typing import Any

import jwt
import pytest
from django.conf import settings
from django.test import override_settings

from players.models import Player, Scope, Session
from players.sessions import identify
from players.tokens import Access, InvalidToken


def code(guest: Any, token: str) -> str:
    guest.tokens["access"] = token
    answer = guest.send("GET", "/me")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    return str(answer.json()["code"])


def claims(guest: Any) -> dict[str, Any]:
    return jwt.decode(guest.tokens["access"], options={"verify_signature": False})


def test_an_access_token_lasts_a_quarter_of_an_hour(guest: Any) -> None:
    said = claims(guest)

    assert said["exp"] - said["iat"] == 15 * 60


@override_settings(ACCESS_LIFETIME=timedelta(seconds=-1))
@pytest.mark.usefixtures("db")
def test_an_expired_token_says_that_it_is(caller: Any) -> None:
    caller.sign_in("/auth/guest", {})

    assert code(caller, caller.tokens["access"]) == "token_expired"


@pytest.mark.parametrize("forged", ["", "x", "a.b.c", "é", "Bearer", "\u20ac".encode().decode("latin-1")])
def test_what_is_no_token(guest: Any, forged: str) -> None:
    assert code(guest, forged) == "token_invalid"


def test_another_signature(guest: Any) -> None:
    assert code(guest, jwt.encode(claims(guest), "k" * 32, algorithm="HS256")) == "token_invalid"


def test_the_server_key_itself_signs_nothing(guest: Any) -> None:
    assert code(guest, jwt.encode(claims(guest), settings.SECRET_KEY, algorithm="HS256")) == "token_invalid"


def test_no_signature(guest: Any) -> None:
    header = base64.urlsafe_b64encode(json.dumps({"alg": "none", "typ": "JWT"}).encode()).rstrip(b"=").decode()
    _, body, _ = guest.tokens["access"].split(".")

    assert code(guest, f"{header}.{body}.") == "token_invalid"


def test_a_refresh_token_is_no_access_token(guest: Any) -> None:
    assert code(guest, guest.tokens["refresh"]) == "token_invalid"


def test_no_token_names_the_scheme(caller: Any) -> None:
    answer = caller.send("GET", "/me")

    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Basic YTpi", "Token x", "bearer"])
def test_another_scheme_signs_nobody_in(caller: Any, header: str) -> None:
    assert caller.send("GET", "/me", Authorization=header).status_code == 401


def test_a_signed_token_with_senseless_claims_is_invalid(guest: Any) -> None:
    session = Session.objects.get()
    good = Access(session.player_id, session.id, "player", session.created_at, session.expires_at)
    assert Access.read(good.sign()).session == session.id

    with pytest.raises(InvalidToken):
        Access.read(Access("nobody", session.id, "player", session.created_at, session.expires_at).sign())  # type: ignore[arg-type]
    assert code(guest, Access(session.id, session.id, "player", session.created_at, session.expires_at).sign()) == (
        "session_ended"
    )


def test_a_token_of_another_scope_than_its_session(guest: Any) -> None:
    session = Session.objects.get()

    assert code(
        guest, Access(session.player_id, session.id, Scope.BOT, session.created_at, session.expires_at).sign()
    ) == ("session_ended")


def test_who_is_gone_is_signed_out(guest: Any) -> None:
    Player.objects.all().delete()

    assert code(guest, guest.tokens["access"]) == "session_ended"


def test_signing_in_costs_one_query(guest: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert identify(guest.tokens["access"]).player.name
