"""``manage.py doctor``: what is well, what is not, and what to do."""

import logging
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games import health
from games.selectors import operation
from games.store import claims, import_jobs

_MOST: Final = 20
"""Lines about one matter."""
_LAG: Final = 10_000
"""Events that a read model may be behind before somebody should look."""
_ADVICE: Final = {
    "database": "Start PostgreSQL, or correct DATABASE_URL. Its own log says why it does not answer. If you ran "
    "`make up DATA=path`, give the doctor the same DATA.",
    "migrations": "Run `manage.py migrate`.",
    "broker": "Start the broker, or correct BROKER_URL. Games go on without it; rulesets are checked a little later. "
    "With `make up`, stop the service with Ctrl-C and start it again.",
    "worker": "Start `manage.py clock`; if it runs, its log says what it waits for. "
    "With `make up`, stop the service with Ctrl-C and start it again.",
    "clock": "Start one more `manage.py clock`, or see what takes the machine's time.",
    "bots": "Start one more worker for the queue `bots`, or see what takes the machine's time.",
    "projections": "Read its checkpoint in the admin, repair the cause, then run `manage.py resume NAME`.",
}


class Told(NamedTuple):
    """A line of the report."""

    is_well: bool
    what: str
    advice: str = ""


class Command(BaseCommand):
    """Print what is well and what needs a person; exit with 1 if anything does."""

    help = "Say in plain words how the service is, and what to do. Exit code 1: something needs a person."
    requires_system_checks = ()

    def handle(self, *_: Any, **__: Any) -> None:
        """Look at everything."""
        logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # the report tells what is unreachable
        ill = 0
        for one in _all():
            ill += not one.is_well
            self.stdout.write(f"{'ok  ' if one.is_well else 'LOOK'}  {one.what}")
            if one.advice:
                self.stdout.write(f"      {one.advice}")
        self.stdout.write(f"Things that need you: {ill or 'none'}.")
        if ill:
            sys.exit(1)


def _all() -> Iterator[Told]:
    found = health.checks()
    for name, state in found.items():
        if state == health.OK:
            yield Told(True, name)
        elif state != health.NO_DATABASE:  # one cause, one line
            yield Told(False, f"{name}: {state}", _ADVICE[name])
    if found["database"] != health.OK or found["migrations"] != health.OK:
        return
    try:
        with health.unpooled():
            for about in (_quarantine, _read_models, _waiting, _outages, _findings):
                yield from about()
    except DatabaseError as error:
        yield Told(False, f"the database stopped answering: {type(error).__name__}", _ADVICE["database"])


def _quarantine() -> Iterator[Told]:
    found = claims.quarantined()
    if not found:
        yield Told(True, "nothing is put off")
    for one in found[:_MOST]:
        when = f"{one.tries} tries since {one.since:%Y-%m-%d %H:%M:%S} UTC, next at {one.next_try:%H:%M:%S}"
        yield Told(False, f"{one.kind} of {one.key} is put off: {one.reason}; {when}", _advice_on(one.kind, one.key))
    if len(found) > _MOST:
        yield Told(False, f"and {len(found) - _MOST} more are put off")


def _advice_on(kind: str, key: str) -> str:
    after = "It is tried again by itself. `manage.py resume claims` tries all at once."
    if kind in {claims.Work.CLOCK, claims.Work.BOT}:
        rebuilt = "If only the stored state is wrong, delete its row in `game_state`: the log makes it again."
        return f"Run `manage.py verify --games {key}`; the log of the worker has the traceback. {rebuilt} {after}"
    return f"The log of the worker has the traceback. {after}"


def _read_models() -> Iterator[Told]:
    for one in operation.followings():
        late = one.lag > _LAG
        what = f"read model {one.name}: generation {one.generation}, {one.lag} events behind"
        yield Told(not late, what, "Start a worker for the queue `games`, or one more." if late else "")


def _waiting() -> Iterator[Told]:
    ladders = operation.unrated_count()
    yield Told(True, f"ladders: {ladders} results wait to be rated")
    waits = operation.service().check_waits
    late = waits is not None and waits > 600
    jobs = "none waits" if waits is None else f"the oldest has waited for {waits:.0f} s"
    yield Told(not late, f"checks of rulesets: {jobs}", "Start a worker for the queue `examiner`." if late else "")
    yield Told(True, f"checks of records: {'some wait' if import_jobs.waits() else 'none waits'}")


def _outages() -> Iterator[Told]:
    found = operation.latest_outages()
    if not found:
        yield Told(True, "no outage was ever recorded")
    for cause, began, ended in found:
        yield Told(
            True, f"outage of {cause}: {began:%Y-%m-%d %H:%M:%S} to {ended:%H:%M:%S} UTC, credited to open turns"
        )


def _findings() -> Iterator[Told]:
    found = operation.open_findings()
    if not found:
        yield Told(True, "verify has found nothing that is still open")
    for what, count in found.items():
        yield Told(
            False,
            f"verify has findings in {count} places ({what})",
            "Look at the finding reports in the admin, then run `manage.py verify`. Keep the backups from before.",
        )
