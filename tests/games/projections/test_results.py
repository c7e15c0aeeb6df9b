"""Results: real games in, rows out."""

from collections import Counter

import pytest
from django.db import connection

from games.log.shards import SHARDS, shard_of
from games.models import Checkpoint, Encounter, Meeting, Result, SeatResult, Sitting, Tally
from games.projections.base import Stopped
from games.projections.comparing import differences_from_log
from games.projections.results import Results
from games.rules import commands
from games.rules.events import GameEnded
from games.rules.game import Status
from tests.games.tables import Table, player

pytestmark = pytest.mark.django_db

GAMES = [("mau_mau", 2, 9), ("mau_mau", 3, 1), ("prsi", 2, 6), ("crazy_eights", 2, 3)]
"""Variant, seats, number: short ones."""


def play(variant: str, seats: int, number: int, moves: int = 400) -> tuple[Table, Counter[int]]:
    """Play a game to its end, and count who decided how often."""
    table, decided = Table(number, seats=seats, variant=variant).start(), Counter[int]()
    for _ in range(moves):
        if table.game.status == Status.OVER:
            break
        command = table.next_command()
        if not isinstance(command, commands.Say | commands.Accuse | commands.DealCards):
            decided[command.seat] += 1  # type: ignore[union-attr]  # whoever moves has a seat
        table.handle(command)
    return table, decided


def project(limit: int = 500) -> None:
    for shard in SHARDS:
        while Results().catch_up(shard, generation=1, limit=limit):
            pass
    assert not Checkpoint.objects.filter(projection="results").exclude(status="running").exists()


def rows() -> dict[str, set[str]]:
    """Return all rows of the read model, as text."""
    with connection.cursor() as cursor:
        found = {}
        for table in Results.tables:
            cursor.execute(f"SELECT to_jsonb(t)::text FROM {table} AS t")  # noqa: S608 - names of our own
            found[table] = {row for (row,) in cursor.fetchall()}
    return found


def seats(table: Table) -> list[SeatResult]:
    return list(SeatResult.objects.filter(game=table.id).order_by("seat"))


@pytest.mark.parametrize(("variant", "sitters", "number"), GAMES)
def test_a_game_leaves_its_result(variant: str, sitters: int, number: int) -> None:
    table, decided = play(variant, sitters, number)
    assert table.game.status == Status.OVER
    project()

    result = Result.objects.get()
    assert (result.game, result.variant, result.ruleset) == (table.id, variant, table.variant.hash)
    assert (result.rated, result.private, result.options) == (True, False, {})
    assert (result.deals, result.ended_at) == (table.game.deals, table.rows[-1].now)
    assert result.decisions == decided.total()
    placed = seats(table)
    assert [one.player for one in placed] == [player(seat) for seat in range(sitters)]
    assert [one.place for one in placed] == [*table.game.places]
    assert [one.decisions for one in placed] == [decided[seat] for seat in range(sitters)]
    assert [one.lost for one in placed] == [*table.game.lost]
    assert all(one.answer_ms >= 0 and one.by_clock == 0 for one in placed)
    assert not Sitting.objects.exists()


def test_scores_are_those_of_the_end() -> None:
    table, _ = play("mau_mau_official", 2, 4, moves=25)
    project()
    assert not Result.objects.exists()
    assert Sitting.objects.get().game == table.id
    table.handle(commands.Resign(seat=1))
    project()
    assert [one.score for one in seats(table)] == [*(table.game.scores if table.game.deals > 1 else (None, None))]
    assert [(one.place, one.result, one.resigned) for one in seats(table)] == [(1, "won", False), (2, "lost", True)]


def test_a_shared_first_place_is_won_by_nobody() -> None:
    table = Table(1, seats=3).start()
    table.happen(GameEnded(winners=(), places=(1, 3, 1)))
    project()
    assert [one.result for one in seats(table)] == ["shared", "lost", "shared"]
    met = Meeting.objects.get(player=player(0), other=player(2))
    assert (met.games, met.ahead, met.behind) == (1, 0, 0)


def test_the_clock_is_told_apart() -> None:
    table = Table(1, seats=2).start()
    late = table.game.on_turn
    assert late is not None
    table.handle(commands.TimeUp(seat=late))
    table.handle(commands.Resign(seat=late))
    project()
    own, other = (seats(table)[seat] for seat in (late, 1 - late))
    assert (own.decisions, own.by_clock, own.answer_ms) == (1, 1, 0)
    assert (other.decisions, other.by_clock) == (0, 0)


def test_bots_get_places_and_nothing_adds_up_for_them() -> None:
    table = Table(1, seats=3).open()
    table.handle(commands.TakeSeat(seat=0, player=str(player(0)), nonce="n", program=True))
    for seat in (1, 2):
        table.handle(commands.TakeSeat(seat=seat, bot="clever", nonce="n"))
    table.handle(commands.StartGame())
    table.happen(GameEnded(winners=(1,), places=(2, 1, 3)))
    project()
    assert [(one.player, one.bot, one.program) for one in seats(table)] == [
        (player(0), None, True),
        (None, "clever", False),
        (None, "clever", False),
    ]
    assert Tally.objects.get().player == player(0)
    assert (Encounter.objects.get().player, Encounter.objects.get().other) == (player(0), player(0))
    assert not Meeting.objects.exists()


def test_games_add_up() -> None:
    for number in range(1, 6):
        table = Table(number, seats=3).start()
        places = (1, 2, 3) if number < 4 else (3, 2, 1)
        table.happen(GameEnded(winners=(places.index(1),), places=places))
    project()
    mine = Tally.objects.filter(player=player(0))
    assert sum(one.games for one in mine) == 5
    assert sum(one.games for one in mine if one.place == 1 and one.result == "won") == 3
    met = Meeting.objects.filter(player=player(0), other=player(2))
    assert [sum(getattr(one, name) for one in met) for name in ("games", "ahead", "behind")] == [5, 3, 2]
    assert Encounter.objects.filter(player=player(0), other=player(1)).count() == 5


def test_who_left_before_the_start_was_not_there() -> None:
    table = Table(1, seats=2).open()
    for seat, who in ((0, 5), (1, 1)):
        table.handle(commands.TakeSeat(seat=seat, player=str(player(who)), nonce="n"))
    table.handle(commands.LeaveSeat(seat=0))
    table.handle(commands.TakeSeat(seat=0, player=str(player(0)), nonce="n"))
    table.handle(commands.StartGame())
    table.happen(GameEnded(winners=(0,), places=(1, 2)))
    project()
    assert [one.player for one in seats(table)] == [player(0), player(1)]


@pytest.mark.parametrize("limit", [1, 7])
def test_the_size_of_a_batch_does_not_show(limit: int) -> None:
    for variant, sitters, number in GAMES[:2]:
        play(variant, sitters, number)
    play("prsi", 3, 5, moves=20)
    project()
    at_once = rows()
    clear()
    project(limit)
    assert rows() == at_once


def clear() -> None:
    with connection.cursor() as cursor:
        for table in Results.tables:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
    Checkpoint.objects.filter(projection="results").update(position=0)


def test_live_rows_are_what_a_rebuild_makes() -> None:
    table, _ = play("mau_mau", 3, 1)
    running, _ = play("prsi", 3, 5, moves=20)
    project(limit=50)
    assert [line for one in (table, running) for line in differences_from_log(Results(), shard_of(one.id))] == []


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE seat_result SET place = 2 WHERE seat = 0",
        "UPDATE tally SET games = games + 1 WHERE place = 1",
        "DELETE FROM meeting",
        "UPDATE encounter SET private = true",
    ],
)
def test_drift_names_a_row_that_is_wrong(fault: str) -> None:
    table = Table(1, seats=2).start()
    table.happen(GameEnded(winners=(0,), places=(1, 2)))
    project()
    with connection.cursor() as cursor:
        cursor.execute(fault)
    assert [*differences_from_log(Results(), shard_of(table.id))]


def test_an_event_of_a_game_without_a_sheet_stops_its_shard() -> None:
    table = Table(1, seats=2).start()
    project()
    Sitting.objects.all().delete()
    table.play(1)
    with pytest.raises(Stopped):
        Results().catch_up(shard_of(table.id), generation=1)
