from typing import Any

import pytest
from django.test import RequestFactory

from base.http.addresses import address_of


def address(remote: str, forwarded: str | None = None) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return address_of(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers))


@pytest.mark.parametrize(
    ("remote", "household"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_an_address_is_a_household(remote: str, household: str) -> None:
    assert address(remote) == household


def test_what_a_caller_says_of_himself_does_not_count() -> None:
    assert address("192.0.2.1", "203.0.113.9") == "192.0.2.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "caller"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (2, "6.6.6.6, 203.0.113.9, 198.51.100.1", "203.0.113.9"),
        (3, "203.0.113.9", "203.0.113.9"),
        (1, None, "192.0.2.1"),
        (1, " , ", "192.0.2.1"),
        (1, "x" * 1_000, "x" * 64),
        (1, "6.6.6.6, 203.0.113.9:49152", "203.0.113.9"),
        (1, "[2001:db8:1:2::1]:49152", "2001:db8:1:2::/64"),
        (1, "[2001:db8:1:2::1]", "2001:db8:1:2::/64"),
    ],
)
def test_our_own_proxies_are_believed(settings: Any, proxies: int, forwarded: str | None, caller: str) -> None:
    settings.TRUSTED_PROXIES = proxies

    assert address("192.0.2.1", forwarded) == caller
