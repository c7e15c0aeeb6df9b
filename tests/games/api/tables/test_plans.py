"""`/games/{id}/plan`, as its player meets it; and everybody else, who cannot see that it is there."""

import json
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from games.models import Plan
from games.services import exports
from games.services.plans import MOST_STEPS
from tests.games.api.conftest import Caller
from tests.games.services.noticing import follow, issue
from tests.games.services.planning import anything, play, undone
from tests.games.services.sitting import Sitting

DRAW: Final = {"deal": 1, "moves": [{"move": "draw"}]}
OF_ITS_TIME: Final = frozenset(
    {
        "at",
        "hash",
        "head",
        "secret_digest",
        "origin",
        "salt",
        "server_time",
        "receipt",
        "deadline",
        "signature",
        "spent",
        "seconds",
    }
)
"""What differs between any two moves."""


def put(caller: Caller, game: str, body: Any) -> Any:
    return caller.raw("PUT", f"/games/{game}/plan", json.dumps(body).encode())


@pytest.fixture
def seats(anna: Caller, bert: Caller, duel: str) -> tuple[Caller, Caller]:
    """Who is on turn, and who waits."""
    return (anna, bert) if anna.table(duel)["on_turn"] == 0 else (bert, anna)


def test_a_plan_is_kept_read_changed_and_dropped(seats: tuple[Caller, Caller], duel: str) -> None:
    _, waits = seats
    where = f"/games/{duel}/plan"
    assert waits.get(where).json()["code"] == "no_plan"
    body = {"deal": 1, "moves": [{"move": "7H", "ask": "answer"}, {"move": "accept"}]}
    kept = {"deal": 1, "moves": [{"move": "7H", "ask": "answer"}, {"move": "accept", "ask": None}]}

    made = put(waits, duel, body)

    assert (made.status_code, made.json()) == (200, kept)
    assert waits.get(where).json() == kept
    assert put(waits, duel, DRAW).status_code == 200
    assert [one["move"] for one in waits.get(where).json()["moves"]] == ["draw"]
    assert [waits.delete(where).status_code for _ in range(2)] == [204, 204]
    assert waits.get(where).status_code == 404


def test_it_is_refused_where_it_could_not_play(seats: tuple[Caller, Caller], duel: str, stranger: Caller) -> None:
    on_turn, waits = seats
    assert (put(on_turn, duel, DRAW).status_code, put(on_turn, duel, DRAW).json()["code"]) == (409, "your_turn")
    assert put(waits, duel, {**DRAW, "deal": 2}).json()["code"] == "other_deal"
    assert put(waits, waits.opens()["id"], DRAW).json()["code"] == "not_playing"
    for answer in (
        put(stranger, duel, DRAW),
        stranger.get(f"/games/{duel}/plan"),
        stranger.delete(f"/games/{duel}/plan"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    put(waits, duel, DRAW)
    on_turn.post(f"/games/{duel}/resignation", Idempotency_Key="a-key")
    assert put(waits, duel, DRAW).json()["code"] == "game_over"
    follow()
    assert waits.get(f"/games/{duel}/plan").status_code == 404


def test_what_is_no_plan_is_refused_and_stored_nowhere(seats: tuple[Caller, Caller], duel: str) -> None:
    _, waits = seats
    wrong: list[Any] = [
        [], [{}], "draw", {"move": "draw"}, ["draw"], [{"move": "10H"}], [{"move": "dräw"}], [{"move": "resign"}],
        [{"move": "say mau"}], [{"move": "accuse 0"}], [{"move": "draw", "ask": "nonsense"}], [{"move": 7}],
        [{"move": "draw", "then": "pass"}], [{"move": "draw"}] * (MOST_STEPS + 1), [{"move": "x" * 401}], None,
    ]  # fmt: skip
    for moves in wrong:
        answer = put(waits, duel, {"deal": 1, "moves": moves})
        assert (answer.status_code, {name.partition(".")[0] for name in answer.json()["errors"]}) == (422, {"moves"}), (
            moves
        )
    assert waits.get(f"/games/{duel}/plan").status_code == 404


def test_a_plan_is_told_why_a_move_is_none(seats: tuple[Caller, Caller], duel: str) -> None:
    errors = put(seats[1], duel, {"deal": 1, "moves": [{"move": "draw"}, {"move": "10H"}]}).json()["errors"]
    assert errors == {"moves.1.move": ['"10H" is not a move. A ten is T: TH.']}


def seen(game: str, *callers: Caller, with_etags: bool = True) -> list[Any]:
    """All that these callers can read of a game, but for what differs at any two times."""
    pages = ("", "/events", "/digest?since=0", "/rules", "/fairness", "/record", "/states/3")
    found: list[Any] = []
    for caller in callers:
        for page in pages:
            answer = caller.get(f"/games/{game}{page}")
            content = answer.json() if "json" in answer.headers["Content-Type"] else answer.content
            etag = answer.headers.get("ETag") if with_etags else None
            found.append((page, answer.status_code, etag, timeless(content)))
        found += [timeless(caller.get(page).json()) for page in ("/games", "/me/games", "/me/notices")]
    return found


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: timeless(one) for name, one in value.items() if name not in OF_ITS_TIME}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def test_nobody_sees_that_there_is_a_plan(seats: tuple[Caller, Caller], duel: str, stranger: Caller) -> None:
    on_turn, waits = seats
    issue()
    before = seen(duel, on_turn, stranger, waits)

    put(waits, duel, DRAW)
    issue()

    assert seen(duel, on_turn, stranger, waits) == before


def test_a_planned_move_looks_like_one_that_was_sent(anna: Caller, bert: Caller, stranger: Caller) -> None:
    """The same move twice from one position: once sent, and once planned."""
    game = str(anna.opens(variant="mau_mau_official")["id"])
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    table = Sitting(UUID(game), (UUID(anna.id), UUID(bert.id)))
    callers = (anna, bert)
    on_turn = table.row.on_turn
    assert on_turn is not None
    waits, plan = callers[1 - on_turn], anything(table, 1 - on_turn)
    first = callers[on_turn].table(game)["you"]["moves"][0]

    def others_moved() -> None:
        assert callers[on_turn].moves(game, first, table.row.turn).status_code == 201
        while table.row.on_turn == on_turn:
            callers[on_turn].moves(game, callers[on_turn].table(game)["you"]["moves"][-1], table.row.turn)

    with undone():
        assert put(waits, game, {"deal": 1, "moves": [{"move": move} for move in plan]}).status_code == 200
        others_moved()
        issue()
        version, turn = table.row.version, table.row.turn
        assert play() == 1
        issue()
        (made,) = [one for one in anna.feed(game) if one["version"] == version + 1]
        planned = [timeless(one) for one in anna.feed(game)], seen(game, callers[on_turn], stranger, with_etags=False)

    others_moved()
    assert (table.row.version, table.row.turn) == (version, turn)
    issue()
    assert waits.moves(game, made["command"].partition(" ")[2], turn).status_code == 201
    issue()
    sent = [timeless(one) for one in anna.feed(game)], seen(game, callers[on_turn], stranger, with_etags=False)

    assert planned[0] == sent[0]
    for one, other in zip(planned[1], sent[1], strict=True):
        assert one == other


def test_a_plan_is_in_the_export_of_its_player_alone(seats: tuple[Caller, Caller], duel: str) -> None:
    on_turn, waits = seats
    put(waits, duel, DRAW)

    plans = [exports.document_of(UUID(one.id))["account"]["plan"] for one in (waits, on_turn)]
    assert [len(one) for one in plans] == [1, 0]
    assert "key" not in plans[0][0]


def test_an_erased_player_leaves_no_plan(seats: tuple[Caller, Caller], duel: str) -> None:

    _, waits = seats
    put(waits, duel, DRAW)
    assert waits.delete("/me", Idempotency_Key=str(uuid4())).status_code in (202, 204)
    assert not Plan.objects.exists()
