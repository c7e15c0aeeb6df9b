import re
import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import RequestFactory

from base.http import rate_limits
from base.http.buckets import Bucket, Leases
from config.settings.base import RATE_LIMITS
from players.models import RateBucket
from tests.players.conftest import PASSWORD


def pass_seconds(seconds: float) -> None:
    RateBucket.objects.update(full_at=F("full_at") - timedelta(seconds=seconds))


def spend(name: str, address: str = "192.0.2.1", **whose: Any) -> bool:
    """Return whether one more request is within the limits."""
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    try:
        rate_limits.spend(request, name, **whose)
    except rate_limits.Throttled:
        return False
    return True


@pytest.fixture(autouse=True)
def limits(settings: Any, request: pytest.FixtureRequest) -> None:
    if "committed" not in request.fixturenames:
        request.getfixturevalue("db")
    settings.RATE_LIMITS = {
        "play": {"player": (3, 60), "address": (5, 60)},
        "read": {"player": (4, 60)},
        "sign-in": {"address": (2, 60)},
        "lobby": {},
    }


def test_a_player_has_his_quota_and_no_more() -> None:
    player = uuid4()

    assert [spend("play", player=player) for _ in range(5)] == [True] * 3 + [False] * 2


def test_what_is_refused_costs_nothing() -> None:
    player = uuid4()
    for _ in range(10):
        spend("play", player=player)

    pass_seconds(20)
    assert spend("play", player=player)
    assert not spend("play", player=player)


def test_the_quota_comes_back_evenly() -> None:
    player = uuid4()
    for _ in range(3):
        spend("play", player=player)

    pass_seconds(10)
    assert not spend("play", player=player)
    pass_seconds(10)
    assert spend("play", player=player)
    pass_seconds(3_600)
    assert [spend("play", player=player) for _ in range(4)] == [True] * 3 + [False]


def test_buckets_players_and_addresses_are_apart() -> None:
    one, two = uuid4(), uuid4()
    for _ in range(4):
        spend("play", player=one)

    assert spend("read", player=one)
    assert spend("play", player=two)
    assert spend("play", "192.0.2.2", player=two)
    assert not spend("play", "192.0.2.2", player=one)


def test_an_address_has_a_quota_over_all_its_players() -> None:
    assert [spend("play", player=uuid4()) for _ in range(7)] == [True] * 5 + [False] * 2
    assert spend("play", "192.0.2.2", player=uuid4())


def test_no_limit_no_row() -> None:
    RateBucket.objects.all().delete()
    assert all(spend("lobby", player=uuid4()) for _ in range(50))
    assert all(spend("unheard of") for _ in range(50))
    assert not RateBucket.objects.exists()


def test_no_address_is_stored() -> None:
    spend("play", player=uuid4())

    assert "192.0.2" not in repr(list(RateBucket.objects.values_list()))


def test_who_passes_and_who_is_refused_reads_how_it_stands(caller: Any) -> None:
    answers = [caller.send("POST", "/auth/guest", {}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert [answer.headers["RateLimit-Policy"] for answer in answers] == ['"sign-in-address";q=2;w=60'] * 3
    told = [re.fullmatch(r'"sign-in-address";r=(\d);t=(\d+)', answer.headers["RateLimit"]) for answer in answers]
    left, full = zip(*(map(int, one.groups()) for one in told if one), strict=True)
    assert left == (1, 0, 0)
    assert full[0] == 30
    assert all(50 < seconds <= 60 for seconds in full[1:])  # less the time that the requests themselves take
    wait = answers[2].json()["retry_after"]
    assert answers[2].headers["Retry-After"] == f"{wait}"
    assert wait == full[2] - 30
    assert answers[2].json()["code"] == "throttled"


def test_guessing_passwords_is_slow_for_one_name_from_one_address(caller: Any, settings: Any) -> None:
    settings.RATE_LIMITS = {"password": {"account": (3, 300)}}

    def guess(username: str, address: str = "192.0.2.1") -> int:
        body = {"username": username, "password": "guess"}
        return caller.http.post("/api/v1/auth/token", body, format="json", REMOTE_ADDR=address).status_code  # type: ignore[no-any-return]

    assert [guess("anna") for _ in range(4)] == [401, 401, 401, 429]
    assert guess("ANNA") == 429
    assert guess("bert") == 401
    assert guess("anna", "192.0.2.2") == 401


@pytest.mark.usefixtures("committed")
def test_all_processes_share_one_quota(at_once: Any) -> None:
    player = uuid4()

    passed = at_once(*[lambda: spend("play", player=player)] * 12)

    assert sum(passed) == 3


@pytest.mark.usefixtures("committed")
def test_crossing_requests_do_not_block_each_other(at_once: Any, settings: Any) -> None:
    settings.RATE_LIMITS = {"play": {"player": (1_000, 60), "address": (1_000, 60)}}
    players = [uuid4() for _ in range(4)]

    def play(n: int) -> list[bool]:
        return [spend("play", f"192.0.2.{(n + m) % 4}", player=players[(n * m) % 4]) for m in range(40)]

    assert all(all(passed) for passed in at_once(*[lambda n=n: play(n) for n in range(8)]))


def test_two_hundred_players_behind_one_address_play_a_move_a_second(settings: Any) -> None:
    settings.RATE_LIMITS = RATE_LIMITS
    players = [uuid4() for _ in range(200)]

    for _ in range(6):
        assert all(spend("play", player=player) for player in players)
        assert all(spend("read", player=player) for player in players)
        pass_seconds(1)
    # In six seconds more has come back than these requests have used, so they can go on without limit.
    assert RateBucket.objects.filter(full_at__gt=F("full_at")).count() == 0
    limits = RATE_LIMITS["play"]
    assert limits["address"][0] / limits["address"][1] > 200
    assert limits["player"][0] / limits["player"][1] > 1


def test_a_lease_asks_the_database_once_for_many(django_assert_num_queries: Any) -> None:
    bucket, leases = Bucket("read", 1_000, 60_000, uuid4()), Leases()  # nothing comes back meanwhile
    assert bucket.lease == 20

    with django_assert_num_queries(2):  # of the first twenty it does not ask
        shown = [leases.take([bucket])[0] for _ in range(60)]

    assert [one.remaining for one in shown] == list(range(999, 939, -1))


def test_the_pace_of_a_person_costs_no_write(django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket, leases, now = Bucket("play", 300, 60, uuid4()), Leases(), 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)

    with django_assert_num_queries(0):
        for _ in range(100):
            assert [one.remaining for one in leases.take([bucket])] == [299]
            now += 10.5


def test_what_a_process_lets_through_on_its_own_is_paid_with_the_next_lease() -> None:
    bucket, process = Bucket("play", 300, 36_000, uuid4()), Leases()

    passed = [process.take([bucket])[0].spent for _ in range(400)]

    assert sum(passed) == 300


def test_no_number_of_processes_lets_more_through_than_the_quota() -> None:
    bucket = Bucket("read", 200, 36_000, uuid4())
    processes = [Leases() for _ in range(3)]

    passed = [process.take([bucket])[0].spent for _ in range(150) for process in processes]

    assert sum(passed) == 200


def test_many_threads_of_many_processes(committed: None, at_once: Any) -> None:  # noqa: ARG001
    bucket = Bucket("read", 200, 36_000, uuid4())
    processes = [Leases(), Leases()]
    threads = processes * 4

    passed = at_once(
        *[lambda process=process: [process.take([bucket])[0].spent for _ in range(60)] for process in threads]
    )

    kept_back = len(threads) * (bucket.lease - 1)  # leases that come when nobody asks any more
    beyond = len(processes) * bucket.lease  # what a process lets through on its own while others take the whole quota
    assert 200 - kept_back <= sum(map(sum, passed)) <= 200 + beyond


def test_two_leases_at_once_are_both_used(db: None) -> None:  # noqa: ARG001
    bucket, process = Bucket("read", 200, 36_000, uuid4()), Leases()

    passed = [process._lease([bucket])[bucket.key].spent for _ in range(2)]  # noqa: SLF001 - as two threads do
    passed += [process.take([bucket])[0].spent for _ in range(300)]

    assert sum(passed) == 200


def signed_up(caller: Any, username: str) -> str:
    password = PASSWORD
    answer = caller.send("POST", "/auth/register", {"username": username, "password": password})
    assert answer.status_code == 201, answer.content
    return password


def test_no_number_of_addresses_guesses_fast_or_locks_the_owner_out_at_home(caller: Any, settings: Any) -> None:
    settings.RATE_LIMITS = {"password": {"account": (3, 300)}, "stranger": {"username": (4, 3_600)}}
    password = signed_up(caller, "anna")

    def sign_in(password: str, address: str) -> int:
        body = {"username": "anna", "password": password}
        return caller.http.post("/api/v1/auth/token", body, format="json", REMOTE_ADDR=address).status_code  # type: ignore[no-any-return]

    assert sign_in(password, "198.51.100.1") == 200
    guesses = [sign_in("guess", f"192.0.2.{host}") for host in range(6)]

    assert guesses == [401, 401, 401, 429, 429, 429]
    assert sign_in(password, "198.51.100.1") == 200
    assert sign_in("guess", "198.51.100.1") == 401


def test_one_stranger_locks_nobody_out_elsewhere(caller: Any, settings: Any) -> None:
    settings.RATE_LIMITS = {"password": {"account": (3, 300), "address": (6, 300)}, "stranger": {"username": (9, 300)}}
    passwords = {name: signed_up(caller, name) for name in ("anna", "bert", "cleo")}

    def sign_in(username: str, password: str, address: str) -> int:
        body = {"username": username, "password": password}
        return caller.http.post("/api/v1/auth/token", body, format="json", REMOTE_ADDR=address).status_code  # type: ignore[no-any-return]

    assert [sign_in("anna", "guess", "192.0.2.1") for _ in range(4)] == [401, 401, 401, 429]
    assert [sign_in("bert", "guess", "192.0.2.1") for _ in range(4)] == [401, 401, 429, 429]
    for username, password in passwords.items():
        assert sign_in(username, password, "198.51.100.1") == 200
