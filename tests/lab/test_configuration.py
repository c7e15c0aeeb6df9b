"""The files in deploy/hosts fit each other, the service, and the guide that shows them."""

import configparser
import re
from pathlib import Path

import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from docs.generate import PAGES
from tests.lab import configuration as files

GUIDE = files.ROOT / "docs" / "how-to" / "high-availability.md"
SHOWN = sorted(path.name for path in files.FILES.iterdir())
VALUES = {**dict.fromkeys(files.SECRETS, "f00d"), "SERVICE_HOST": files.SERVICE, "HOST": "db2"}


@pytest.mark.parametrize("name", SHOWN)
def test_a_file_needs_only_what_the_guide_names(name: str) -> None:
    assert "$" not in files.render(name, VALUES)
    guide = GUIDE.read_text(encoding="utf-8")
    assert f"deploy/hosts/{name}" in guide
    assert set(files.SECRETS) <= set(re.findall(r"[A-Z_]+", guide))


def test_the_files_name_the_hosts_of_the_lab() -> None:
    text = " ".join(files.render(name, VALUES) for name in SHOWN)
    named = set(re.findall(r"\b(?:db|mq|proxy|web|worker|backup)\d\b", text))
    assert named == set(files.HOSTS)
    for host in files.HOSTS:
        assert f"`{host}`" in GUIDE.read_text(encoding="utf-8")


def test_no_move_can_be_lost_with_the_primary() -> None:
    settings = yaml.safe_load(files.render("patroni.yml", VALUES))
    shared = settings["bootstrap"]["dcs"]
    assert settings["name"] == "db2"
    assert shared["synchronous_mode"] is True
    assert shared["loop_wait"] + 2 * shared["retry_timeout"] <= shared["ttl"] <= 20  # what Patroni demands


def test_the_service_is_given_variables_that_it_reads() -> None:
    environment = files.variables(files.render("maumau.env", VALUES))
    assert environment.keys() - {"DJANGO_SETTINGS_MODULE"} <= set(re.findall(r"`([A-Z_]+)`", PAGES["settings"]()))
    pooler = configparser.ConfigParser()
    pooler.read_string(files.render("pgbouncer.ini", VALUES))
    pooled, direct = (conninfo_to_dict(environment[name]) for name in ("DATABASE_URL", "DIRECT_DATABASE_URL"))
    assert pooled["host"] == direct["host"] == ",".join(files.PROXIES)
    assert set(str(pooled["port"]).split(",")) == {pooler["pgbouncer"]["listen_port"]}
    assert f"bind :{str(direct['port']).split(',')[0]}" in files.render("haproxy.cfg", VALUES)
    assert pooler["databases"]["maumau"] == f"host=127.0.0.1 port={str(direct['port']).split(',')[0]}"
    assert environment["BROKER_URL"].count(";") == len(files.BROKERS) - 1


def test_the_lab_runs_what_the_units_run() -> None:
    python = Path("/somewhere/bin/python")
    worker, _ = files.command_of("maumau-worker", python)
    web, environment = files.command_of("maumau-web", python, (files.FILES / "maumau-web.conf").read_text())
    assert worker[:4] == ["/somewhere/bin/celery", "--quiet", "--app", "config"]
    assert web == [str(python), "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]  # noqa: S104
    assert environment == {"DATABASE_POOL": "12"}
