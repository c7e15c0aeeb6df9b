"""Change the tables while people play."""

import time
from typing import Any, Final

from django.core.management.commands import migrate
from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from base.sql import patience

_TRIES: Final = 30
_PAUSE: Final = 1.0
"""Seconds in which those are served who waited behind the last try."""


class Command(migrate.Command):
    """Django's command, which waits two seconds at a time for a table that is in use: who comes later waits behind it.

    What was migrated before stays. Raises OperationalError after so many tries.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the tables."""
        token = patience.current.set(patience.MIGRATION)
        try:
            for left in reversed(range(_TRIES)):
                try:
                    super().handle(*args, **options)
                except OperationalError as error:
                    if not left or not isinstance(error.__cause__, LockNotAvailable):
                        raise
                else:
                    return
                self.stderr.write("A table is in use. Trying again.")
                time.sleep(_PAUSE)
        finally:
            patience.current.reset(token)
