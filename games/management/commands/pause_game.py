"""``manage.py pause_game``: stop the clock of a game as a moderator, or let it run again."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from games import services
from games.clocks import LONGEST_PAUSE
from games.management.database_command import DatabaseCommand


class Command(DatabaseCommand):
    """Stop the clock of a game, for example while you look into a complaint. Its players see who did it."""

    help = f"Stop the clock of games for at most {LONGEST_PAUSE.days} days, or let it run again."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare which games, and whether they are resumed."""
        parser.add_argument("games", nargs="+", metavar="GAME", type=UUID, help="the id of a game")
        parser.add_argument("--resume", action="store_true", help="let the clock run again")

    def handle(self, *_: Any, **given: Any) -> None:
        """Stop each clock, or let it run. A game that refuses is named at the end; the others are changed."""
        refused = []
        for game in given["games"]:
            try:
                if given["resume"]:
                    services.resume_as_moderator(game)
                else:
                    services.pause_as_moderator(game)
            except services.NoSuchGame:
                refused.append(f"There is no game {game}.")
            except services.GameOver:
                refused.append(f"{game}: the game is over.")
            except services.PauseRefused as error:
                refused.append(f"{game}: {error}.")
            else:
                self.stdout.write(
                    f"the clock of {game} {'is no longer stopped' if given['resume'] else 'stands still'}"
                )
        if refused:
            raise CommandError("\n".join(refused))
