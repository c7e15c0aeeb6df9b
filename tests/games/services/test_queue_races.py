"""The queue on real connections and in processes that are killed: an entry gets one game, or none."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection, transaction

from config.embedded.pytest_plugin import CommittedDatabase
from games import services, store
from games.integrity.games import game_findings, shard_findings
from games.matchmaking import Pool
from games.models import Game, QueueEntry
from games.services import Worked
from tests.games.children import ROOT, await_that, kill, surroundings
from tests.games.services.queueing import DUEL, joins, state
from tests.games.services.test_races import at_once

pytestmark = pytest.mark.usefixtures("committed_db")
MATCHER = """
import django
django.setup()
from games import services
while True:
    services.match_players()
"""


def match_all() -> None:
    while services.match_players().done:
        pass


def check_games(seats: int) -> None:
    """Check that each game has as many entries as seats, those of its players, and that nothing else was opened."""
    entries = QueueEntry.objects.filter(game__isnull=False)
    assert {*Counter(one.game for one in entries).values()} <= {seats}
    assert {*Game.objects.values_list("id", flat=True)} == {one.game for one in entries}
    for game in Game.objects.all():
        row = store.find(game.id)
        assert row
        seated = {UUID(sitter.player) for sitter in store.game_of(row).sitters if sitter}
        assert seated == {one.player for one in entries if one.game == game.id}
        assert not list(game_findings(game.id))
    assert not list(shard_findings())


@pytest.mark.parametrize("seats", [2, 3])
def test_players_join_and_workers_look_all_at_once(seats: int) -> None:
    pool = replace(DUEL, seats=seats)

    def join_and_look() -> None:
        for _ in range(3):
            joins(pool)
            services.match_players()

    assert at_once(*[join_and_look] * 4) == [None] * 4
    match_all()

    assert not QueueEntry.objects.filter(game__isnull=True).exists()
    check_games(seats)


def test_an_entry_is_deleted_or_gets_a_game_and_never_both() -> None:
    outcomes = set()
    for _ in range(12):
        QueueEntry.objects.filter(game__isnull=True).delete()
        first, second = joins(), joins()

        left, *worked = at_once(
            partial(services.leave_queue, first.player, first.id), services.match_players, services.match_players
        )
        match_all()

        assert all(isinstance(one, Worked) for one in worked)
        if left is None:
            assert not QueueEntry.objects.filter(id=first.id).exists()
            assert state(second).game is None
        else:
            assert isinstance(left, services.AlreadyMatched)
            assert state(first).game == state(second).game is not None
        outcomes.add(type(left))
    check_games(2)


def test_two_joins_at_once_do_not_exceed_the_bound() -> None:
    player = joins().player
    answers = at_once(*[partial(joins, Pool("mau_mau", 5, "daily", rated=False, program=False), player)] * 12)

    assert sum(isinstance(one, services.TooManyEntries) for one in answers) == 3
    assert QueueEntry.objects.filter(player=player).count() == 10


@contextmanager
def matcher(environment: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a process that does nothing but look for opponents, and kill it."""
    command = [sys.executable, "-c", MATCHER]
    with subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True) as child:
        try:
            yield child
        finally:
            kill(child)


@pytest.mark.slow
def test_workers_are_killed_in_the_middle_and_every_entry_gets_one_game(
    committed_db: CommittedDatabase, tmp_path: Path
) -> None:
    environment = {**os.environ, **surroundings(committed_db, tmp_path)}
    entries = [joins() for _ in range(40)]

    def matched() -> int:
        return QueueEntry.objects.filter(game__isnull=False).count()

    def reached(number: int) -> bool:
        return matched() >= number

    def is_alone() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return bool(cursor.fetchone()[0] == 1)

    def is_held_up() -> bool:
        cursor.execute(
            """SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
                              WHERE datname = current_database() AND relation = 'game'::regclass AND NOT granted)"""
        )
        return bool(cursor.fetchone()[0])

    for kills in (1, 2):  # at whatever instruction
        with matcher(environment):
            await_that(partial(reached, kills * 5), 90, pause=0.001)
    entries += [joins() for _ in range(10)]
    before = matched()
    with connection.cursor() as cursor, transaction.atomic():  # and once for certain before it has stored a game
        cursor.execute("LOCK TABLE game IN SHARE MODE")
        with matcher(environment):
            await_that(is_held_up, 90)
    await_that(is_alone, 90)  # PostgreSQL ends the sessions of who was killed when it notices
    assert before <= matched() < len(entries)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE claim SET next_try = clock_timestamp()")
    match_all()

    assert matched() == len(entries)
    check_games(2)
