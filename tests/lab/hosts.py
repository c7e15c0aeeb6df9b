"""Hosts as namespaces of Linux: each has its own network, processes, mounts and name, and can lose its power."""

import math
import os
import shlex
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

BRIDGE: Final = "switch"
NETWORK: Final = "10.65.0"
_RESTART_SECONDS: Final = 2.0
"""As `RestartSec` in the units of the service."""
_OWN: Final = (
    "etc/default", "etc/haproxy", "etc/patroni", "etc/pgbouncer", "etc/rabbitmq", "run", "var/lib/etcd",
    "var/lib/postgresql", "var/lib/rabbitmq", "var/lib/maumau", "var/log/postgresql", "var/log/rabbitmq",
)  # fmt: skip
"""Directories that each host has for itself. All others it shares with this machine."""
_BOOT: Final = """
set -e
hostname {name}
ip link set lo up
find {folder}/run ! -type d -delete
for path in {own}; do mkdir -p /$path; mount --bind {folder}/$path /$path; done
echo booted
while :; do sleep 1d & wait; done
"""


@dataclass(slots=True)
class Unit:
    """A program that a host runs, and starts again when it ends, as a unit of systemd does."""

    name: str
    command: Sequence[str]
    user: str = "root"
    folder: str = "/"
    environment: Mapping[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    port: int = 0
    """Where it listens when it is ready, if somebody asks."""
    start_seconds: float = math.inf
    """Seconds after which it is killed and started again if it is not ready, as with `TimeoutStartSec`."""
    may_end: bool = False
    """Whether it ends by itself while those are away whom it needs."""
    is_wanted: bool = False
    """Whether it ought to run."""
    due: float = 0.0
    """When it may be started again, by the monotonic clock."""
    ready_by: float = math.inf
    """When it must be ready, by the monotonic clock."""


class Host:
    """One host. Its files are in *folder*, and stay there when it loses its power."""

    def __init__(self, name: str, number: int, folder: Path) -> None:
        self.name, self.address, self.folder = name, f"{NETWORK}.{number}", folder
        self.units: dict[str, Unit] = {}
        self.ends: list[str] = []
        """The units that ended by themselves."""
        self._power: subprocess.Popen[bytes] | None = None
        self._init = 0
        self._lock = threading.RLock()
        for path in _OWN:
            (folder / path).mkdir(parents=True)

    def boot(self) -> None:
        """Switch the host on, plug it into the switch, and start its units."""
        script = _BOOT.format(name=self.name, own=" ".join(_OWN), folder=self.folder)
        with self._lock:
            self._power = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "--mount", "--pid", "--uts", "--ipc", "--fork",
                 "--kill-child", "--mount-proc", "bash", "-c", script],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True,
            )  # fmt: skip
            assert self._power.stdout is not None
            assert self._power.stdout.readline() == b"booted\n", f"{self.name} does not boot"
            self._init = psutil.Process(self._power.pid).children()[0].pid
            ip("link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns", str(self._init))
            ip("link", "set", self.name, "master", BRIDGE, "up")
            self.run("ip", "address", "add", f"{self.address}/24", "dev", "eth0")
            self.run("ip", "link", "set", "eth0", "up")
            for unit in self.units.values():
                self.start(unit.name)

    def halt(self) -> None:
        """Cut the power: all processes die at whatever instruction they are."""
        with self._lock:
            if self._power is None:
                return
            for unit in self.units.values():
                unit.is_wanted = False
            self._power.kill()
            self._power.wait()
            self._power = None
            for unit in self.units.values():
                if unit.process:
                    unit.process.wait()
            with suppress(subprocess.CalledProcessError):  # it may have gone with the namespace
                ip("link", "delete", self.name)

    def start(self, name: str) -> None:
        """Start a unit, and keep it running."""
        unit = self.units[name]
        with self._lock, (self.folder / f"{name}.log").open("ab") as log:
            unit.is_wanted = True
            unit.ready_by = time.monotonic() + unit.start_seconds
            unit.process = subprocess.Popen(
                self._inside(unit.command, unit.user, unit.folder),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/root", **unit.environment},
            )  # fmt: skip

    def kill(self, name: str) -> None:
        """Kill a unit and all its processes with -9. It stays down until it is started."""
        with self._lock:
            unit = self.units[name]
            unit.is_wanted = False
            assert unit.process is not None
            with suppress(psutil.NoSuchProcess):
                for process in psutil.Process(unit.process.pid).children(recursive=True):
                    with suppress(psutil.NoSuchProcess):
                        process.kill()
            unit.process.wait()

    def watch(self) -> None:
        """Start the units again that have ended by themselves. Call it often."""
        with self._lock:
            for unit in self.units.values():
                if not unit.is_wanted or unit.process is None:
                    continue
                if unit.process.poll() is None:
                    if time.monotonic() >= unit.ready_by:
                        unit.ready_by = math.inf
                        if not is_open(self.address, unit.port):
                            self.kill(unit.name)
                            self.start(unit.name)
                elif not unit.due:
                    self.ends += [] if unit.may_end else [unit.name]
                    unit.due = time.monotonic() + _RESTART_SECONDS
                elif time.monotonic() >= unit.due:
                    unit.due = 0.0
                    self.start(unit.name)

    def run(self, *command: str, user: str = "root", environment: Mapping[str, str] | None = None) -> str:
        """Run a command to its end, and return what it prints. Raises CalledProcessError."""
        done = subprocess.run(
            self._inside(command, user, "/"), env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, shlex.join(command), done.stdout, done.stderr)
        return done.stdout

    def write(self, path: str, text: str, *, owner: str = "root", mode: int = 0o644) -> None:
        """Write a file of this host."""
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)
        subprocess.run(["chown", owner, str(file)], check=True)

    def _inside(self, command: Sequence[str], user: str, folder: str) -> list[str]:
        entered = ["nsenter", "--target", str(self._init), "--all", "--", "env", f"--chdir={folder}"]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user != "root" else []
        return [*entered, *as_user, *command]


def ip(*arguments: str) -> None:
    """Run `ip` in the network of the switch. Raises CalledProcessError."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def is_open(host: str, port: int) -> bool:
    """Whether something listens there."""
    with suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False
