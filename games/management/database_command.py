"""Commands that need the database of the service, and what they say if it does not answer."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from games.management.advice import NO_DATABASE


class DatabaseCommand(BaseCommand):
    """A command that ends with one line, and status 1, if it cannot connect to the database."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError if there is no connection."""
        try:
            return super().execute(*args, **options)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None):  # the server has answered
                raise
            raise CommandError(f"The database does not answer. {NO_DATABASE}") from error
