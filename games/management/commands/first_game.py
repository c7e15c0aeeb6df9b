"""Make a game between four bots in an empty service, so that there is something to look at."""

from typing import Any

from django.core.management.base import BaseCommand

from games import selectors, services


class Command(BaseCommand):
    """Make the first game, unless there is one."""

    help = "Make a public game between four bots, unless the service has games."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Make the game and print its id. Print nothing if there are games."""
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
