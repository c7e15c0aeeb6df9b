"""``manage.py erase``: erase players."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from games.management.database_command import DatabaseCommand
from players.erasure import erase
from players.models import Player
from players.names import BadName, normal_username


class Command(DatabaseCommand):
    """Erase accounts for good, as their owners can do with `DELETE /me`."""

    help = "Erase players for good. A worker then leaves their games."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare whom to erase."""
        parser.add_argument("players", nargs="+", metavar="PLAYER", help="the id of a player, or a username")

    def handle(self, *_: Any, **given: Any) -> None:
        """Erase all of them, or none if one is unknown. Print their new names."""
        found = [_player_of(text) for text in given["players"]]
        for player in found:
            self.stdout.write(f"{player} is {erase(player).name} now")


def _player_of(text: str) -> UUID:
    """Return the id of a player. Raises CommandError for one who is unknown."""
    try:
        known = Player.objects.filter(id=UUID(text)).first()
    except ValueError:
        try:
            known = Player.objects.filter(username=normal_username(text)).first()
        except BadName:
            known = None
    if known is None:
        raise CommandError(f"There is no player {text}.")
    return known.id
