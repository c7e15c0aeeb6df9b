"""`manage.py serve`: the web processes of a host, until SIGTERM or Ctrl-C."""

import time
from contextlib import ExitStack
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import environment
from config.embedded import child, supervisor, web
from config.embedded.account import Refused
from config.embedded.stop_signal import StopSignal

_GRACE: Final = 10
"""Seconds that open requests have to end."""
_START_SECONDS: Final = 60
"""How long processes that end over and over again end the command. Later they are started again without limit."""

_log = structlog.get_logger(__name__)


class Command(BaseCommand):
    """Start a web process for each processor, keep them running, and stop them in order."""

    help = (
        "Run the web server: as many processes as WEB_CONCURRENCY says, on one address. They share memory and the "
        "connections that come. SIGTERM or Ctrl-C stops them after they have answered."
    )

    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration; each line is a log entry here

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the address."""
        parser.add_argument("--host", default="127.0.0.1", help="address on which it listens (default: 127.0.0.1)")
        parser.add_argument("--port", default=8000, type=int, help="its port, 0 for any free one (default: 8000)")

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        """Run until a signal. Raises CommandError if it cannot start."""
        stop = StopSignal()
        with ExitStack() as resources:
            try:
                sockets = [resources.enter_context(one) for one in web.listen(host, port, settings.WEB_CONCURRENCY)]
            except Refused as refusal:
                raise CommandError(str(refusal)) from refusal
            child.preload()
            processes = web.processes(sockets, grace=_GRACE)
            for process in processes:
                process.is_relayed, process.report = False, _report
            resources.callback(supervisor.end, processes, grace=_GRACE + supervisor.GRACE)
            address = f"http://{environment.own_name(host)}:{sockets[0].getsockname()[1]}"
            _log.info("serves", address=address, processes=len(processes))
            until = time.monotonic() + _START_SECONDS
            lost = supervisor.watch(processes, stop.event, also=lambda: time.monotonic() < until)
        if lost:
            raise CommandError(f"The web server cannot start: {lost.name} ended {lost.fails} times in a row.")


def _report(who: str, what: str) -> None:
    _log.warning(what, process=who)
