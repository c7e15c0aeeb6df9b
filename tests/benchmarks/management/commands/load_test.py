"""`make load`: many clients treat a service badly for a minute; then the log is compared with what they were told."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ipaddress import ip_address
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from games.management.terminal_play import own_service
from tests.benchmarks import requests
from tests.benchmarks.ledger import Ledger
from tests.benchmarks.load_clients import SEATS, Client, Party
from tests.benchmarks.service import Player

_SIGN_INS: Final = 20
"""Clients that sign in at once."""
_CALM_CLIENTS: Final = 32
_CALM_SECONDS: Final = 8.0
_LEAST_SHARE: Final = 0.25
_MOST_BUSY: Final = 0.01


class Command(BaseCommand):
    """Runs the crowd against a service on this machine, whose database is the one of the settings."""

    help = "Load a service on this machine with many clients, then check that no move was lost or doubled."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Ask for whom, how many and how long."""
        parser.add_argument("--url", default="", help="a service on loopback; else PORT, else that of `make up`")
        parser.add_argument("--clients", type=int, default=200, help=f"at most 1000, in parties of {SEATS}")
        parser.add_argument("--seconds", type=float, default=60.0, help="at most 600")
        parser.add_argument("--least-share", type=float, default=_LEAST_SHARE, help="of the calm's moves")
        parser.add_argument("--calm-seconds", type=float, default=_CALM_SECONDS, help="of the measurement before")

    def handle(self, *, clients: int, seconds: float, **given: Any) -> None:
        """Measure the calm, run the crowd, audit, verify; CommandError when anything is not as it must be."""
        url, least = given["url"] or own_service(), given["least_share"]
        _check(url, clients, seconds)
        calm = requests.moves(requests.duels(url, min(_CALM_CLIENTS, clients)))(given["calm_seconds"])
        self.stdout.write(f"calm: {calm * 60:,.0f} durable moves a minute")
        ledger = Ledger()
        accepted = _run(_parties(url, clients), ledger, seconds) / seconds
        for name, value in ledger.summary().items():
            self.stdout.write(f"{name}: {value}")
        share = accepted / calm
        self.stdout.write(f"under load: {accepted * 60:,.0f} moves a minute, {share:.0%} of the calm")
        self.stdout.write(f"429 and 503: {ledger.share_of_busy:.2%} of all answers")
        faults = [*ledger.faults, *ledger.audit()]
        faults += [f"only {share:.0%} of the calm"] if share < least else []
        faults += ["too many 429 and 503"] if ledger.share_of_busy >= _MOST_BUSY else []
        for fault in faults[:20]:
            self.stderr.write(fault)
        call_command("verify")
        if faults:
            raise CommandError(f"{len(faults)} faults")
        self.stdout.write("No move was lost or doubled.")


def _check(url: str, clients: int, seconds: float) -> None:
    host = urlsplit(url).hostname or ""
    is_local = host == "localhost" or (host.replace(".", "").isdigit() and ip_address(host).is_loopback)
    if not is_local:
        raise CommandError(f"{url} is not on this machine: load only a service of your own.")
    if not SEATS <= clients <= 1_000 or not 0 < seconds <= 600:
        raise CommandError(f"Between {SEATS} and 1000 clients, for at most 600 seconds.")


def _parties(url: str, clients: int) -> list[Party]:
    """Return parties of signed-in players, each at its first table."""
    with ThreadPoolExecutor(_SIGN_INS) as pool:
        players = list(pool.map(lambda _: Player(url), range(clients - clients % SEATS)))
        parties = [Party(players[first : first + SEATS]) for first in range(0, len(players), SEATS)]
        list(pool.map(lambda party: party.open(""), parties))
    return parties


def _run(parties: list[Party], ledger: Ledger, seconds: float) -> int:
    """Let all clients act for that long; return how many moves were accepted by then."""
    until = time.monotonic() + seconds
    crowd = [
        Client(party, seat, ledger, until, Random(number * SEATS + seat))
        for number, party in enumerate(parties)
        for seat in range(SEATS)
    ]
    for client in crowd:
        client.start()
    with _progress(seconds) as advance:
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.5))
            advance(seconds - left, len(ledger.accepted))
    accepted = len(ledger.accepted)
    for client in crowd:
        client.join()
    return accepted


@contextmanager
def _progress(total: float) -> Iterator[Any]:
    """Show the time and the moves on a terminal, and nothing in a pipe."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("loading", total=total)
        yield lambda done, moves: progress.update(task, completed=done, description=f"{moves} moves")
