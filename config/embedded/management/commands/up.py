"""`manage.py up`: the whole service on this machine, until Ctrl-C."""

import os
import sys
import warnings
from contextlib import ExitStack
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.embedded import startup, supervisor
from config.embedded.account import Refused
from config.embedded.readiness import ReadinessCheck
from config.embedded.stop_signal import StopSignal
from config.settings import embedded

_LAST_PORT: Final = 65535


class Command(BaseCommand):
    """Start PostgreSQL, web, worker, checker and beat, keep them running, and stop them in order."""

    help = "Run the whole service on this machine: PostgreSQL, web, worker, checker and beat."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the address. Its defaults come from the environment."""
        parser.add_argument(
            "--host",
            default=embedded.HOST_ADDRESS,
            help="address on which the web server listens (default: HOST_ADDRESS, or 127.0.0.1)",
        )
        parser.add_argument(
            "--port", default=os.environ.get("PORT") or "8000",
            help="port of the web server, 0 for any free one (default: PORT, or 8000)",
        )  # fmt: skip

    def handle(self, *, host: str, port: str, **_: Any) -> None:
        """Run until a signal. Raises CommandError if the service cannot start."""
        if not sys.warnoptions:
            warnings.simplefilter("ignore")
        if not (port.isascii() and port.isdigit() and len(port) < 6 and int(port) <= _LAST_PORT):
            raise CommandError(f"PORT must be a number from 0 to {_LAST_PORT}, not {port!r}.")
        stop = StopSignal()
        try:
            with ExitStack() as resources:
                resources.enter_context(startup.only_instance(embedded.STATE))
                with stop.interrupting():
                    url, keeper, children = startup.start(resources, host, int(port), stop.event)
                lost = supervisor.watch(children, stop.event, also=ReadinessCheck(url, keeper))
            if lost:
                raise CommandError(f"The service cannot start: {lost.name} ended {lost.fails} times in a row.")
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        except KeyboardInterrupt:
            pass
        supervisor.say("up", "stopped")
