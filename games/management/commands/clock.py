"""``manage.py clock``: the process that acts at deadlines."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import loops


class Command(BaseCommand):
    """Move for each seat at its deadline, until SIGTERM or Ctrl-C. It needs only the database."""

    help = "Run the clock, which moves for players at their deadlines. Several clocks share the work. Ctrl-C stops it."

    def handle(self, *_: Any, **__: Any) -> None:
        """Run until a signal stops it."""
        loop = loops.Loop("clock", loops.clock)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: loop.stop())
        loop.run()
