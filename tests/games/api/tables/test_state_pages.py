"""Pages of tables as they were: the same as one by one, at the cost of one fold from a snapshot."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services, store
from games.db import rows
from games.integrity.verify import Verifier
from games.log.read import event_of
from games.log.stored_event import StoredEvent
from games.rules.commands import Pass, Resign
from games.rules.legality.objections import legal_moves
from games.services import history
from tests.games.api.conftest import Caller
from tests.games.integrity.planting import plant
from tests.racing import at_once

LENGTH = 240


@pytest.fixture
def long(anna: Caller, bert: Caller) -> str:
    return played(anna, bert)


def played(anna: Caller, bert: Caller) -> str:
    """Return the id of a game that still runs after many events."""
    duel = str(anna.opens(variant="101")["id"])
    assert bert.post(f"/games/{duel}/seats", {}).status_code == 201
    game, number = UUID(duel), 0
    while (row := store.find(game)) and row.version < LENGTH and row.status == "playing":
        state, seat = store.game_of(row), row.on_turn or 0
        moves = [move for move in legal_moves(state, seat) if not isinstance(move, Resign)]
        number += 1
        # The last move listed draws or passes rather than plays: nobody wins for long.
        sitter = state.sitters[seat]
        assert sitter
        move = next((one for one in reversed(moves) if not isinstance(one, Pass)), moves[-1])
        services.make_move(game, move, turn=row.turn, actor=sitter.player, key=f"{number}", request_hash=b"hash")
    assert number
    assert row
    assert row.version >= LENGTH
    return duel


def pages(caller: Any, game: str, limit: int, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = "0"
    while cursor is not None:
        page = caller.get(f"/games/{game}/states?after={cursor}&limit={limit}{query}").json()
        found += page["items"]
        cursor = page["next_cursor"]
    return found


def test_a_page_is_the_tables_one_by_one(long: str, anna: Any, bert: Any, stranger: Any) -> None:
    version = anna.table(long)["version"]
    for caller in (anna, bert, stranger):
        found = pages(caller, long, 97)
        assert [one["version"] for one in found] == [*range(1, version + 1)]
        for number in (1, 5, 99, 100, 101, 102, version - 1, version):
            if number <= version:
                assert caller.get(f"/games/{long}/states/{number}").json() == found[number - 1]
    assert all(one["you"] is None for one in pages(stranger, long, 100))


def test_what_snapshots_tell_is_what_the_whole_fold_tells(long: str, anna: Any) -> None:
    whole = pages(anna, long, 100)
    assert rows("SELECT count(*) FROM snapshot")[0][0] == len(whole) // 100
    again = pages(anna, long, 30)
    plant("DELETE FROM snapshot")
    assert again == whole == pages(anna, long, 50)


@pytest.mark.usefixtures("committed")
def test_two_who_look_back_first_at_once_are_both_answered(call: Callable[[], Caller]) -> None:
    """In transactions of their own, as requests are: each makes the snapshots, and both are the same."""
    anna, bert = call(), call()
    game = played(anna, bert)

    answers = at_once(*[lambda caller=caller: caller.get(f"/games/{game}/states/{LENGTH}") for caller in (anna, bert)])

    assert [answer.status_code for answer in answers] == [200, 200]
    assert rows("SELECT version FROM snapshot ORDER BY 1") == [(100,), (200,)]


def test_lines(long: str, anna: Any) -> None:
    lines = anna.get(f"/games/{long}/states?limit=3", Accept="application/x-ndjson")
    assert lines.headers["Content-Type"].startswith("application/x-ndjson")
    assert [json.loads(line)["version"] for line in lines.content.splitlines()] == [1, 2, 3]


def test_secrets_are_kept_as_in_a_single_state(long: str, anna: Any, bert: Any) -> None:
    for query in ("seat=0", "seat=all"):
        refused = anna.get(f"/games/{long}/states?{query}")
        assert (refused.status_code, refused.json()["code"]) == (403, "still_played")
    anna.post(f"/games/{long}/resignation", {})
    version = anna.table(long)["version"]
    open_ = bert.get(f"/games/{long}/states?after={version - 5}&seat=all").json()["items"]
    assert open_[-1] == bert.get(f"/games/{long}/states/{version}?seat=all").json()
    assert anna.get(f"/games/{long}/states?seat=7").status_code == 422


def test_pages_at_the_edges(long: str, anna: Any) -> None:
    version = anna.table(long)["version"]
    assert anna.get(f"/games/{long}/states?after={version}").json() == {"items": [], "next_cursor": None}
    assert anna.get(f"/games/{long}/states?after={version + 1000}").json() == {"items": [], "next_cursor": None}
    for wrong in ("limit=0", "limit=101", "after=-1", "after=x"):
        assert anna.get(f"/games/{long}/states?{wrong}").status_code in {400, 422}
    answer = anna.get(f"/games/{long}/states?limit=2")
    fresh = anna.get(f"/games/{long}/states?limit=2", If_None_Match=answer.headers["ETag"])
    assert fresh.status_code == 304


def test_it_costs_the_same_late_in_the_game_as_early(long: str, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    version = anna.table(long)["version"]
    anna.get(f"/games/{long}/states/{version}")
    folded = 0
    read = event_of

    def counted(one: StoredEvent) -> Any:
        nonlocal folded
        folded += 1
        return read(one)

    monkeypatch.setattr(history, "event_of", counted)
    costs = {}
    for after in (100, 200):
        folded = 0
        with CaptureQueriesContext(connection) as queries:
            items = anna.get(f"/games/{long}/states?after={after}&limit=30").json()["items"]
        costs[after] = (folded, len(queries))
        assert len(items) == 30
    assert costs[100] == costs[200]
    assert costs[200][0] == 30
    folded = 0
    anna.get(f"/games/{long}/states/{version}")
    assert folded <= store.EVERY


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        (
            "UPDATE snapshot SET state = (SELECT state FROM game_state) WHERE version = 100",
            "version 100 is not the fold",
        ),
        ("UPDATE snapshot SET state = 'x' WHERE version = 200", "version 200 is not the fold"),
        ("""UPDATE snapshot SET clock = '{"seat":0,"began":null,"banks":{}}'""", "version 100 is not the fold"),
        ("UPDATE snapshot SET version = 900 WHERE version = 200", "version 900, which the log does not have"),
    ],
)
def test_a_snapshot_that_is_not_the_log_is_found(long: str, anna: Any, sql: str, named: str) -> None:
    pages(anna, long, 100)
    assert Verifier().game(UUID(long)) == []
    plant(sql)
    assert [fault for fault in Verifier().game(UUID(long)) if named in fault.what]
