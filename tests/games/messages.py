"""A broker beside a test: who sends to it in processes of their own, and how much waits in it."""

import os
import subprocess
import sys
from typing import Final

import psycopg

from config import environment
from config.embedded.pytest_plugin import CommittedDatabase

SENDER: Final = """
import sys
from celery import Celery
from config import environment
url, options, _ = environment.broker(sys.argv[1])
app = Celery("sender", broker=url, set_as_current=False)
app.conf.update(broker_transport_options=options, task_create_missing_queues=True)
"""
STALE: Final = f"""{SENDER}
for queue in ("stale", "games", "bots"):
    for task in ("games.bots", "games.follow", "games.play_bot"):
        app.send_task(task, queue=queue, expires=1)
"""
"""One queue is read by nobody: what is copied from it is stale soon. One task is none that a version knows."""


def run(code: str, *arguments: str, **variables: str) -> str:
    """Run *code* in a process of its own, with the broker's address first; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def fill(url: str, many: int) -> None:
    """Copy *many* stale messages into the queues that workers read."""
    with psycopg.connect(environment.pgmq_conninfo(url), autocommit=True) as session:
        for queue in ("games", "bots"):
            copied = "SELECT pgmq.send_batch(%s, array_agg(message)) FROM pgmq.q_stale, generate_series(1, %s)"
            session.execute(copied, [queue, many // 6])


def waiting(url: str) -> int:
    """How many messages wait in all queues together."""
    with psycopg.connect(environment.pgmq_conninfo(url), autocommit=True) as session:
        found = session.execute("SELECT coalesce(sum(queue_length), 0) FROM pgmq.metrics_all()").fetchone()
        return int(found[0]) if found else 0


def server(database: CommittedDatabase, statement: str) -> None:
    with psycopg.connect(database.url, autocommit=True) as session:
        session.execute(statement)  # type: ignore[arg-type, call-overload, unused-ignore]
