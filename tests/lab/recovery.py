"""The database is restored to a moment on the host for backups, while players go on."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg

from tests.benchmarks.ledger import PREFIX, Sent
from tests.lab import configuration as files
from tests.lab.lab import Lab, await_value

_AFTER: Final = 40
"""Moves that are acknowledged after the moment, which the restored database must not have."""
_PLACE: Final = "/var/lib/postgresql/restored"
_REMOVE: Final = f"/usr/lib/postgresql/15/bin/pg_ctl -D {_PLACE} -m immediate stop; rm -rf {_PLACE}"
_PORT: Final = 5433
_MOVES: Final = "SELECT DISTINCT stream, actor, key FROM event WHERE starts_with(key, %s)"
_ARCHIVED: Final = "SELECT write_lsn >= %s FROM pg_stat_replication WHERE application_name = 'pg_receivewal'"


@contextmanager
def restore_to_a_moment(lab: Lab) -> Iterator[None]:
    """Restore the database to a moment, and remove it at the end of the block.

    Raises AssertionError if it lacks a move that was acknowledged before the moment, or has one that was sent after it,
    or if `verify` finds something in it.
    """
    (name,) = files.BACKUPS
    backup = lab.hosts[name]
    with psycopg.connect(files.direct_url(lab.values, "postgres", "SUPERUSER_PASSWORD"), autocommit=True) as primary:
        acknowledged = set(lab.ledger.accepted.copy())
        moment = str(_value(primary, "SELECT clock_timestamp()"))
        sent = lab.ledger.sent.copy()
        enough = len(lab.ledger.accepted) + _AFTER
        await_value(lambda: len(lab.ledger.accepted) >= enough, f"{_AFTER} moves after the moment")
        end = _value(primary, "SELECT pg_current_wal_lsn()")
        await_value(lambda: _value(primary, _ARCHIVED, end), "the log in the archive")
    address = f"postgresql://maumau:{lab.values['APP_PASSWORD']}@{name}:{_PORT}/maumau"
    begun = time.monotonic()
    try:
        backup.run(str(files.BACKUP / "restore.sh"), moment, user="postgres")
        lab.say(f"  restored within {time.monotonic() - begun:.0f} s")
        with psycopg.connect(address) as restored:
            there = {Sent(str(game), actor, key) for game, actor, key in restored.execute(_MOVES, [PREFIX])}
        missing, late = acknowledged - there, there - sent
        assert not missing, f"the restored database lacks {len(missing)} of {len(acknowledged)} acknowledged moves"
        assert not late, f"the restored database has {len(late)} moves that were sent after the moment"
        lab.manage("verify", DATABASE_URL=address, DIRECT_DATABASE_URL=address, REPLICA_URL="")
        lab.say(f"  it has all {len(acknowledged):,} moves acknowledged before the moment, and none sent after it")
        yield
    except subprocess.CalledProcessError as error:
        raise AssertionError(f"{error.cmd}: {(error.stdout + error.stderr)[-300:]}") from error
    finally:
        backup.run("sh", "-c", _REMOVE, user="postgres")


def _value(database: psycopg.Connection[tuple[object, ...]], question: str, *values: object) -> object:
    found = database.execute(question, values or None).fetchone()
    return found[0] if found else None
