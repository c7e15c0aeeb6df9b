"""``manage.py distribute``: spread the tables of games and the log over the workers of Citus."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.management.database_command import DatabaseCommand
from games.store.distribution import NotReady, distribute, places


class Command(DatabaseCommand):
    """Distribute what is not distributed yet. To run it again changes nothing."""

    help = "Spread the tables of games and the log over the workers of Citus. Stop the service before."
    requires_system_checks = ()

    def handle(self, *_: Any, **__: Any) -> None:
        """Do it, and print each step. Raises CommandError if the database cannot be distributed."""
        try:
            for done in distribute():
                self.stdout.write(done)
        except NotReady as fault:
            raise CommandError(str(fault)) from fault
        for worker, count in places().items():
            self.stdout.write(f"{worker} has {count} shards of the log.")
        if not settings.CITUS:
            self.stdout.write("Set CITUS=yes for all processes before you start them.")
