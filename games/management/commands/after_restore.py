"""``manage.py after_restore``: what a restored database needs before players come back to it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from games.management.database_command import DatabaseCommand
from players import sessions
from players.erasure import erase
from players.models import Player


class Command(DatabaseCommand):
    """Let clients stay signed in, and erase again who was erased after the backup was made."""

    help = "Prepare a restored database: clients stay signed in, and later erasures are repeated."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the list of the erased."""
        parser.add_argument(
            "erased", nargs="?", type=Path, metavar="FILE", help="ids of the players who were erased, one a line"
        )

    def handle(self, *_: Any, **given: Any) -> None:
        """Do it and print what was done. To do it again changes nothing more. Raises CommandError for a wrong list."""
        ids = _ids_in(given["erased"]) if given["erased"] else set()
        count = sessions.trust_next_tokens()
        self.stdout.write(f"{count} sessions go on with the token that their client has.")
        known = Player.objects.filter(id__in=ids)
        later = [*known.filter(erased_at=None).values_list("id", flat=True)]
        for player in later:
            erase(player)
        unknown = len(ids) - known.count()
        self.stdout.write(f"{len(later)} players are erased again. {unknown} in the list are not in this database.")


def _ids_in(file: Path) -> set[UUID]:
    """Return the ids in *file*. Raises CommandError if it cannot be read, or has something else."""
    try:
        return {UUID(line) for line in file.read_text(encoding="utf-8").split()}
    except (OSError, ValueError) as fault:
        raise CommandError(f"{file} is no list of ids: {fault}") from fault
