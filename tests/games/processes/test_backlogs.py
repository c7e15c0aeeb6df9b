"""Much is due at once while workers, messages or the broker are lost: every game moves, the oldest first, once."""

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
from games.management.benchmarks.due import copies
from games.services import Terms
from tests.games.children import await_that, kill, process, surroundings

pytestmark = pytest.mark.slow

GAMES: Final = int(os.environ.get("BACKLOG", "150"))
"""Games that are due at once."""
PATIENCE: Final = 60.0 + GAMES / 10
SENDER: Final = """
import sys
from celery import Celery
from config import environment
url, options, _ = environment.broker(sys.argv[1])
app = Celery("sender", broker=url, set_as_current=False)
app.conf.update(broker_transport_options=options, task_create_missing_queues=True)
"""
STALE: Final = f"""{SENDER}
for n in range(300):
    app.send_task(("games.bots", "games.follow", "games.play_bot")[n % 3], queue=("games", "bots")[n % 2], expires=1)
"""
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
LISTENERS: Final = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
LIVING: Final = f"""{WAKE}
input()
"""
"""A sender that has sent, and lives until it is told to end."""
QUEUES: Final = ("games", "bots", "examiner")


def ask(query: str, *values: object) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, list(values))  # type: ignore[arg-type]
        return int(cursor.fetchone()[0])


def spoken() -> int:
    return ask("SELECT count(*) FROM event WHERE type = 'time-ran-out'")


def played() -> int:
    return ask("SELECT count(*) FROM move_key WHERE actor LIKE 'bot:%%'")


def spoken_twice() -> int:
    return ask(
        """SELECT count(*) FROM (SELECT stream, turn FROM event WHERE type = 'time-ran-out'
                                 GROUP BY stream, turn HAVING count(*) > 1) AS twice"""
    )


def places_out_of_turn() -> list[int]:
    """By how many places each game was resolved later than its age gave it."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT row_number() OVER (ORDER BY e.recorded_at) - row_number() OVER (ORDER BY due.deadline)
            FROM event AS e JOIN due ON due.id = e.stream WHERE e.type = 'time-ran-out'""")
        return [place for (place,) in cursor.fetchall()]


def run(code: str, url: str, **variables: str) -> str:
    """Run *code* in a process of its own, with the broker at *url*; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, url], env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def waiting(url: str) -> int:
    """How many messages wait in all queues together."""
    with psycopg.connect(environment.pgmq_conninfo(url), autocommit=True) as session:
        found = session.execute("SELECT coalesce(sum(queue_length), 0) FROM pgmq.metrics_all()").fetchone()
        return int(found[0]) if found else 0


def test_a_backlog_is_worked_off_by_workers_that_are_killed(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    """Beside a broker full of stale messages, and of some that no version knows."""
    surrounding = surroundings(committed_db, tmp_path)
    bots = Terms(bot_pause=0)
    for _ in range(5):
        services.open_game(player=None, variant="crazy_eights", seats=3, bots=["clever"] * 3, terms=bots)
    copies(GAMES)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE due AS SELECT id, deadline FROM game WHERE deadline <= now()")
    run(STALE, surrounding["BROKER_URL"])

    with process("worker", surrounding) as first, process("worker", surrounding):
        await_that(lambda: spoken() >= GAMES / 4 and played() > 10, PATIENCE)
        kill(first)
        with process("worker", surrounding):
            await_that(lambda: spoken() >= GAMES, PATIENCE)
            await_that(lambda: waiting(surrounding["BROKER_URL"]) <= wakeups.MOST_WAITING * len(QUEUES) * 3, PATIENCE)
            await_that(lambda: ask("SELECT count(*) FROM game WHERE status = 'over'") == 5, PATIENCE)

    assert not spoken_twice()
    assert ask("SELECT count(*) FROM game WHERE deadline <= now()") == 0
    late = sorted(map(abs, places_out_of_turn()))
    assert (
        late[len(late) * 9 // 10] <= 5
    )  # two workers overtake each other; one that is killed keeps a game for a second


def test_a_broker_that_goes_and_comes_back_delays_nothing(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    surrounding = surroundings(committed_db, tmp_path)
    url = surrounding["BROKER_URL"]
    name = f"{committed_db.name}_broker"
    with process("worker", surrounding):
        await_that(lambda: consumes(url), PATIENCE)
        server(committed_db, f"DROP DATABASE {name} WITH (FORCE)")

        copies(5)
        services.open_game(player=None, variant="mau_mau", seats=2, bots=["clever"] * 2, terms=Terms(bot_pause=1))
        begun = time.monotonic()
        await_that(lambda: spoken() == 5 and played() > 1, PATIENCE)
        assert time.monotonic() - begun < 10

        server(committed_db, f"CREATE DATABASE {name}")
        broker.install(url)
        begun = time.monotonic()
        await_that(lambda: consumes(url), PATIENCE)
        assert time.monotonic() - begun < 12  # ten seconds, and what a busy machine needs beside


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


def server(database: CommittedDatabase, statement: str) -> None:
    with psycopg.connect(database.url, autocommit=True) as session:
        session.execute(statement)  # type: ignore[arg-type, call-overload, unused-ignore]


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
