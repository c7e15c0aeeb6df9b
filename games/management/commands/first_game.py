"""``manage.py first_game``: make a game between four bots, so that a new service has something to show."""

from typing import Any

from django.core.management.base import BaseCommand

from games import selectors, services


class Command(BaseCommand):
    """Make the first game, unless there is one."""

    help = "Make a public game between four bots, if the service has no games yet."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Make the game and print its id. Print nothing if there are games."""
        if not selectors.is_empty():
            return
        game = services.open_game(
            player=None,
            variant="mau_mau",
            seats=4,
            bots=("clever", "novice", "clever", "novice"),
            # Slow and over many deals: somebody must find it before it is over.
            options={"score": "to_100"},
            terms=services.Terms(clock="live", bot_pause=3),
        )
        self.stdout.write(
            f"Four bots play a public game, so that there is something to watch: make play ARGS='--game {game}'"
        )
