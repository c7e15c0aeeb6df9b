"""Puzzles of the day: what everybody may see of them, and how attempts are judged."""

import json
from typing import Any
from uuid import UUID

import pytest

from games import tasks
from games.db import rows
from games.rules.notation import parse_move, print_move
from games.rules.winning import Search, open_plays
from games.services import puzzles
from games.services.puzzles import Outcome
from games.store import game_of, head
from games.store.puzzles import Puzzle
from players.erasure import erase
from tests.games.api.conftest import Caller
from tests.games.puzzling import a_puzzle
from tests.games.services.sitting import Sitting


@pytest.fixture
def puzzle(rules: None) -> Puzzle:  # noqa: ARG001
    return a_puzzle()


def lines(puzzle: Puzzle) -> tuple[list[list[str]], list[str]]:
    """Return the lines that win, and a first play for which none is known."""
    game = puzzles.position(puzzle)
    found = Search(puzzles.chance_of(puzzle.id.int), 1_000).winning(game)
    others = {play.cards: play for play in open_plays(game) if play.cards not in found}
    return [[*map(print_move, line)] for line in found.values()], [*map(print_move, others.values())]


def send(caller: Caller, puzzle: Puzzle, *moves: str) -> Any:
    return caller.post(f"/puzzles/{puzzle.id}/attempts", {"moves": list(moves)})


def test_a_puzzle_shows_what_its_seat_saw_and_not_where_it_comes_from(puzzle: Puzzle, anna: Caller) -> None:
    shown = anna.get(f"/puzzles/{puzzle.id}").json()

    table = shown["table"]
    assert (table["id"], table["version"], table["on_turn"]) == (str(puzzle.id), 1, puzzle.seat)
    assert table["you"]["seat"] == puzzle.seat
    assert len(table["you"]["hand"]) > 1
    assert [seat["hand"] for seat in table["seats"] if seat["seat"] != puzzle.seat] == [None]
    assert [(seat["player"], seat["bot"]) for seat in table["seats"]] == [(None, None)] * 2
    assert shown["source"] is None
    row = head(puzzle.game)
    assert row is not None
    said = json.dumps(shown)
    hidden = [str(puzzle.game), bytes(puzzle.hash).hex()]
    hidden += [one.player for one in game_of(row).sitters if one]
    assert not any(secret in said for secret in hidden)


def test_a_list_without_an_account_names_no_solution(puzzle: Puzzle, nobody: Caller) -> None:
    listed = nobody.get("/puzzles/today").json()

    (one,) = listed["items"]
    assert one == {
        "id": str(puzzle.id),
        "day": str(puzzle.day),
        "number": 1,
        "variant": "mau_mau",
        "solved": None,
    }
    assert listed["solved"] is None
    assert nobody.get(f"/puzzles/{puzzle.id}").status_code == 200
    assert send(nobody, puzzle, "draw").status_code == 401


def test_a_line_that_wins_solves_it_and_names_the_game(puzzle: Puzzle, anna: Caller, bert: Caller) -> None:
    winning, _ = lines(puzzle)
    line = max(winning, key=len)
    for taken in range(1, len(line)):
        begun = send(anna, puzzle, *line[:taken]).json()
        assert (begun["outcome"], begun["source"]) == ("unfinished", None)
        assert begun["table"]["on_turn"] == puzzle.seat
        assert line[taken] in begun["table"]["you"]["moves"]

    solved = send(anna, puzzle, *line).json()

    assert (solved["outcome"], solved["table"]) == ("solved", None)
    assert solved["source"]["game"] == str(puzzle.game)
    event = anna.get(f"/games/{puzzle.game}/events?after={puzzle.version - 1}&limit=1").json()["items"][0]
    assert event["hash"] == solved["source"]["head"]
    assert anna.get(f"/puzzles/{puzzle.id}").json()["source"] == solved["source"]
    for caller, count in ((anna, 1), (bert, 0)):
        listed = caller.get("/puzzles/today").json()
        assert (listed["solved"], listed["items"][0]["solved"]) == (count, bool(count))


def test_other_moves_solve_nothing_and_say_why(puzzle: Puzzle, anna: Caller) -> None:
    _, others = lines(puzzle)
    table = anna.get(f"/puzzles/{puzzle.id}").json()["table"]

    judged = [send(anna, puzzle, move).json() for move in others]
    refused = send(anna, puzzle, "draw" if "draw" not in table["you"]["moves"] else "accept")

    assert {one["outcome"] for one in judged} <= {"turn-over", "chance", "unfinished"}
    assert all(one["detail"] and one["source"] is None for one in judged)
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal_move")
    assert refused.json()["moves"] == table["you"]["moves"]
    assert refused.json()["paragraph"]
    assert send(anna, puzzle, "nonsense").json()["errors"].keys() == {"moves"}
    assert anna.get("/puzzles/today").json()["solved"] == 0


def test_a_day_has_few_puzzles_and_a_game_gives_one(puzzle: Puzzle) -> None:
    for _ in range(3):
        tasks.make_puzzles()

    stored = rows("SELECT day, number, game FROM puzzle ORDER BY number")
    assert [number for _, number, _ in stored] == [*range(1, len(stored) + 1)]
    assert len(stored) <= puzzles.A_DAY
    assert len({game for _, _, game in stored}) == len(stored)
    assert puzzle.game in {game for _, _, game in stored}


def test_a_private_game_gives_no_puzzle(puzzle: Puzzle) -> None:
    rows("DELETE FROM puzzle")
    rows("UPDATE game SET visibility = 'private'")

    assert puzzles.make() == 0
    rows("UPDATE game SET visibility = 'public'")
    assert puzzles.make() >= 1
    assert puzzle.game in {game for (game,) in rows("SELECT game FROM puzzle")}


def test_a_puzzle_wins_whatever_lies_hidden(puzzle: Puzzle) -> None:
    winning, _ = lines(puzzle)
    game = puzzles.position(puzzle)

    outcomes = [puzzles.try_out(puzzle, [parse_move(puzzle.seat, one) for one in line]).outcome for line in winning]

    assert Outcome.SOLVED in outcomes
    assert len(winning) < len({play.cards for play in open_plays(game)})


def test_what_somebody_has_solved_is_erased_with_them(puzzle: Puzzle, anna: Caller) -> None:
    line = max(lines(puzzle)[0], key=len)
    send(anna, puzzle, *line)
    assert rows("SELECT count(*) FROM puzzle_solution") == [(1,)]

    erase(UUID(anna.id))

    assert rows("SELECT count(*) FROM puzzle_solution") == [(0,)]
    assert rows("SELECT count(*) FROM puzzle") == [(1,)]


def test_no_game_is_no_puzzle(anna: Caller) -> None:
    Sitting.of(2)

    assert puzzles.make() == 0
    assert anna.get("/puzzles/today").json() == {"items": [], "next_cursor": None, "solved": 0}
    assert anna.get("/puzzles/01975e0c-8d2f-7b10-a6c3-2f7f5b1e6c3d").status_code == 404
