"""Two at once, on real connections: one of them wins, nothing is lost and nothing happens twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from games import services
from games.integrity.games import game_findings, shard_findings
from games.log.read import read
from games.rules.commands import Move
from games.services import Allowance, MoveResult, Terms
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.usefixtures("committed_db")
ROUNDS = 12


def at_once(*acts: Callable[[], object]) -> list[Any]:
    """Do all *acts* at the same moment, each on a connection of its own; return what each returned or raised."""
    ready = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        try:
            ready.wait(60)
            return act()
        except Exception as refusal:  # noqa: BLE001 - it is the answer
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def sound(*tables: Sitting) -> bool:
    return not list(shard_findings()) and not [fault for table in tables for fault in game_findings(table.game)]


def test_of_two_moves_of_one_turn_one_is_carried_out() -> None:
    table = Sitting.of(2)
    for _ in range(ROUNDS):
        if table.row.status != "playing":
            break
        command, turn, actor, version = table.a_move(), table.row.turn, table.mover, table.row.version

        def try_move(
            key: str, command: Move = command, turn: int = turn, actor: str = actor
        ) -> Callable[[], MoveResult]:
            return lambda: services.make_move(
                table.game,
                command,
                turn=turn,
                actor=actor,
                key=f"{key}{turn}",
                request_hash=b"",
            )

        answers = at_once(try_move("a"), try_move("b"), try_move("c"))

        carried = [one for one in answers if isinstance(one, MoveResult)]
        assert len(carried) == 1
        assert sum(isinstance(one, services.TurnMovedOn | services.GameOver) for one in answers) == 2
        assert (carried[0].first, carried[0].last) == (version + 1, table.row.version)
    assert sound(table)


def test_one_key_sent_twice_at_once_is_one_move_with_one_answer() -> None:
    table = Sitting.of(2)
    for number in range(ROUNDS):
        if table.row.status != "playing":
            break
        command, turn, actor, version = table.a_move(), table.row.turn, table.mover, table.row.version
        wanted = {"turn": turn, "actor": actor, "key": f"key {number}", "request_hash": b"one"}

        def try_move(command: Move = command, wanted: dict[str, object] = wanted) -> MoveResult:
            return services.make_move(table.game, command, **wanted)  # type: ignore[arg-type]

        answers = at_once(try_move, try_move, try_move)

        assert all(isinstance(one, MoveResult) for one in answers), answers
        told = [(one.first, one.last, one.after, one.replayed) for one in answers if isinstance(one, MoveResult)]
        assert sorted(replayed for *_, replayed in told) == [False, True, True]
        assert {(first, last) for first, last, *_ in told} == {(version + 1, table.row.version)}
        assert all(after == told[0][2] for _, _, after, _ in told)
    assert sound(table)


def test_a_move_and_the_clock_resolve_a_turn_once() -> None:
    """Exactly one of them is in the log for each turn, whoever comes first."""
    table = Sitting.of(2, terms=Terms(clock=Allowance(60, 0)))
    for _ in range(ROUNDS):
        if table.row.status != "playing":
            break
        table.age(timedelta(seconds=61))
        command, turn, actor = table.a_move(), table.row.turn, table.mover

        def late(command: Move = command, turn: int = turn, actor: str = actor) -> MoveResult:
            return services.make_move(
                table.game,
                command,
                turn=turn,
                actor=actor,
                key=f"late {turn}",
                request_hash=b"",
            )

        *answers, moved = at_once(*[lambda: services.resolve_late().done] * 3, late)

        assert isinstance(moved, services.TimeIsUp | services.TurnMovedOn | services.GameOver)
        spoken = [one for one in read(table.game) if one.type == "time-ran-out" and one.turn == turn]
        assert len(spoken) == 1
        assert sum(answers) == (not isinstance(moved, services.TimeIsUp))
    assert sound(table)


def test_one_free_seat_is_taken_by_one() -> None:
    for _ in range(4):
        game = services.open_game(player=uuid4(), variant="mau_mau", seats=2)

        answers = at_once(*[lambda game=game: services.take_seat(game, player=uuid4())] * 4)

        assert answers.count(None) == 1
        assert sum(isinstance(one, services.InProgress) for one in answers) == 3
        assert sound(Sitting(game, ()))


def test_workers_that_play_the_same_bots_make_each_move_once() -> None:
    terms = Terms(bot_pause=0)
    game = services.open_game(player=None, variant="mau_mau", seats=2, bots=["clever", "novice"], terms=terms)
    table = Sitting(game, ())
    done = 0
    while table.row.status == "playing" and done < ROUNDS:
        done += sum(at_once(*[lambda: services.play_bots(seconds=0.2).done] * 3))

    assert done == len({one.key for one in read(game) if one.actor.startswith("bot:") and one.key})
    assert sound(table)
