"""``manage.py make_puzzles``: make the puzzles of today now."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import puzzles


class Command(BaseCommand):
    """Make the puzzles of today that are missing. The worker does the same every quarter of an hour."""

    help = "Make the puzzles of today that are missing, from public games that are over."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print how many were made."""
        self.stdout.write(f"{puzzles.make()} puzzles were made.")
