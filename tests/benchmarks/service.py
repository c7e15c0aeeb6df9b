"""The measured service: a `manage.py up` on loopback, with new data and the settings of the benchmark."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from config.embedded import state
from config.embedded.cluster import Cluster
from games.client.api_client import new_key
from games.client.http import PATIENCE, Answer, BadUrl, HttpClient, Json, Unreachable, accepted

SETTINGS: Final = "tests.benchmarks.settings"
_START_SECONDS: Final = 240
_STOP_SECONDS: Final = 60


class NoService(Exception):
    """The service did not start."""


class Service:
    """Runs while its block does. Its data are deleted afterwards."""

    health = "/readyz"
    """What answers 200 as soon as the service can be used."""
    url: str
    environment: dict[str, str]
    """The environment of its processes, with the address of its database."""

    def __init__(self, **given: str) -> None:
        """Give its processes more variables, such as the address of another database."""
        self._given = given

    def __enter__(self) -> Self:
        self._state = Path(tempfile.mkdtemp(prefix="maumau-bench-"))
        self._state.chmod(0o711)
        dropped = {"DATABASE_URL", "BROKER_URL", "DATABASE_POOL", "PORT"}
        inherited = {name: value for name, value in os.environ.items() if name not in dropped}
        self.environment = {
            **inherited,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "DATA": str(self._state / "data"),
            "PORT": "0",
            **self._given,
        }
        self.prepare()
        self._start()
        try:
            self.url = self._wait_until_ready()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def prepare(self) -> None:
        """Do what must be done before its processes start."""

    def start_again(self) -> None:
        """Start it at the same address, after its supervisor was killed. Returns when it is ready. Raises NoService."""
        self._process.wait()
        self.environment["PORT"] = self.url.rsplit(":", 1)[1]
        address = self._state / "data" / "address"
        before = address.stat().st_mtime_ns
        self._start()
        until = time.monotonic() + _START_SECONDS
        # Processes of the dead supervisor may still answer. The next one writes the address before it has any.
        while address.stat().st_mtime_ns == before and time.monotonic() < until and self._process.poll() is None:
            time.sleep(0.1)
        self._wait_until_ready()

    def _start(self) -> None:
        with (self._state / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        shutil.rmtree(self._state, ignore_errors=True)

    @property
    def process_id(self) -> int:
        """The id of the supervisor's process."""
        return self._process.pid

    @property
    def database(self) -> str:
        """The address of its database."""
        return Cluster(Path(self.environment["DATA"])).url(state.DATABASE)

    def _wait_until_ready(self) -> str:
        """Return the address as soon as all parts are ready. Raises NoService."""
        address, until = self._state / "data" / "address", time.monotonic() + _START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            # The address may be half written, or nobody listens yet.
            with suppress(Unreachable, BadUrl, FileNotFoundError):
                url = address.read_text()
                with HttpClient(url, patience=5) as http:
                    if http.send("GET", self.health).status == 200:
                        return url
            time.sleep(0.1)
        raise NoService((self._state / "output").read_text()[-2000:])


class Player:
    """A guest with a connection. They can play for a quarter of an hour, and again after they have signed in again."""

    def __init__(self, url: str, *, patience: float = PATIENCE) -> None:
        self.http = HttpClient(url, agent="maumau-bench", patience=patience)
        self.id: str = self._sign_in("/auth/guest", {})["player"]["id"]

    def sign_in_again(self) -> None:
        """Take another token. Raises Refused."""
        self._sign_in("/auth/refresh", {"refresh": self._refresh})

    def _sign_in(self, path: str, body: dict[str, str]) -> Json:
        made: Json = accepted(self.http.send("POST", path, body, {"Idempotency-Key": new_key()})).body
        self.headers = {"Authorization": f"Bearer {made['access']}"}
        self._refresh: str = made["refresh"]
        return made

    def get(self, path: str, **headers: str) -> Answer:
        """Return the answer to a GET. Raises Refused."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return accepted(self.http.send("GET", path, None, {**self.headers, **given}))

    def post(self, path: str, body: Any) -> Answer:
        """Return the answer to a POST under a fresh key. Raises Refused."""
        return accepted(self.http.send("POST", path, body, {**self.headers, "Idempotency-Key": new_key()}))
