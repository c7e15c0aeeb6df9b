"""What each host of the lab runs, and with which files: those of deploy, docker and Debian."""

import secrets
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final = ROOT / "deploy" / "hosts"
UNITS: Final = ROOT / "docker" / "systemd"
BACKUP: Final = ROOT / "deploy" / "backup"
INSTALLED: Final = "/opt/maumau"
"""Where docs/how-to/host.md installs the service."""
DATABASES: Final = ("db1", "db2", "db3")
BROKERS: Final = ("mq1", "mq2", "mq3")
PROXIES: Final = ("proxy1", "proxy2")
WEBS: Final = ("web1", "web2")
WORKERS: Final = ("worker1", "worker2")
BACKUPS: Final = ("backup1",)
SERVICE: Final = "play.example"
HOSTS: Final = (*DATABASES, *BROKERS, *PROXIES, *WEBS, *WORKERS, *BACKUPS)

SECRETS: Final = (
    "SUPERUSER_PASSWORD", "REPLICATION_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD", "BROKER_PASSWORD", "ERLANG_COOKIE",
    "SECRET_KEY", "METRICS_TOKEN",
)  # fmt: skip
"""The values that an operator chooses once."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of deploy/hosts, and its place on a host."""

    source: str
    path: str
    owner: str = "root"
    mode: int = 0o644


PLACES: Final[Mapping[tuple[str, ...], tuple[File, ...]]] = {
    DATABASES: (
        File("etcd.env", "/etc/default/etcd"),
        File("patroni.yml", "/etc/patroni/config.yml", "postgres", 0o600),
    ),
    PROXIES: (
        File("haproxy.cfg", "/etc/haproxy/haproxy.cfg"),
        File("pgbouncer.ini", "/etc/pgbouncer/pgbouncer.ini", "postgres", 0o640),
        File("userlist.txt", "/etc/pgbouncer/userlist.txt", "postgres", 0o640),
    ),
    BROKERS: (
        File("rabbitmq.conf", "/etc/rabbitmq/rabbitmq.conf", "rabbitmq", 0o640),
        File("rabbitmq-env.conf", "/etc/rabbitmq/rabbitmq-env.conf"),
    ),
    BACKUPS: (File("backup.env", "/etc/default/maumau-backup", "postgres", 0o600),),
}
"""The files of each host. The environment in maumau.env is given to the processes."""


def files_of(host: str) -> tuple[File, ...]:
    """Return the files of a host."""
    return tuple(file for hosts, files in PLACES.items() if host in hosts for file in files)


def render(name: str, values: Mapping[str, str]) -> str:
    """Return a file of deploy/hosts with *values* in place of `${NAME}`. Raises KeyError if one is missing."""
    return Template((FILES / name).read_text(encoding="utf-8")).substitute(values)


def new_secrets() -> dict[str, str]:
    """Return what the files need besides the name of their host."""
    return {"SERVICE_HOST": SERVICE, **{name: secrets.token_hex(32) for name in SECRETS}}


def service_environment(values: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the service's processes in the lab, where no proxy terminates TLS."""
    here = {"SECURE_SSL_REDIRECT": "no", "WEB_CONCURRENCY": "1", "C_FORCE_ROOT": "1", "PYTHONWARNINGS": "ignore"}
    return {**variables(render("maumau.env", values)), **here}


def direct_url(values: Mapping[str, str], user: str = "maumau", password: str = "APP_PASSWORD") -> str:  # noqa: S107  # a name
    """Return the address of the primary behind HAProxy for this *user*."""
    proxies = ",".join(f"{proxy}:5000" for proxy in PROXIES)
    return f"postgresql://{user}:{values[password]}@{proxies}/maumau?connect_timeout=3"


def variables(text: str) -> dict[str, str]:
    """Return the variables of an EnvironmentFile.

    >>> variables('# a comment\\nA=1\\nB="2;3"')
    {'A': '1', 'B': '2;3'}
    """
    lines = (line.partition("=") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: "".join(shlex.split(value)) for name, _, value in lines}


def command_of(unit: str, python: Path, drop_in: str = "") -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of a unit in docker/systemd, for the *python* of another place."""
    return parsed((UNITS / f"{unit}.service").read_text(encoding="utf-8") + drop_in, python)


def parsed(unit: str, python: Path = Path(INSTALLED, ".venv/bin/python")) -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of a unit with this text."""
    command: list[str] = []
    environment: dict[str, str] = {}
    for line in unit.splitlines():
        key, _, value = line.partition("=")
        if key == "ExecStart":
            command = shlex.split(value.replace(f"{INSTALLED}/.venv/bin", str(python.parent)))
        elif key == "Environment":
            environment |= variables(value)
    return command, environment


def start_seconds(unit: str) -> float:
    """Return the seconds after which a unit with this text is started again if it is not ready."""
    return float(unit.partition("TimeoutStartSec=")[2].split()[0])
