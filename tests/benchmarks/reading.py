"""Measures how fast the log of the service is read: `python -m … WHAT SECONDS` in the environment of the service.

WHAT is the name of a read model, which is rebuilt in one process, or ``pages``, which only reads keyset pages and
decodes their JSON. It prints events a second. With ``where`` it prints the address of the database.
"""

import sys
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

import django
import msgspec
import psycopg
from django.db import connection

_PAGE: Final = 5_000
_NEXT: Final = """
    SELECT position, stream, version, type, schema, recorded_at, public::text FROM event
    WHERE shard = %s AND position > %s ORDER BY position LIMIT %s
"""


def pages() -> Callable[[], int]:
    """Return a function that reads and decodes the whole log, and returns the number of events."""
    session = psycopg.connect(where(), autocommit=True)

    def read() -> int:
        count = 0
        for shard in range(16):
            position = 0
            while rows := session.execute(_NEXT, [shard, position, _PAGE]).fetchall():
                for row in rows:
                    msgspec.json.decode(row[-1])
                count, position = count + len(rows), rows[-1][0]
        return count

    return read


def rebuilt(name: str) -> Callable[[], int]:
    """Return a function that builds the next generation of a read model, and returns the number of events."""
    from games.projections.rebuilding import rebuild  # noqa: PLC0415 - the apps must be set up
    from games.projections.registry import PROJECTIONS, catch_up  # noqa: PLC0415

    while catch_up():
        pass

    def build() -> int:
        begun = rebuild(PROJECTIONS[name])
        for shard in range(16):
            begun.build(shard)
        return begun.positions()[0]

    return build


def where() -> str:
    """Return the address of the database."""
    given = connection.get_connection_params()
    named = {name: given[name] for name in ("user", "password", "host", "port") if given.get(name)}
    return f"postgresql:///{given['dbname']}?{urlencode(named)}"


def rate(measured: Callable[[], int], between: Callable[[], object], seconds: float) -> float:
    """Return the events a second of *measured*, repeated for *seconds*. The time *between* does not count."""
    events, spent = 0, 0.0
    while spent < seconds:
        begun = time.perf_counter()
        events += measured()
        spent += time.perf_counter() - begun
        between()
    return events / spent


def main() -> None:
    """Measure what the command line names."""
    what, seconds = sys.argv[1], float(sys.argv[2])
    django.setup()
    if what == "where":
        sys.stdout.write(where())
        return
    from games.projections import generations  # noqa: PLC0415 - the apps must be set up
    from games.projections.registry import PROJECTIONS  # noqa: PLC0415

    measured = pages() if what == "pages" else rebuilt(what)
    between = (lambda: None) if what == "pages" else (lambda: generations.drop_unfinished(PROJECTIONS[what]))
    between()
    sys.stdout.write(f"{rate(measured, between, seconds)}\n")


if __name__ == "__main__":
    main()
