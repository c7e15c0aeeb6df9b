"""``manage.py clock``: the clock of all games, as a process of its own."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import loops


class Command(BaseCommand):
    """Let the clock speak wherever a time is up, until SIGTERM or Ctrl-C; it needs the database and nothing else."""

    help = "Run the clock until SIGTERM or Ctrl-C. Several at once share the work."

    def handle(self, *_: Any, **__: Any) -> None:
        """Look again and again."""
        loop = loops.Loop("clock", loops.clock)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: loop.stop())
        loop.run()
