"""``manage.py verify``: verify the log, and everything that follows from it."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from rich.console import Console

from games.integrity.anchors import make_anchor
from games.management.amounts import amount
from games.management.database_command import DatabaseCommand
from games.management.full_verification import chosen_games, read_anchor_file, verify_all
from games.management.parallel import bars
from games.projections.registry import PROJECTIONS
from games.store.archives import count as archived_count


class Command(DatabaseCommand):
    """Verify positions, hash chains, secrets, snapshots, read models and ladders. Exit with 1 if anything is found."""

    help = (
        "Verify the positions, hash chains and secrets of the log, and that snapshots, read models and ladders follow "
        "from it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare which games to verify, and the anchors."""
        some = parser.add_mutually_exclusive_group()
        some.add_argument("--games", nargs="+", type=UUID, metavar="ID", help="verify only these games")
        some.add_argument("--sample", type=int, metavar="N", help="verify only N random games")
        parser.add_argument(
            "--archives",
            action="store_true",
            help="verify archived games, too, and read models of their shards; it reads all files",
        )
        parser.add_argument(
            "--anchor",
            type=Path,
            metavar="FILE",
            help="if there are no findings, write the signed heads of all shards to this new file; keep it elsewhere",
        )
        parser.add_argument(
            "--against", type=Path, metavar="FILE", help="verify that the log continues from the heads in this file"
        )
        parser.add_argument("--kid", help="with --against: the id of the key that must have signed the file")

    def handle(self, *_: Any, **options: Any) -> None:
        """Verify everything, show the progress, and store every finding for the admin and the metrics."""
        target = options["anchor"]
        if (options["sample"] or 0) < 0:
            raise CommandError("--sample must be 0 or more.")
        if target and (options["games"] or options["sample"] is not None):
            raise CommandError("An anchor covers all games, so leave out --games and --sample.")
        if target and target.exists():
            raise CommandError(f"{target} exists. Anchors are never overwritten, so name a new file.")
        against = read_anchor_file(options["against"], options["kid"]) if options["against"] else None
        # The anchor is made first, so that everything in it is verified. Events that come meanwhile are not in it.
        anchor = make_anchor() if target else None
        games, count = chosen_games(options["games"], options["sample"], reads_archives=options["archives"])
        findings = 0
        with bars(Console(stderr=True)) as progress:
            for finding in verify_all(games, count, progress, against, reads_archives=options["archives"]):
                self.stdout.write(f"{finding.where}: {finding.what}")
                findings += 1
        found = amount(findings, "finding", zero="no")
        self.stdout.write(f"{amount(count, 'game')}, {len(PROJECTIONS)} read models: {found}")
        if not options["archives"] and (unread := archived_count()):
            self.stdout.write(f"Left out: {amount(unread, 'archived game')} (--archives).")
        if against:
            self.stdout.write(f"The anchor was made on {against.at} and signed with key {against.kid}.")
        if findings:
            sys.exit(1)
        if anchor:
            target.write_text(json.dumps(anchor.document, indent=1) + "\n", encoding="utf-8")
            self.stdout.write(
                f"{target} holds the anchor of {anchor.at}, signed with key {anchor.kid}. "
                "Keep the file away from this machine, and write the id of the key down somewhere else."
            )
