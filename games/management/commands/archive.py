"""``manage.py archive``: let games that are over leave the log for files, or put some back."""

import math
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import CommandError

from games import archiving
from games.log.archive import ArchiveUnavailable
from games.management.amounts import amount
from games.management.database_command import DatabaseCommand
from games.store.archives import MovedOn


class Command(DatabaseCommand):
    """Archive what is due, game by game. If it is interrupted, run it again."""

    help = "Let games that have been over for long leave the log for files, or put some of them back."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the age, and which games to put back."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--days", type=float, metavar="N", help="archive games that ended more than N days ago (ARCHIVE_AFTER)"
        )
        what.add_argument("--restore", nargs="+", type=UUID, metavar="ID", help="put these games back into the log")

    def handle(self, *_: Any, **given: Any) -> None:
        """Do it, and print how many games were archived or restored."""
        if given["restore"]:
            self._restore(given["restore"])
            return
        days = settings.ARCHIVE_AFTER or None if given["days"] is None else given["days"]
        if days is None or not days >= 0:
            raise CommandError("Say with --days how many days ago games must have ended, or set ARCHIVE_AFTER.")
        try:
            archived = archiving.sweep(days, seconds=math.inf)
        except archiving.NotAllowed as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"{amount(archived, 'game')} archived")

    def _restore(self, games: list[UUID]) -> None:
        for game in games:
            try:
                is_back = archiving.restore(game)
            except (ArchiveUnavailable, MovedOn) as fault:
                raise CommandError(f"Game {game} cannot be restored: {fault}.") from fault
            if not is_back:
                raise CommandError(f"Game {game} is not archived.")
            self.stdout.write(f"game {game} is in the log again")
