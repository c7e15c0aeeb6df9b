"""Environment variables as values of settings.

By hand: django-environ reads an unclear flag as no, and its errors do not always name the variable (ADR 27).
"""

import json
import math
import os
import re
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from base.sql import REPLICAS
from base.sql.postgresql.connection import Connection

_DJANGO_KEYS: Final = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}

PRIMARY: Final = "default"
"""The name of the database that all writes go to."""
_REPLICA: Final = {
    "connect_timeout": 2, "tcp_user_timeout": 3_000, "keepalives_idle": 2, "keepalives_interval": 1,
    "keepalives_count": 2,
}  # fmt: skip
"""Options that end a connection to a replica that has vanished, so that the primary can answer."""
_MAIL: Final[dict[str, tuple[int, bool, bool]]] = {
    **dict.fromkeys(("smtp", "smtp+tls", "submission"), (587, True, False)),
    **dict.fromkeys(("smtps", "smtp+ssl", "submissions"), (465, False, True)),
    "smtp+plain": (25, False, False),
}
"""For each scheme of a mail server: its usual port, whether it has STARTTLS, and whether it has TLS from the start."""


def required(name: str) -> str:
    """Return the value of a variable. Raises ImproperlyConfigured if it is missing or empty."""
    value = os.environ.get(name, "")
    if not value:
        raise ImproperlyConfigured(f"The environment variable {name} must be set.")
    return value


def word(name: str, default: str) -> str:
    """Return the value of a variable, or `default` if it is missing or empty."""
    return os.environ.get(name) or default


def words(name: str, default: str = "") -> list[str]:
    """Return the words of a variable, separated by commas."""
    return [word for part in os.environ.get(name, default).split(",") if (word := part.strip())]


def mapping(name: str) -> dict[str, Any]:
    """Return the JSON object in a variable, an empty one by default. Raises ImproperlyConfigured for other text."""
    try:
        found = json.loads(word(name, "{}"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ImproperlyConfigured(f"The environment variable {name} must be a JSON object.")
    return found


def versions(name: str) -> dict[str, str]:
    """Return the version of each client, such as `ios=1.4`. Raises ImproperlyConfigured for another form."""
    found = {}
    for word in words(name):
        client, _, version = word.partition("=")
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", client) or not re.fullmatch(
            r"[0-9]{1,9}(\.[0-9]{1,9}){0,3}", version
        ):
            raise ImproperlyConfigured(f"The environment variable {name} must look like ios=1.4,android=1.3.2.")
        found[client] = version
    return found


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return the networks in a variable, separated by commas. Raises ImproperlyConfigured if one is none."""
    try:
        return [ip_network(word) for word in words(name)]
    except ValueError as error:
        raise ImproperlyConfigured(f"The environment variable {name} must name networks: {error}.") from error


def vapid_key(name: str) -> str:
    """Return the private key of Web Push in a variable. Raises ImproperlyConfigured if it is none."""
    value = word(name, "")
    if value and not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", value):
        raise ImproperlyConfigured(f"The environment variable {name} must be a key of `manage.py vapid_key`.")
    return value


def service_account(name: str) -> dict[str, str]:
    """Return the service account in the JSON file that a variable names, or nothing. Raises ImproperlyConfigured."""
    needed = ("project_id", "private_key_id", "private_key", "client_email", "token_uri")
    try:
        found = json.loads(_file(name) or "{}")
        load_pem_private_key(found["private_key"].encode(), None) if found else None
        return {key: str(found[key]) for key in needed} if found else {}
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(
            f"The environment variable {name} must name a service account's JSON file."
        ) from error


def ec_key(name: str) -> str:
    """Return the private key, for ES256, in the PEM file that a variable names. Raises ImproperlyConfigured."""
    text = _file(name)
    try:
        is_good = not text or isinstance(load_pem_private_key(text.encode(), None), EllipticCurvePrivateKey)
    except ValueError:
        is_good = False
    if not is_good:
        raise ImproperlyConfigured(f"The environment variable {name} must name a .p8 file with a key for ES256.")
    return text


def word_with(name: str, other: str) -> str:
    """Return the value of a variable that is needed if the *other* is set. Raises ImproperlyConfigured if it lacks."""
    return required(name) if word(other, "") else word(name, "")


def _file(name: str) -> str:
    path = word(name, "")
    try:
        return Path(path).read_text("utf-8") if path else ""
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(f"The environment variable {name} names a file that cannot be read.") from error


def flag(name: str, *, default: bool) -> bool:
    """Return a variable as a boolean. Raises ImproperlyConfigured if it is neither yes nor no."""
    said = word(name, "1" if default else "0").lower()
    if said not in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
        raise ImproperlyConfigured(f"The environment variable {name} must be 1 or 0, not {said!r}.")
    return said in {"1", "true", "yes", "on"}


def own_name(address: str) -> str:
    """Return what stands in URLs on this machine for a server that listens on `address`.

    >>> own_name("0.0.0.0"), own_name("::1"), own_name("192.168.1.5")
    ('127.0.0.1', '[::1]', '192.168.1.5')
    """
    if address in {"0.0.0.0", "::"}:  # noqa: S104  # compared, not bound
        return "127.0.0.1"
    return f"[{address}]" if ":" in address else address


def number(name: str, default: int) -> int:
    """Return the whole number in a variable. Raises ImproperlyConfigured if it is none."""
    value = word(name, str(default))
    try:
        return int(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"The environment variable {name} must be a whole number, not {value!r}.") from error


def one_of(name: str, default: int, choices: Collection[int]) -> int:
    """Return the whole number in a variable. Raises ImproperlyConfigured if it is not one of `choices`."""
    value = number(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"The environment variable {name} must be one of {', '.join(map(str, choices))}.")
    return value


def databases(url: str, replicas: Collection[str], *, pool: int) -> dict[str, dict[str, Any]]:
    """Return DATABASES: the primary at *url* as `default`, and its *replicas* by number. `database` makes each."""
    found = {PRIMARY: database(url, pool=pool)}
    for number, replica in enumerate(replicas, 1):
        alias = f"{REPLICAS}{number}"
        found[alias] = database(replica, name="REPLICA_URL")
        found[alias]["OPTIONS"] |= _REPLICA | (pool_of(pool, alias) if pool else {})
    return found


def database(url: str, *, name: str = "DATABASE_URL", pool: int = 0) -> dict[str, Any]:
    """Return the entry of DATABASES for a libpq address. `?host=/directory` names a socket.

    This process keeps up to `pool` connections open, for many short requests. 0 keeps none.
    """
    try:
        given = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} must look like postgresql://user:password@host:5432/name.") from error
    options: dict[str, Any] = {key: value for key, value in given.items() if key not in _DJANGO_KEYS}
    if pool:
        options |= pool_of(pool)
    named = {django: str(given.get(libpq) or "") for libpq, django in _DJANGO_KEYS.items()}
    return {"ENGINE": "base.sql.postgresql", "OPTIONS": options, **named}


def address(name: str) -> dict[str, Any]:
    """Return the parameters of the libpq address in a variable, or none. Raises ImproperlyConfigured."""
    try:
        return conninfo_to_dict(word(name, ""))
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} must look like postgresql://user:password@host:5432/name.") from error


def pool_of(size: int, alias: str = PRIMARY) -> dict[str, Any]:
    """Return the option of a connection that lets a process keep up to so many to the database *alias* open."""
    # Seconds to wait for a connection. In place of a replica the primary answers.
    seconds = 10 if alias == PRIMARY else 2
    return {"pool": {"connection_class": Connection, "min_size": 1, "max_size": size, "timeout": seconds}}


def processors() -> int:
    """Return how many processors this process may use, at least 1: those of its mask and its container."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text("ascii").split()
        return max(1, min(allowed, math.ceil(int(quota) / int(period))))
    except (OSError, ValueError):  # no limit, which is the word `max`
        return max(1, allowed)


def mail(url: str) -> dict[str, Any]:
    """Return Django's settings for mail. Raises ImproperlyConfigured for an address that it does not know.

    >>> mail("smtp://anna:s%40fe@mx.example")["EMAIL_HOST_PASSWORD"]
    's@fe'
    """
    backend = "django.core.mail.backends"
    if not url:
        return {"EMAIL_BACKEND": f"{backend}.dummy.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.path.startswith("/"):
        return {"EMAIL_BACKEND": f"{backend}.filebased.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path)}
    if parts.scheme not in _MAIL or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL must look like smtp://user:password@host:587 (with STARTTLS), smtps://user:password@host:465 "
            "(with TLS), smtp+plain://host:25 (without) or file:/directory."
        )
    usual_port, has_starttls, has_tls = _MAIL[parts.scheme]
    try:
        port = parts.port or usual_port
    except ValueError as error:
        raise ImproperlyConfigured("The port in EMAIL_URL must be a number from 1 to 65535.") from error
    return {
        "EMAIL_BACKEND": f"{backend}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": has_starttls,
        "EMAIL_USE_SSL": has_tls,
    }


class Broker(NamedTuple):
    """The broker of wakeups, as Celery's settings."""

    url: str
    options: dict[str, Any]
    queue_type: str


def broker(url: str) -> Broker:
    """Return Celery's settings for a broker: `amqp://` RabbitMQ, `redis://` Redis or Valkey, `pgmq://` PostgreSQL.

    The URL stays as it is, because Celery's command line reads BROKER_URL too and overrides this setting.
    """
    if not url.startswith("pgmq://"):
        return Broker(url, {}, "quorum" if url.startswith(("amqp://", "amqps://")) else "classic")
    options = {
        "conn_string": pgmq_conninfo(url),  # otherwise it uses DATABASE_URL
        "init_extension": False,  # its SQL is installed without the extension
        "notify_throttle_interval_ms": 0,  # no wakeup is dropped
        "polling_interval": 0.25,  # seconds, in case a NOTIFY is missed
        "pool_size": 2,  # connections of a process
        "use_notify": False,  # only workers listen (config.worker): others would not read, and block the server
        "visibility_timeout": 60,  # seconds, longer than any task; then the tasks of a killed worker come back
        "wait_time_seconds": 0,  # otherwise an empty queue is polled for ten seconds and blocks the others
    }
    return Broker(url, options, "classic")


def pgmq_conninfo(url: str) -> str:
    """Return the libpq form of `pgmq://user:password@host:port/database`. The host may be the folder of a socket."""
    return make_conninfo("", **conninfo_to_dict(f"postgresql{url.removeprefix('pgmq')}"))
