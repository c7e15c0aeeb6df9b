"""`make load`: many clients use and misuse a service for a minute. Then the log is compared with their answers."""

import time
from concurrent.futures import ThreadPoolExecutor
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
    """Run load clients against a service on this machine. The settings must name its database."""

    help = "Load a service on this machine with many clients, then check that no move was lost or doubled."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the service, the number of clients and the time."""
        parser.add_argument(
            "--url", default="", help="a service on loopback (default: PORT, or the service of `make up`)"
        )
        parser.add_argument(
            "--clients", type=int, default=200, help=f"number of clients, in parties of {SEATS} (at most 1000)"
        )
        parser.add_argument("--seconds", type=float, default=60.0, help="duration of the load (at most 600)")
        parser.add_argument(
            "--least-share",
            type=float,
            default=_LEAST_SHARE,
            help="the least moves under load, as a share of those before it",
        )
        parser.add_argument(
            "--calm-seconds", type=float, default=_CALM_SECONDS, help="duration of the measurement before the load"
        )

    def handle(self, *, clients: int, seconds: float, **given: Any) -> None:
        """Measure without load, run the clients, compare, verify. Raises CommandError if anything is wrong."""
        url, least = given["url"] or own_service(), given["least_share"]
        host = urlsplit(url).hostname or ""
        if host != "localhost" and not (host.replace(".", "").isdigit() and ip_address(host).is_loopback):
            raise CommandError(f"{url} is not on this machine. Load only a service of your own.")
        if not SEATS <= clients <= 1_000 or not 0 < seconds <= 600:
            raise CommandError(f"Between {SEATS} and 1000 clients can run, for at most 600 seconds.")
        calm = requests.moves(requests.duels(url, min(_CALM_CLIENTS, clients)))(given["calm_seconds"])
        self.stdout.write(f"without load: {calm * 60:,.0f} durable moves a minute")
        ledger = Ledger()
        accepted = _run(url, clients, ledger, seconds) / seconds
        for name, value in ledger.summary().items():
            self.stdout.write(f"{name}: {value}")
        share = accepted / calm
        self.stdout.write(f"under load: {accepted * 60:,.0f} moves a minute, {share:.0%} of the rate without load")
        self.stdout.write(f"429 and 503: {ledger.share_of_busy:.2%} of all answers")
        faults = [*ledger.faults, *ledger.audit()]
        faults += [f"only {share:.0%} of the rate without load"] if share < least else []
        faults += ["too many 429 and 503"] if ledger.share_of_busy >= _MOST_BUSY else []
        for fault in faults[:20]:
            self.stderr.write(fault)
        call_command("verify")
        if faults:
            raise CommandError(f"{len(faults)} faults")
        self.stdout.write("No move was lost or doubled.")


def _run(url: str, clients: int, ledger: Ledger, seconds: float) -> int:
    """Sign the clients in, open their tables, and let them act. Return the number of moves accepted in time."""
    with ThreadPoolExecutor(_SIGN_INS) as pool:
        players = list(pool.map(lambda _: Player(url), range(clients - clients % SEATS)))
        parties = [Party(players[first : first + SEATS]) for first in range(0, len(players), SEATS)]
        list(pool.map(lambda party: party.open(""), parties))
    until = time.monotonic() + seconds
    running = [
        Client(party, seat, ledger, until, Random(number * SEATS + seat))
        for number, party in enumerate(parties)
        for seat in range(SEATS)
    ]
    for client in running:
        client.start()
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("loading", total=seconds)
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.5))
            progress.update(task, completed=seconds - left, description=f"{len(ledger.accepted)} moves")
    accepted = len(ledger.accepted)
    for client in running:
        client.join()
    return accepted
