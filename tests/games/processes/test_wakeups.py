"""Wakeups say only *look*: a broker that is away delays nothing, and messages never pile up in one that is there."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg
import pytest
from django.db import connection

from config import environment
from config.embedded import broker
from config.embedded.pytest_plugin import CommittedDatabase
from games import services, wakeups
from games.services import Terms
from tests.benchmarks.due import copies
from tests.games.children import await_that, process, surroundings
from tests.games.messages import SENDER, run, server, waiting
from tests.sizes import Size

pytestmark = pytest.mark.slow

PATIENCE: Final = 180.0
"""Seconds in which everything is long over."""
SOON: Final = 25.0
"""Seconds in which a busy machine finds what is due, and is back at the broker. Pauses that grow are longer in the end:
those of Celery itself up to 30 s."""
ONE: Final = f"{SENDER}app.send_task('games.follow', queue='games')"
WAKE: Final = """
import django
django.setup()
from celery import current_app
from games.wakeups import BOTS, Sender
with current_app.connection_for_write() as connection:
    connection.SimpleQueue("bots").close()
sender = Sender()
print([sender.send(BOTS) for _ in range(9)].count(True))
"""
VISITED: Final = "SELECT sessions FROM pg_stat_database WHERE datname = %s"
LISTENERS: Final = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
LIVING: Final = f"""{WAKE}
input()
"""
"""A sender that has sent, and lives until it is told to end."""


def ask(sql: str, *values: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
        return int(cursor.fetchone()[0])


def spoken() -> int:
    return ask("SELECT count(*) FROM event WHERE type = 'time-ran-out'")


def played() -> int:
    return ask("SELECT count(*) FROM move_key WHERE actor LIKE 'bot:%'")


@pytest.mark.load
def test_a_broker_that_goes_and_comes_back_delays_nothing(
    committed_db: CommittedDatabase, tmp_path: Path, size: Size, report: Callable[[str], None]
) -> None:
    surrounding = surroundings(committed_db, tmp_path)
    url = surrounding["BROKER_URL"]
    name = f"{committed_db.name}_broker"
    with process("worker", surrounding):
        await_that(lambda: consumes(url), PATIENCE)
        server(committed_db, f"DROP DATABASE {name} WITH (FORCE)")
        gone = time.monotonic()

        copies(5)
        services.open_game(player=None, variant="mau_mau", seats=2, bots=["clever"] * 2, terms=Terms(bot_pause=1))
        begun = time.monotonic()
        await_that(lambda: spoken() == 5 and played() > 1, PATIENCE)
        assert time.monotonic() - begun < SOON
        await_that(lambda: time.monotonic() - gone > size.seconds, PATIENCE + size.seconds)

        server(committed_db, f"CREATE DATABASE {name}")
        await_that(lambda: ask(VISITED, name), PATIENCE)
        broker.install(url)  # the worker has seen a database without queues
        begun = time.monotonic()
        run(ONE, url)
        await_that(lambda: waiting(url) == 0, PATIENCE)
        used = time.monotonic() - begun
        report(f"the broker was gone for {begun - gone:.0f} s, and used {used:.1f} s after its return")
        assert used < SOON


def consumes(url: str) -> bool:
    """Send a message, and tell whether it is taken within a second."""
    run(ONE, url)
    return _within(1, lambda: waiting(url) == 0)


def _within(seconds: float, condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def test_wakeups_do_not_pile_up_where_nobody_takes_them(committed_db: CommittedDatabase) -> None:
    url = committed_db.create_broker()
    sent = run(
        WAKE, url, BROKER_URL=url, DATABASE_URL=committed_db.url, SECRET_KEY="k" * 64, ALLOWED_HOSTS="localhost",
        DJANGO_SETTINGS_MODULE="config.settings.production",
    )  # fmt: skip

    assert sent == str(wakeups.MOST_WAITING)
    assert waiting(url) == wakeups.MOST_WAITING


def test_only_workers_listen_to_the_broker(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    """Who listens and does not read blocks its backend, and with it whoever drops a database of that server."""
    surrounding = surroundings(committed_db, tmp_path)
    url = surrounding["BROKER_URL"]

    command, pipe = [sys.executable, "-c", LIVING], subprocess.PIPE
    with subprocess.Popen(command, env={**os.environ, **surrounding}, stdin=pipe, stdout=pipe) as sender:
        await_that(lambda: waiting(url) == wakeups.MOST_WAITING, PATIENCE)
        assert not listeners(url)
        sender.communicate(b"\n")
    with process("worker", surrounding):
        await_that(lambda: listeners(url), PATIENCE)


def listeners(url: str) -> int:
    """How many connections of the broker were last asked to listen."""
    with psycopg.connect(environment.pgmq_conninfo(url), autocommit=True) as session:
        found = session.execute(LISTENERS).fetchone()
        return int(found[0]) if found else 0
