"""``manage.py clock``: the process that ends turns whose time is up."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import loops


class Command(BaseCommand):
    """Move for every seat whose time is up, until SIGTERM or Ctrl-C. It needs nothing but the database."""

    help = "Run the clock until SIGTERM or Ctrl-C. Several at once share the work."

    def handle(self, *_: Any, **__: Any) -> None:
        """Run until a signal stops it."""
        loop = loops.Loop("clock", loops.clock)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: loop.stop())
        loop.run()
