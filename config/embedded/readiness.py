"""The check that runs beside the supervisor: it reports when the service is ready, or what it waits for."""

import time
import urllib.error
import urllib.request
from typing import Final

from django.conf import settings

from config.embedded.keeper import Keeper
from config.embedded.supervisor import say

_SLOW_SECONDS: Final = 10
"""Seconds between two reports of a service that is not ready yet."""


class ReadinessCheck:
    """Looks after PostgreSQL, and prints when the service is ready. The supervisor calls it several times a second."""

    def __init__(self, url: str, keeper: Keeper | None) -> None:
        self._url = url
        self._keeper = keeper
        self._next = time.monotonic() + _SLOW_SECONDS
        self._is_ready = False

    def __call__(self) -> bool:
        """Return whether a failing child may end the service: not after it was ready, and not without a database."""
        has_database = self._keeper is None or self._keeper.tend()
        if self._is_ready or not has_database:
            return False
        try:
            with urllib.request.urlopen(f"{self._url}/api/v1/readyz", timeout=2):
                reason = ""
        except urllib.error.HTTPError as error:
            reason = error.read().decode(errors="replace")
        except OSError as error:
            reason = str(error)
        if reason:
            if time.monotonic() > self._next:
                self._next = time.monotonic() + _SLOW_SECONDS
                say("up", f"not ready yet: {reason}")
            return True
        self._is_ready = True
        port = self._url.rsplit(":", 1)[1]
        play = "make play" if port == "8000" else f"make play PORT={port}"
        say("up", f"ready at {self._url}/api/v1/")
        say("up", f"page     {self._url}/   (play in a browser)")
        is_built = (settings.DOCS_ROOT / "index.html").is_file()
        say("up", f"docs     {self._url}/docs/{'' if is_built else '   (after `make docs`)'}")
        say("up", f"API      {self._url}/api/v1/docs/")
        say("up", f"play     {play}   (in another terminal)")
        say("up", "stop     Ctrl-C")
        if self._keeper:
            # New data take seconds to write. They are written now, so that Ctrl-C does not have to wait for it.
            self._keeper.cluster.checkpoint()
        return False
