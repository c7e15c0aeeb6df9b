"""``manage.py doctor``: a report on the health of the service, with advice."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand

from games.management.health_report import report


class Command(BaseCommand):
    """Print a line for each part of the service. Exit with 1 if there is a problem."""

    help = "Check each part of the service, and print what to do about problems. Exit with 1 if there are any."
    requires_system_checks = ()

    def handle(self, *_: Any, **__: Any) -> None:
        """Print the report."""
        problems = 0
        with _quiet_pool():
            for line in report():
                problems += not line.is_well
                self.stdout.write(f"{'ok  ' if line.is_well else 'FAIL'}  {line.what}")
                if line.advice:
                    self.stdout.write(f"      {line.advice}")
        self.stdout.write(f"Problems: {problems or 'none'}.")
        if problems:
            sys.exit(1)


@contextmanager
def _quiet_pool() -> Iterator[None]:
    """Keep the log of the connection pool out of the report, which names what is unreachable."""
    pool = logging.getLogger("psycopg.pool")
    level = pool.level
    pool.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        pool.setLevel(level)
