"""The embedded broker: several processes open its queues at once."""

import os
import subprocess
import sys

import psycopg
import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.service import ROOT

OPEN = """
import sys
from kombu import Connection
from config.environment import broker
url, options, _ = broker(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for _ in range(5):
    with Connection(url, transport_options=options) as connection:
        for queue in ("games", "bots", "checks"):
            connection.SimpleQueue(queue).close()
"""


def test_processes_that_open_a_queue_at_once_do_not_deadlock(committed_db: CommittedDatabase) -> None:
    url = committed_db.create_broker()
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, url], cwd=ROOT, env=os.environ, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:  # all at nearly the same time
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[1] for process in processes]

    assert [process.returncode for process in processes] == [0, 0, 0], said


def test_a_queue_is_opened_by_one_after_the_other(committed_db: CommittedDatabase) -> None:
    """Of two sessions at once the second waits for the first, and does not lock what the first needs."""
    address = committed_db.create_broker().replace("pgmq://", "postgresql://", 1)
    opens = "SELECT pgmq.enable_notify_insert('games', 0)"
    with psycopg.connect(address) as first, psycopg.connect(address) as second:
        first.execute("SELECT pgmq.create('games')")
        first.commit()
        first.execute(opens)
        second.execute("SET lock_timeout = '200ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable, match="pg_advisory_xact_lock"):
            second.execute(opens)
        second.rollback()
        first.commit()
        second.execute(opens)
