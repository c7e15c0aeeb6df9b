"""``manage.py doctor``: what works, what does not, and what to do about it."""

import logging
import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.management.health_report import report


class Command(BaseCommand):
    """Print what works and what needs you. Exit with 1 if anything needs you."""

    help = "Say how the service is, and what to do. Exits with 1 if something needs you."
    requires_system_checks = ()

    def handle(self, *_: Any, **__: Any) -> None:
        """Print one line for each part of the service, with advice where something is wrong."""
        logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # the report names what is unreachable
        problems = 0
        for line in report():
            problems += not line.is_well
            self.stdout.write(f"{'ok  ' if line.is_well else 'LOOK'}  {line.what}")
            if line.advice:
                self.stdout.write(f"      {line.advice}")
        self.stdout.write(f"Things that need you: {problems or 'none'}.")
        if problems:
            sys.exit(1)
