import secrets
from datetime import timedelta
from typing import Any

from django.db.models import F, Model
from django.test import RequestFactory

from base.http import rate_limits
from players.cleanup import delete_expired
from players.models import Player, RateBucket, RefreshToken, RequestKey, Session


def age(model: type[Model], field: str, **time: float) -> None:
    """Move the row's times into the past."""
    model._default_manager.update(**{field: F(field) - timedelta(**time)})  # noqa: SLF001  # any model


def test_what_lives_stays(guest: Any) -> None:
    guest.send("POST", "/me/tokens", {"name": "Robot"}, Idempotency_Key="k")
    age(RateBucket, "full_at", hours=-1)  # on a busy machine the buckets might be full again

    assert not any(delete_expired().values())
    assert guest.send("GET", "/me").status_code == 200


def test_keys_are_forgotten_in_their_time(guest: Any, caller: Any) -> None:
    guest.send("POST", "/me/tokens", {"name": "Robot"}, Idempotency_Key="k")
    caller.send("POST", "/auth/guest", {}, Idempotency_Key=secrets.token_urlsafe(16))

    age(RequestKey, "created_at", minutes=2)
    assert delete_expired()["request_keys"] == 1
    age(RequestKey, "created_at", days=29)
    assert delete_expired()["request_keys"] == 0
    age(RequestKey, "created_at", days=1)
    assert delete_expired()["request_keys"] == 1


def test_full_buckets_are_forgotten(guest: Any, settings: Any) -> None:  # noqa: ARG001
    settings.RATE_LIMITS = {"play": {"address": (3, 60)}}
    RateBucket.objects.all().delete()
    rate_limits.spend(RequestFactory().get("/", REMOTE_ADDR="192.0.2.1"), "play")
    assert delete_expired()["rate_buckets"] == 0

    age(RateBucket, "full_at", minutes=1)

    assert delete_expired()["rate_buckets"] == 1


def test_ended_sessions_are_forgotten_with_their_tokens_and_players_are_not(guest: Any) -> None:
    guest.send("POST", "/auth/logout")
    age(Session, "ended_at", days=29)
    assert delete_expired()["sessions"] == 0

    age(Session, "ended_at", days=1)

    assert delete_expired()["sessions"] == 1
    assert not RefreshToken.objects.exists()
    assert Player.objects.count() == 1
