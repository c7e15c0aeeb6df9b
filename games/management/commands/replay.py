"""``manage.py replay``: step through the record of a game in the terminal. It needs no service and no database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.client import encoding, table_view
from games.management.record_viewer import Viewer, open_record, parse_eyes


class Command(BaseCommand):
    """Step through a record, forward and back, as any seat sees it."""

    help = "Step through the record of a game in the terminal. The record may be text or JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, the view and the first turn."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a record, as `GET /games/ID/record` returns it")
        parser.add_argument(
            "--seat", default="all", metavar="N|all|none",
            help="show the cards that seat N sees, all cards, or what a spectator sees (default all)",
        )  # fmt: skip
        parser.add_argument("--to", type=int, metavar="N", help="only print the table after turn N")
        parser.add_argument(
            "--rules", type=Path, metavar="FOLDER", help="folder of the variant, if it is not a built-in one"
        )

    def handle(self, **given: Any) -> None:
        """Show the record. Raises CommandError if it is no record, or if its rules are not known."""
        encoding.configure_streams()
        console = table_view.console()
        record, stops = open_record(given["file"], given["rules"], console)
        viewer = Viewer(record, stops, parse_eyes(given["seat"], len(record.tags.sitters)), console)
        if given["to"] is None:
            viewer.run()
        else:
            viewer.show(given["to"])
