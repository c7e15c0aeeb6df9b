"""The lab: thirteen hosts on one switch, which stand up in the order of docs/how-to/high-availability.md."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from tests.benchmarks.ledger import Ledger
from tests.lab import configuration as files
from tests.lab.hosts import BRIDGE, NETWORK, Host, Unit, ip, is_open

URL: Final = f"http://{files.SERVICE}"
"""Where players reach the service: the name has the addresses of both proxies."""
LOGS: Final = files.ROOT / "build" / "lab"
"""Where the logs of all hosts are kept after a run."""
T = TypeVar("T")

_PATIENCE: Final = 240.0
"""Seconds in which each part stands, also on a slow machine."""
_ERLANG: Final = "+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none"
"""Three nodes share the processors of one machine."""


class Lab:
    """The hosts of the service, from the beginning of its block to the end. This process is the client's host."""

    def __init__(self, folder: Path, values: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.folder, self.values, self.say = folder, values, say
        self.ledger = Ledger()
        """What its clients were answered."""
        self.hosts = {name: Host(name, number, folder / name) for number, name in enumerate(files.HOSTS, 11)}
        self._stopped = threading.Event()
        self._watch = threading.Thread(target=self._keep_running, daemon=True)

    def __enter__(self) -> Self:
        self._wire()
        self._configure()
        self._watch.start()
        for step in (
            self._stand_up_databases, self._make_tables, self._back_up, self._stand_up_brokers, self._start_service,
        ):  # fmt: skip
            begun = time.monotonic()
            step()
            self.say(f"{step.__name__.strip('_').replace('_', ' ')}: {time.monotonic() - begun:.0f} s")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        if self._watch.is_alive():
            self._watch.join()
        for host in self.hosts.values():
            host.halt()
        shutil.rmtree(LOGS, ignore_errors=True)
        for log in self.folder.rglob("*.log"):
            kept = LOGS / log.relative_to(self.folder)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(log, kept)

    # What tests look at

    def members(self) -> dict[str, dict[str, Any]]:
        """Return what Patroni says of each database host, by its name. Empty while nobody answers."""
        for name in files.DATABASES:
            address = f"http://{name}:8008/cluster"
            with suppress(OSError, ValueError), urllib.request.urlopen(address, timeout=2) as answer:
                return {member["name"]: member for member in json.load(answer)["members"]}
        return {}

    def primary(self) -> str:
        """Return the host of the primary, as most of the members see it. Waits until there is one."""
        return await_value(lambda: self._one("leader"), "a primary")

    def synchronous(self) -> str:
        """Return the host of the synchronous standby. Waits until there is one."""
        return await_value(lambda: self._one("sync_standby"), "a synchronous standby")

    def asynchronous(self) -> str:
        """Return the host of the asynchronous standby. Waits until there is one."""
        return await_value(lambda: self._one("replica"), "an asynchronous standby")

    def await_replication(self) -> None:
        """Wait until one member leads, and both others follow it."""

        def stands() -> bool:
            roles = sorted(
                member["role"] for member in self.members().values() if member["state"] in {"running", "streaming"}
            )
            return roles == ["leader", "replica", "sync_standby"]

        await_value(stands, "three members of the database")

    def manage(self, *command: str, **environment: str) -> str:
        """Run `manage.py` on this host, and return what it prints. Raises CalledProcessError."""
        return subprocess.run(
            [sys.executable, "manage.py", *command], cwd=files.ROOT, check=True, capture_output=True, text=True,
            env={**os.environ, **files.service_environment(self.values), **environment},
        ).stdout  # fmt: skip

    @contextmanager
    def cut(self, here: set[str], there: set[str]) -> Iterator[None]:
        """Drop what these two groups of hosts send each other, for the time of a block."""

        def addresses(names: set[str]) -> str:
            return "{ " + ", ".join(self.hosts[name].address for name in sorted(names)) + " }"

        rules = [
            f"ip saddr {addresses(one)} ip daddr {addresses(other)} drop"
            for one, other in ((here, there), (there, here))
        ]
        nft("\n".join(f"add rule bridge lab forward {rule}" for rule in rules))
        try:
            yield
        finally:
            nft("flush chain bridge lab forward")

    # How it stands up

    def _wire(self) -> None:
        ip("link", "set", "lo", "up")
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("address", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        nft("add table bridge lab\nadd chain bridge lab forward { type filter hook forward priority 0; }")
        names = "".join(f"{host.address} {host.name}\n" for host in self.hosts.values())
        names += "".join(f"{self.hosts[name].address} {files.SERVICE}\n" for name in files.PROXIES)
        hosts = self.folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost\n{NETWORK}.1 client\n{names}", encoding="utf-8")
        subprocess.run(["mount", "--bind", str(hosts), "/etc/hosts"], check=True)

    def _configure(self) -> None:
        for name, host in self.hosts.items():
            for file in files.files_of(name):
                text = files.render(file.source, {**self.values, "HOST": name})
                host.write(file.path, text, owner=file.owner, mode=file.mode)
            for unit in self._units(name):
                host.units[unit.name] = unit
        for name in files.DATABASES:
            _own(self.hosts[name], "postgres", "var/lib/postgresql", "run/postgresql", "var/log/postgresql")
            _own(self.hosts[name], "etcd", "var/lib/etcd")
        for name in files.BACKUPS:
            _own(self.hosts[name], "postgres", "var/lib/postgresql", "run/postgresql")
        for name in files.PROXIES:
            _own(self.hosts[name], "postgres", "run/postgresql", "var/log/postgresql")
            _own(self.hosts[name], "root", "run/haproxy")
        for name in files.BROKERS:
            host = self.hosts[name]
            host.write("/var/lib/rabbitmq/.erlang.cookie", self.values["ERLANG_COOKIE"], mode=0o600)
            _own(host, "rabbitmq", "var/lib/rabbitmq", "var/log/rabbitmq")

    def _units(self, name: str) -> Iterator[Unit]:
        if name in files.DATABASES:
            etcd = files.variables(files.render("etcd.env", {**self.values, "HOST": name}))
            yield Unit("etcd", ["/usr/bin/etcd"], "etcd", environment=etcd)
            yield Unit("patroni", ["/usr/bin/patroni", "/etc/patroni/config.yml"], "postgres")
        if name in files.PROXIES:
            yield Unit("haproxy", ["/usr/sbin/haproxy", "-Ws", "-f", "/etc/haproxy/haproxy.cfg"])
            yield Unit("pgbouncer", ["/usr/sbin/pgbouncer", "/etc/pgbouncer/pgbouncer.ini"], "postgres")
        if name in files.BROKERS:
            drop_in = (files.FILES / "maumau-rabbitmq.conf").read_text(encoding="utf-8")
            yield Unit(
                "rabbitmq", ["/usr/lib/rabbitmq/bin/rabbitmq-server"], "rabbitmq", "/var/lib/rabbitmq",
                {"HOME": "/var/lib/rabbitmq", "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": _ERLANG},
                port=5672, start_seconds=files.start_seconds(drop_in),
            )  # fmt: skip
            watch, _ = files.parsed((files.FILES / "maumau-rabbitmq-watch.service").read_text(encoding="utf-8"))
            yield Unit("maumau-rabbitmq-watch", watch)
        if name in files.BACKUPS:
            archive, _ = files.parsed((files.BACKUP / "maumau-archive.service").read_text(encoding="utf-8"))
            settings = files.variables(files.render("backup.env", self.values))
            yield Unit("maumau-archive", archive, "postgres", "/var/lib/postgresql", settings, may_end=True)
        if name in files.WEBS:
            yield self._service("maumau-web", (files.FILES / "maumau-web.conf").read_text(encoding="utf-8"))
        if name in files.WORKERS:
            for unit in ("maumau-worker", "maumau-clock", "maumau-checker", "maumau-beat"):
                yield self._service(unit)

    def _service(self, unit: str, drop_in: str = "") -> Unit:
        command, own = files.command_of(unit, Path(sys.executable), drop_in)
        return Unit(
            unit, command, folder=str(files.ROOT), environment={**files.service_environment(self.values), **own}
        )

    def _stand_up_databases(self) -> None:
        for name in (*files.DATABASES, *files.PROXIES, *files.BROKERS):
            self.hosts[name].boot()
        self.await_replication()

    def _make_tables(self) -> None:
        """Make roles, database and tables, as docs/how-to/host.md does."""
        leader = self.hosts[self.primary()]
        leader.run("createdb", "-h", "/run/postgresql", "maumau", user="postgres")
        passwords = {name: self.values[name] for name in ("OWNER_PASSWORD", "APP_PASSWORD")}
        roles = str(files.ROOT / "docker" / "roles.sql")
        leader.run(
            "psql", "-qh", "/run/postgresql", "-d", "maumau", "-f", roles, user="postgres", environment=passwords
        )
        await_value(lambda: is_open("proxy1", 5000), "the primary behind HAProxy")
        owner = files.direct_url(self.values, "maumau_owner", "OWNER_PASSWORD")
        for command in (["migrate"], ["createcachetable"], ["load_variants"], ["grant_rights", "maumau"]):
            self.manage(*command, DATABASE_URL=owner)

    def _back_up(self) -> None:
        """Begin the archive of the log, and copy the database, as docs/how-to/backup.md does every night."""
        (backup,) = (self.hosts[name] for name in files.BACKUPS)
        backup.boot()
        await_value(lambda: any(backup.folder.glob("var/lib/postgresql/archive/*")), "an archive")
        backup.run(str(files.BACKUP / "base_backup.sh"), user="postgres")

    def _stand_up_brokers(self) -> None:
        for name in files.BROKERS:
            await_value(partial(is_open, name, 5672), f"RabbitMQ on {name}")

    def _start_service(self) -> None:
        for name in (*files.WEBS, *files.WORKERS):
            self.hosts[name].boot()
        for name in files.PROXIES:
            await_value(partial(is_ready, f"http://{name}"), f"the service behind {name}")

    def _one(self, role: str) -> str | None:
        found = [
            name
            for name, member in self.members().items()
            if member["role"] == role and member["state"] in {"running", "streaming"}
        ]
        return found[0] if found else None

    def _keep_running(self) -> None:
        while not self._stopped.wait(0.2):
            for host in self.hosts.values():
                host.watch()


def _own(host: Host, user: str, *paths: str) -> None:
    for path in paths:
        (host.folder / path).mkdir(parents=True, exist_ok=True)
        subprocess.run(["chown", "-R", f"{user}:{user}", str(host.folder / path)], check=True)


def nft(rules: str) -> None:
    """Give *rules* to the firewall of the switch. Raises CalledProcessError."""
    subprocess.run(["nft", "-f", "-"], input=rules, text=True, check=True, capture_output=True)


def is_ready(url: str) -> bool:
    """Whether all parts of the service behind this address are ready."""
    request = urllib.request.Request(f"{url}/api/v1/readyz", headers={"Host": files.SERVICE})
    with suppress(OSError), urllib.request.urlopen(request, timeout=3) as answer:
        return bool(answer.status == 200)
    return False


def await_value(find: Callable[[], T | None], what: str, patience: float = _PATIENCE) -> T:
    """Return what *find* returns as soon as that is true. Raises TimeoutError, which names *what* was missing."""
    until = time.monotonic() + patience
    while not (found := find()):
        if time.monotonic() > until:
            raise TimeoutError(f"{what}: not there after {patience:.0f} s")
        time.sleep(0.2)
    return found
