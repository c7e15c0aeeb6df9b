"""``manage.py rebuild``: make read models again from the log, prove that they are the same, and read the new ones."""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import Executor
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from games.integrity import verify
from games.management.parallel import bars, console_of, pool, say
from games.management.parallel_rebuild import Manner, ask_for_names, build, named
from games.projections import generations
from games.projections.base import Projection, Stopped
from games.projections.rebuilding import BATCH, Built, Rebuild, rebuild


class Command(BaseCommand):
    """Build the next generation beside the live one; killed at any point it goes on. Exit 1 if rows differ."""

    help = "Rebuild read models from the log beside the live ones, prove row for row that both are equal, and switch."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which, and how."""
        ask_for_names(parser)
        parser.add_argument("--parallel", type=int, default=1, metavar="N", help="processes (default 1)")
        parser.add_argument("--batch", type=int, default=BATCH, metavar="N", help=f"events a transaction ({BATCH})")
        parser.add_argument("--accept-differences", action="store_true", help="read the new rows even if they differ")
        parser.add_argument("--afresh", action="store_true", help="throw away what an interrupted rebuild has left")
        parser.add_argument("--drop-old", action="store_true", help="only delete the generations that were live before")

    def handle(self, *_: Any, **asked: Any) -> None:
        """Do it for each read model, and print a line."""
        if min(asked["parallel"], asked["batch"]) < 1:
            raise CommandError("At least one, please.")
        console = console_of(self.stdout)
        chosen = named(asked["name"])
        if asked["drop_old"]:
            for projection in chosen:
                say(console, f"{projection.name}: {generations.drop_old(projection)} old generations deleted")
            return
        if asked["afresh"]:
            for projection in chosen:
                generations.drop_unfinished(projection)
        manner = Manner(asked["batch"], asked["accept_differences"])
        with pool(asked["parallel"], apps=True) if asked["parallel"] > 1 else nullcontext() as executor:
            done = [_rebuilt(console, projection, manner, executor) for projection in chosen]
        if not all(done):
            sys.exit(1)


def _rebuilt(console: Console, projection: Projection, manner: Manner, executor: Executor | None) -> bool:
    """Rebuild one, say how it went, and return whether readers read it."""
    begun_at = time.monotonic()
    begun = rebuild(projection)
    with bars(console) as progress:
        shards = build(begun, manner, progress, executor)
    for one in shards:
        verify.keep_differences(projection, one.shard, () if manner.accept else one.differences)
        for line in (*one.differences, *([one.fault] if one.fault else [])):
            say(console, f"{verify.place_of(projection, one.shard)}: {line}")
    fate = _fate(begun, shards, accept=manner.accept)
    events, rows = sum(one.events for one in shards), sum(one.rows for one in shards)
    spent = time.monotonic() - begun_at
    told = f"{events} events, {rows} rows, generation {begun.generation}, {fate}, {spent:.1f} s"
    say(console, f"{projection.name}: {told}")
    return fate == "OK"


def _fate(begun: Rebuild, shards: list[Built], *, accept: bool) -> str:
    stopped, different = sum(bool(one.fault) for one in shards), sum(bool(one.differences) for one in shards)
    if stopped:
        return f"stopped in {stopped} shards; generation {begun.live} stays live"
    if different and not accept:
        return f"differs from the live one in {different} shards; generation {begun.live} stays live"
    try:
        return "OK" if begun.switch() else f"stopped meanwhile; generation {begun.live} stays live"
    except Stopped as stopped_at:
        return f"{stopped_at}; generation {begun.live} stays live"
