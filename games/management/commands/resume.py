"""``manage.py resume``: try again work that has stopped or is put off."""

from argparse import ArgumentParser
from typing import Any, Final

from games.management.database_command import DatabaseCommand
from games.projections import generations
from games.projections.registry import NOTICES, PROJECTIONS, WEBHOOKS
from games.store import claims

_CLAIMS: Final = "claims"
_ALL: Final = "all"
_FOLLOWERS: Final = (*PROJECTIONS, *WEBHOOKS, *NOTICES)


class Command(DatabaseCommand):
    """Restart the shards of read models that stopped or were paused, and try at once the work that is put off."""

    help = "Try again a read model that has stopped, or games and ladders that are put off. Fix the cause first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to try again."""
        names = [*_FOLLOWERS, _CLAIMS, _ALL]
        parser.add_argument(
            "name", choices=names, metavar="NAME",
            help=f"a read model or follower ({', '.join(_FOLLOWERS)}); {_CLAIMS} for games and ladders; or {_ALL}",
        )  # fmt: skip

    def handle(self, *_: Any, **given: Any) -> None:
        """Print what is tried again, and why it had stopped."""
        name, found = given["name"], 0
        models = [one for one in _FOLLOWERS if name in {one, _ALL}]
        for model, generation, shard, error in generations.resume(models):
            found += 1
            why = f"it had stopped: {error}" if error else "it was paused"
            self.stdout.write(f"{model}, generation {generation}, shard {shard} is tried again; {why}")
        for kind, key in claims.release_all() if name in {_CLAIMS, _ALL} else ():
            found += 1
            self.stdout.write(f"{kind} of {key} is tried again")
        if not found:
            self.stdout.write("There is nothing to try again.")
