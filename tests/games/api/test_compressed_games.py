"""What has no secret is compressed with a token, too: rules and fairness, and all of a game that is over."""

import gzip
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.games.api.conftest import API, Caller

ALWAYS: Final = ("/rules", "/fairness")
WHEN_OVER: Final = (
    "", "/events?limit=100", "/states", "/states/5", "/states/5?seat=all", "/digest?since=0", "/record",
)  # fmt: skip
LINES: Final = ("/events", "/states")


def packed(caller: Caller, where: str, **headers: str) -> tuple[bool, Any]:
    """Return whether an answer is compressed, and the answer. What it unpacks to is what others get."""
    plain = caller.get(where, **headers)
    signed = {"Authorization": f"Bearer {caller.tokens['access']}", "Accept-Encoding": "gzip", **headers}
    answer = caller.http.get(API + where, headers=signed)
    assert (plain.status_code, answer.status_code) == (200, 200), answer.content
    if "Content-Encoding" not in answer.headers:
        return False, answer
    unpacked = gzip.decompress(answer.content)
    assert len(answer.content) < len(unpacked)
    if where.count("/") > 2:  # a table has the time
        assert unpacked == plain.content, where
    assert "accept-encoding" in answer.headers["Vary"].lower()
    return True, answer


def test_a_game_that_is_over_is_compressed(anna: Caller, bert: Caller, ended: Callable[..., str]) -> None:
    where = f"/games/{ended()}"
    for part in (*ALWAYS, *WHEN_OVER):
        for caller in (anna, bert):
            assert packed(caller, where + part)[0], part
    for part in LINES:
        assert packed(anna, where + part, Accept="application/x-ndjson")[0], part
    assert packed(anna, f"{where}/record", Accept="text/plain")[0]


def test_of_a_running_game_only_what_is_no_secret_is_compressed(anna: Caller, duel: str) -> None:
    where = f"/games/{duel}"
    for part in ALWAYS:
        assert packed(anna, where + part)[0], part
    for part in ("", "/events", "/states", "/states/5", "/digest?since=0", "/record"):
        found, answer = packed(anna, where + part)
        assert not found, part
        assert len(answer.content) > 50
    for part in LINES:
        assert not packed(anna, where + part, Accept="application/x-ndjson")[0], part


def test_records_are_compressed(anna: Caller, ended: Callable[..., str]) -> None:
    text = anna.get(f"/games/{ended()}/record", Accept="text/plain").content
    made = anna.raw("POST", "/records", text, Content_Type="text/plain")
    where = made.headers["Location"].removeprefix("/api/v1")

    assert packed(anna, where)[0]
    assert packed(anna, where, Accept="text/plain")[0]
    assert "Content-Encoding" not in made.headers


@pytest.mark.parametrize("path", ["/variants", "/problems"])
def test_a_public_answer_in_the_language_of_a_profile_is_compressed(anna: Caller, path: str) -> None:
    anna.speaks("de")
    assert packed(anna, path)[0]
