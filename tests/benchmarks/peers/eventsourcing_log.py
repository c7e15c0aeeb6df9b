"""The log of the `eventsourcing` library, read on into a read model: prints events a second.

Usage: `python eventsourcing_log.py SECONDS ADDRESS`, a PostgreSQL database that it may make tables in. The first run
fills it. Reading is as the library does it: pages of the notification log, the mapper, and a fold of what it returns.
"""

import os
import sys
import time
from collections import Counter

from eventsourcing.application import Application  # type: ignore[import-not-found]  # lives in the peer's environment
from eventsourcing.domain import Aggregate, event  # type: ignore[import-not-found]
from psycopg.conninfo import conninfo_to_dict

_GAMES, _MOVES, _PAGE = 200, 100, 1_000


class Game(Aggregate):  # type: ignore[misc]  # the library is not known here
    """A game of as many moves, each about as long as one of ours."""

    def __init__(self, variant: str) -> None:
        self.variant, self.turn = variant, 0

    @event("CardsPlayed")  # type: ignore[untyped-decorator]
    def play(self, seat: int, cards: list[str], nominated: str) -> None:
        """Let a seat play."""
        self.turn += 1
        self.last = (seat, cards, nominated)


class Games(Application):  # type: ignore[misc]  # the library is not known here
    """Where they are kept."""

    log_section_size = _PAGE


def fill(app: Games) -> None:
    """Store the games."""
    for number in range(_GAMES):
        game = Game(variant=f"variant {number % 14}")
        for turn in range(_MOVES):
            game.play(seat=turn % 4, cards=["7S", "7H"], nominated="S")
        app.save(game)


def read(app: Games) -> int:
    """Return how many events there are, all of them read and folded."""
    folded: Counter[str] = Counter()
    start: int | None = 1
    while start is not None:
        page = app.notification_log.select(start=start, limit=_PAGE)
        for one in page:
            happened = app.mapper.to_domain_event(one)
            folded[str(happened.originator_id)] += 1
        start = page[-1].id + 1 if len(page) == _PAGE else None
    return folded.total()


def main() -> None:
    """Measure for the seconds that the command line names."""
    given = conninfo_to_dict(sys.argv[2])
    names = {"DBNAME": "dbname", "HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    told = {f"POSTGRES_{name}": str(given.get(key) or _DEFAULTS[key]) for name, key in names.items()}
    app = Games(env={**os.environ, **told, "PERSISTENCE_MODULE": "eventsourcing.postgres"})
    if not read(app):
        fill(app)
    seconds, begun, events = float(sys.argv[1]), time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        events += read(app)
    sys.stdout.write(f"{events / spent}\n")


_DEFAULTS = {"dbname": "", "host": "", "port": "5432", "user": "postgres", "password": "none"}

if __name__ == "__main__":
    main()
