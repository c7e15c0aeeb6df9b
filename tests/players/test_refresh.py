from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import override_settings

from players import sessions
from players.models import RefreshToken, Session


def refresh(caller: Any, token: str) -> Any:
    return caller.send("POST", "/auth/refresh", {"refresh": token})


def age(seconds: float) -> None:
    """Move everything that is stored so many seconds into the past."""
    RefreshToken.objects.update(replaced_at=F("replaced_at") - timedelta(seconds=seconds))


def test_a_refresh_gives_a_new_pair_that_works(guest: Any) -> None:
    answer = refresh(guest, guest.tokens["refresh"])

    assert answer.status_code == 200
    assert answer.json()["refresh"] != guest.tokens["refresh"]
    assert answer.json()["player"] == guest.tokens["player"]
    guest.tokens = answer.json()
    assert guest.send("GET", "/me").status_code == 200
    assert refresh(guest, guest.tokens["refresh"]).status_code == 200


def test_a_lost_answer_is_given_again_for_a_minute(guest: Any) -> None:
    first = refresh(guest, guest.tokens["refresh"])
    age(59)

    again = refresh(guest, guest.tokens["refresh"])

    # The rows are as old as the pair, so its access token was issued then too.
    assert again.status_code == 200
    assert again.json()["refresh"] == first.json()["refresh"]
    assert refresh(guest, guest.tokens["refresh"]).content == again.content
    assert refresh(guest, first.json()["refresh"]).status_code == 200


def test_the_same_pair_to_the_byte(guest: Any) -> None:
    first = refresh(guest, guest.tokens["refresh"])

    assert refresh(guest, guest.tokens["refresh"]).content == first.content


def test_the_same_pair_even_when_its_successor_is_used_already(guest: Any) -> None:
    first = refresh(guest, guest.tokens["refresh"])
    refresh(guest, first.json()["refresh"])

    assert refresh(guest, guest.tokens["refresh"]).content == first.content


def test_an_older_token_ends_the_family(guest: Any) -> None:
    current = refresh(guest, guest.tokens["refresh"]).json()
    age(61)

    stolen = refresh(guest, guest.tokens["refresh"])

    assert stolen.status_code == 401
    assert stolen.json()["code"] == "refresh_reused"
    assert refresh(guest, current["refresh"]).json()["code"] == "session_ended"
    guest.tokens = current
    assert guest.send("GET", "/me").json()["code"] == "session_ended"


def test_a_token_of_long_ago_ends_the_family_although_its_row_is_gone(guest: Any) -> None:
    token = guest.tokens["refresh"]
    for _ in range(4):
        age(120)
        token = refresh(guest, token).json()["refresh"]
    assert RefreshToken.objects.count() <= 2

    assert refresh(guest, guest.tokens["refresh"]).json()["code"] == "refresh_reused"
    assert refresh(guest, token).json()["code"] == "session_ended"


def test_a_family_takes_no_other_with_it(guest: Any, member: Any) -> None:
    refresh(guest, guest.tokens["refresh"])
    age(61)
    refresh(guest, guest.tokens["refresh"])

    assert member.send("GET", "/me").status_code == 200


@pytest.mark.parametrize("change", [0, 20, 40, 63])
def test_a_changed_token_is_none_or_ends_its_family(guest: Any, change: int) -> None:
    token = guest.tokens["refresh"]
    changed = token[:change] + ("A" if token[change] != "A" else "B") + token[change + 1 :]

    assert refresh(guest, changed).json()["code"] == ("refresh_invalid" if change < 21 else "refresh_reused")


def test_nothing_plain_is_stored(guest: Any) -> None:
    token = refresh(guest, guest.tokens["refresh"]).json()["refresh"]

    stored = [*RefreshToken.objects.values_list(), *Session.objects.values_list()]

    for secret in (token, guest.tokens["refresh"]):
        assert secret not in repr(stored)
    assert all(len(bytes(row.digest)) == 32 for row in RefreshToken.objects.all())


def test_an_idle_session_ends(guest: Any) -> None:
    Session.objects.update(expires_at=F("created_at"))

    assert refresh(guest, guest.tokens["refresh"]).json()["code"] == "session_ended"
    assert guest.send("GET", "/me").json()["code"] == "session_ended"


def test_a_new_server_key_signs_nobody_out(guest: Any, settings: Any) -> None:
    replaced = refresh(guest, guest.tokens["refresh"])

    with override_settings(SECRET_KEY="another key " * 5, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert guest.send("GET", "/me").status_code == 200
        assert refresh(guest, guest.tokens["refresh"]).json()["refresh"] == replaced.json()["refresh"]
        assert refresh(guest, replaced.json()["refresh"]).status_code == 200


@pytest.mark.usefixtures("committed")
def test_parallel_refreshes_of_one_token_get_one_pair(at_once: Any, caller: Any) -> None:
    caller.sign_in("/auth/guest", {})
    token = caller.tokens["refresh"]

    answers = at_once(*[lambda: refresh(caller, token)] * 8)

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert RefreshToken.objects.count() == 2


@pytest.mark.usefixtures("committed")
def test_a_logout_beats_every_refresh_that_comes_after(at_once: Any, caller: Any) -> None:
    caller.sign_in("/auth/guest", {})
    token = caller.tokens["refresh"]

    at_once(lambda: caller.send("POST", "/auth/logout"), *[lambda: refresh(caller, token)] * 4)

    assert refresh(caller, token).json()["code"] == "session_ended"
    assert Session.objects.exclude(ended_at=None).count() == 1


def restored(guest: Any) -> tuple[str, str]:
    """Let the database be as it was before two refreshes. Return the token that it knows, and the newest one."""
    before = [*RefreshToken.objects.values()]
    first = guest.tokens["refresh"]
    newest = refresh(guest, refresh(guest, first).json()["refresh"]).json()["refresh"]
    RefreshToken.objects.all().delete()
    RefreshToken.objects.bulk_create(RefreshToken(**row) for row in before)
    return first, newest


def test_a_restored_database_takes_unknown_tokens_for_stolen_ones(guest: Any) -> None:
    _, newest = restored(guest)

    assert refresh(guest, newest).json()["code"] == "refresh_reused"


def test_after_a_restore_clients_stay_signed_in(guest: Any) -> None:
    _, newest = restored(guest)

    assert sessions.trust_next_tokens() == 1
    answer = refresh(guest, newest)

    assert answer.status_code == 200
    assert refresh(guest, newest).content == answer.content
    assert refresh(guest, answer.json()["refresh"]).status_code == 200


def test_after_a_restore_a_second_token_still_ends_the_session(guest: Any) -> None:
    first, newest = restored(guest)
    sessions.trust_next_tokens()
    assert refresh(guest, first).status_code == 200

    assert refresh(guest, newest).json()["code"] == "refresh_reused"
    assert Session.objects.get().ended_at is not None
