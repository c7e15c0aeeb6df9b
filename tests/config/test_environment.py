"""Settings from environment variables."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.embedded import broker, state
from games.push.web_push import private_key
from tests.config.service import ROOT

SECRETS = {
    "SECRET_KEY": "x" * 60,
    "ALLOWED_HOSTS": "play.example",
    "DATABASE_URL": "postgresql://a:b@db.example/maumau",
    "BROKER_URL": "amqp://mq.example",
}


def load(module: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Import a settings module in a new process."""
    queues = "s.CELERY_TASK_DEFAULT_QUEUE_TYPE, s.CELERY_TASK_CREATE_MISSING_QUEUE_TYPE"
    ask = f"import {module} as s; print(s.DATABASES['default']['HOST'], s.CELERY_BROKER_URL, s.SECRET_KEY, {queues})"
    path = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "-c", ask]
    return subprocess.run(command, cwd=ROOT, env=path | variables, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("missing", SECRETS)
def test_production_refuses_to_start_without(missing: str) -> None:
    given = {name: value for name, value in SECRETS.items() if name != missing}
    tried = load("config.settings.production", **given)
    assert tried.returncode
    assert f"The environment variable {missing} must be set." in tried.stderr


def test_production_takes_what_it_is_given() -> None:
    tried = load("config.settings.production", **SECRETS)
    assert tried.stdout.split() == ["db.example", "amqp://mq.example", "x" * 60, "quorum", "quorum"], tried.stderr


def test_embedded_makes_its_keys_and_keeps_them(tmp_path: Path) -> None:
    first = load("config.settings.embedded", DATA=str(tmp_path / "new"))
    again = load("config.settings.embedded", DATA=str(tmp_path / "new"))
    other = load("config.settings.embedded", DATA=str(tmp_path / "other"))
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout != other.stdout
    key = tmp_path / "new" / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(state.secret_key(tmp_path / "new")) >= 50
    vapid = state.vapid_key(tmp_path / "new")
    assert vapid == state.vapid_key(tmp_path / "new") != state.vapid_key(tmp_path / "other")
    assert private_key(vapid).key_size == 256


def test_embedded_takes_real_servers(tmp_path: Path) -> None:
    tried = load("config.settings.embedded", DATA=str(tmp_path), **SECRETS)
    assert tried.stdout.split()[:2] == ["db.example", "amqp://mq.example"], tried.stderr


def test_a_database_address_may_name_a_socket_and_options() -> None:
    entry = environment.database("postgresql://postgres@/maumau?host=/run/here&sslmode=disable")
    assert entry["HOST"] == "/run/here"
    assert entry["NAME"] == "maumau"
    assert entry["OPTIONS"] == {"sslmode": "disable"}


def test_only_a_process_with_a_pool_gets_one() -> None:
    assert "pool" not in environment.database("postgresql:///a")["OPTIONS"]
    assert environment.database("postgresql:///a", pool=7)["OPTIONS"]["pool"]["max_size"] == 7


def test_replicas_stand_beside_the_primary_and_are_given_up_soon() -> None:
    found = environment.databases("postgresql:///a", ["postgresql://one/a", "postgresql://two/a"], pool=3)
    assert [(alias, entry["HOST"]) for alias, entry in found.items()] == [
        ("default", ""), ("replica_1", "one"), ("replica_2", "two"),
    ]  # fmt: skip
    assert [entry["OPTIONS"]["pool"]["timeout"] for entry in found.values()] == [10, 2, 2]
    assert "connect_timeout" not in found["default"]["OPTIONS"]
    assert found["replica_1"]["OPTIONS"]["connect_timeout"] == 2
    with pytest.raises(ImproperlyConfigured, match="REPLICA_URL"):
        environment.databases("postgresql:///a", ["mysql://a/b"], pool=0)


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database("mysql://a/b")


def test_pgmq_takes_a_server_or_a_socket() -> None:
    socket = broker.address("postgresql://postgres@/other?host=/run/here", "queues")
    assert set(environment.pgmq_conninfo(socket).split()) == {"user=postgres", "dbname=queues", "host=/run/here"}
    server = broker.address("postgresql://a:b%40c@db.example:5433/other", "queues")
    assert environment.pgmq_conninfo(server) == environment.broker(server).options["conn_string"]
    assert "password=b@c" in environment.pgmq_conninfo(server)
    assert "port=5433" in environment.pgmq_conninfo(server)


def test_a_direct_address_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.address("DIRECT_DATABASE_URL") == {}
    monkeypatch.setenv("DIRECT_DATABASE_URL", "postgresql://anna@db1:5000,db2:5000/maumau?connect_timeout=3")
    address = environment.address("DIRECT_DATABASE_URL")
    assert (address["host"], address["port"], address["connect_timeout"]) == ("db1,db2", "5000,5000", "3")
    monkeypatch.setenv("DIRECT_DATABASE_URL", "mysql://db1/maumau")
    with pytest.raises(ImproperlyConfigured, match="DIRECT_DATABASE_URL"):
        environment.address("DIRECT_DATABASE_URL")


def test_rabbitmq_gets_quorum_queues() -> None:
    assert environment.broker("amqp://mq").queue_type == "quorum"
    assert environment.broker("redis://cache").queue_type == "classic"


@pytest.mark.parametrize(("said", "meant"), [("1", True), ("no", False), ("", True)])
def test_flags(monkeypatch: pytest.MonkeyPatch, said: str, meant: bool) -> None:  # noqa: FBT001
    monkeypatch.setenv("A_FLAG", said)
    assert environment.flag("A_FLAG", default=True) is meant


def test_what_is_none_of_the_choices_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEASON_MONTHS", "5")
    with pytest.raises(ImproperlyConfigured, match="SEASON_MONTHS must be one of 1, 3"):
        environment.one_of("SEASON_MONTHS", 3, (1, 3))
    assert environment.one_of("ANOTHER", 3, (1, 3)) == 3


def test_what_is_no_number_or_flag_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRONG", "many")
    with pytest.raises(ImproperlyConfigured, match="WRONG"):
        environment.number("WRONG", 1)
    with pytest.raises(ImproperlyConfigured, match="WRONG"):
        environment.flag("WRONG", default=False)


@pytest.mark.parametrize("said", ["ios", "ios=", "=1", "ios=a", "ios=1..2", "iOS=1", "ios=1.2.3.4.5"])
def test_versions_of_clients_have_one_form(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("MIN_CLIENT_VERSION", f"android=1.3.2, {said}")

    with pytest.raises(ImproperlyConfigured, match="MIN_CLIENT_VERSION must look like"):
        environment.versions("MIN_CLIENT_VERSION")


def test_versions_of_clients_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIN_CLIENT_VERSION", "android=1.3.2, ios=2")

    assert environment.versions("MIN_CLIENT_VERSION") == {"android": "1.3.2", "ios": "2"}


@pytest.mark.parametrize("said", ["x", "[1]", '"a"', "{", "1"])
def test_options_are_a_json_object(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("ARCHIVE_OPTIONS", said)

    with pytest.raises(ImproperlyConfigured, match="ARCHIVE_OPTIONS must be a JSON object"):
        environment.mapping("ARCHIVE_OPTIONS")
    monkeypatch.setenv("ARCHIVE_OPTIONS", '{"bucket_name": "maumau"}')
    assert environment.mapping("ARCHIVE_OPTIONS") == {"bucket_name": "maumau"}


def test_a_mail_server_by_its_address() -> None:
    told = environment.mail("smtps://anna%40mail.example:s%3Ae%2Fcret@[::1]")

    assert (told["EMAIL_HOST"], told["EMAIL_PORT"]) == ("::1", 465)
    assert (told["EMAIL_HOST_USER"], told["EMAIL_HOST_PASSWORD"]) == ("anna@mail.example", "s:e/cret")
    assert (told["EMAIL_USE_TLS"], told["EMAIL_USE_SSL"]) == (False, True)
    assert environment.mail("smtp://mx.example")["EMAIL_USE_TLS"]
    assert environment.mail("file:/var/mail dir")["EMAIL_FILE_PATH"] == "/var/mail dir"
    assert environment.mail("")["EMAIL_BACKEND"].endswith(".dummy.EmailBackend")


@pytest.mark.parametrize(
    ("scheme", "port", "starttls", "tls"),
    [
        ("smtp", 587, True, False), ("smtp+tls", 587, True, False), ("submission", 587, True, False),
        ("smtps", 465, False, True), ("smtp+ssl", 465, False, True), ("submissions", 465, False, True),
        ("smtp+plain", 25, False, False),
    ],
)  # fmt: skip
def test_a_scheme_says_whether_a_mail_server_has_tls(scheme: str, port: int, *, starttls: bool, tls: bool) -> None:
    told = environment.mail(f"{scheme}://mx.example")

    assert (told["EMAIL_PORT"], told["EMAIL_USE_TLS"], told["EMAIL_USE_SSL"]) == (port, starttls, tls)


@pytest.mark.parametrize("url", ["mx.example", "http://mx.example", "smtp://", "file:mail", "smtp://mx.example:99999"])
def test_a_mail_server_that_cannot_be_one(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        environment.mail(url)
