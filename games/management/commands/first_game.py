"""Make a game between four bots where there is none, so that there is something real to look at."""

from typing import Any

from django.core.management.base import BaseCommand

from games import selectors, services


class Command(BaseCommand):
    """Make the first game, once."""

    help = "Make a public game between four bots, unless a game was ever made."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Make it, and say its id; say nothing where there are games."""
        if not selectors.is_empty():
            return
        game = services.open_game(
            player=None,
            variant="mau_mau",
            seats=4,
            bots=("clever", "novice", "clever", "novice"),
            terms=services.Terms(clock="live"),
        )
        self.stdout.write(f"Four bots play game {game}.")
