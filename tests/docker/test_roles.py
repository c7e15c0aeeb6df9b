"""The recipe without Docker: its commands make two roles, and the role that owns nothing can play a whole game."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from config.embedded import binaries
from config.embedded.account import servant
from tests.config.service import ROOT
from tests.deploy.test_kubernetes import BY_NAME
from tests.docker.test_compose import COMPOSE, command_of
from tests.games.api.serving import Client, serving

pytestmark = pytest.mark.slow

PAGE: Final = (ROOT / "docs" / "how-to" / "host.md").read_text(encoding="utf-8")
RECIPE: Final = PAGE.partition("## Without Docker")[2].partition("\n## ")[0]
UNITS: Final = sorted((ROOT / "docker" / "systemd").glob("*.service"))
ROLES: Final = ("maumau", "maumau_owner")


@dataclass(frozen=True)
class Database:
    """A database made by the recipe."""

    name: str
    host: str

    def url(self, role: str) -> str:
        return f"postgresql:///{self.name}?{urlencode({'user': role, 'password': 'secret', 'host': self.host})}"


@pytest.fixture
def database(django_db_setup: None) -> Iterator[Database]:  # noqa: ARG001
    """A new database. The roles of the recipe do not exist before and after."""
    admin = os.environ["DATABASE_URL"]
    database = Database(f"hosted_{uuid4().hex[:8]}", parse_qs(urlsplit(admin).query)["host"][0])
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database.name)))
        try:
            yield database
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(database.name)))
            for role in ROLES:
                connection.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)))


def commands(said: str) -> list[str]:
    """Return the commands of the recipe that contain this, without their shell prefix."""
    return [
        line
        for block in re.findall(r"```sh\n(.*?)```", RECIPE, re.DOTALL)
        for line in block.splitlines()
        if said in line
    ]


def make_roles(database: Database) -> None:
    (line,) = commands("roles.sql")
    script = line.partition(" -f ")[2]
    given = {**os.environ, "OWNER_PASSWORD": "secret", "APP_PASSWORD": "secret"}
    superuser = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database.name}").geturl()
    psql = [str(binaries.find(servant()) / "psql"), "-X", "-d", superuser, "-f", script]
    done = subprocess.run(psql, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def run_as_owner(database: Database) -> None:
    """Run the command of the image's container, which the recipe names too."""
    recipe = [line.split("manage.py ")[1] for line in commands(".venv/bin/python manage.py") if line[0] == "."][1:]
    command = command_of("migrate")
    assert [one.split("manage.py ")[1] for one in command[-1].split(" && ")] == recipe
    done = run_as(database, "maumau_owner", command)
    assert done.returncode == 0, done.stderr


def run_as(database: Database, role: str, command: list[str]) -> "subprocess.CompletedProcess[str]":
    settings = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production", "DATABASE_URL": database.url(role),
        "SECRET_KEY": "a key of a test, long enough to sign tokens with it", "BROKER_URL": "memory://",
        "ALLOWED_HOSTS": "x", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONWARNINGS": "ignore",
    }  # fmt: skip
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=False
    )


def test_a_game_is_played_as_a_role_that_can_only_add_to_the_log(database: Database) -> None:
    make_roles(database)
    run_as_owner(database)
    with serving(database.url("maumau"), pool=4) as server:
        anna, bert = Client(server), Client(server)
        _, table = anna.send("POST", "/games", {"variant": "mau_mau", "seats": 2})
        game = table["id"]
        assert bert.send("POST", f"/games/{game}/seats", {})[0] == 201
        for _ in range(400):
            _, table = anna.send("GET", f"/games/{game}")
            if table["status"] == "over":
                break
            mover = (anna, bert)[table["on_turn"]]
            _, table = mover.send("GET", f"/games/{game}")
            status, made = mover.move(game, table)
            assert status == 201, made
        else:
            assert anna.send("POST", f"/games/{game}/resignation", {})[0] == 201
        assert anna.send("GET", f"/games/{game}/fairness")[0] == 200
    with psycopg.connect(database.url("maumau"), autocommit=True) as connection:
        for statement in (
            "UPDATE event SET turn = 0", "DELETE FROM event_0", "TRUNCATE event", "UPDATE ruleset SET variant = ''",
            "DELETE FROM ruleset", "ALTER TABLE event DISABLE TRIGGER ALL", "DROP TABLE event_0", "CREATE TABLE x ()",
        ):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
        assert connection.execute("SELECT count(*) > 10 FROM event").fetchone() == (True,)


def test_pods_wait_for_the_job_that_makes_the_tables_as_cloudnativepg_makes_the_database(database: Database) -> None:
    cluster, clock = (
        BY_NAME["Cluster maumau-db"]["spec"],
        BY_NAME["Deployment maumau-clock"]["spec"]["template"]["spec"],
    )
    owner = cluster["bootstrap"]["initdb"]["owner"]
    (role,) = (one["name"] for one in cluster["managed"]["roles"])
    assert [role, owner] == [*ROLES]
    until = re.fullmatch(r"until (.+); do sleep 3; done", clock["initContainers"][0]["command"][-1])
    assert until
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        for one in ROLES:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(one)))
        statement = sql.SQL("ALTER DATABASE {} OWNER TO {}")
        connection.execute(statement.format(sql.Identifier(database.name), sql.Identifier(owner)))

    assert run_as(database, role, ["sh", "-c", until[1]]).returncode != 0
    run_as_owner(database)
    assert run_as(database, role, ["sh", "-c", until[1]]).returncode == 0
    with psycopg.connect(database.url(role), autocommit=True) as connection:
        assert connection.execute("SELECT count(*) > 10 FROM ruleset").fetchone() == (True,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM event")


def test_every_unit_runs_a_program_that_is_there() -> None:
    ours = sorted(name for name, service in COMPOSE["services"].items() if "build" in service and name != "migrate")
    assert [unit.stem for unit in UNITS] == [f"maumau-{name}" for name in ours]
    (start,) = commands("systemctl enable")
    assert set(start.split()[3:]) == {unit.stem for unit in UNITS}
    for unit in UNITS:
        parser = ConfigParser(strict=False, interpolation=None)
        parser.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's keys have capitals
        parser.read(unit)
        program, *arguments = parser["Service"]["ExecStart"].split()
        assert (Path(sys.executable).parent / Path(program).name).exists()
        assert parser["Service"]["WorkingDirectory"] == "/opt/maumau"
        assert parser["Unit"]["StartLimitIntervalSec"] == "0", "systemd would give up"
        places = {"0.0.0.0": "127.0.0.1", "/tmp/beat": "/var/lib/maumau/beat"}  # noqa: S104, S108
        contained = [places.get(word, word) for word in command_of(unit.stem.removeprefix("maumau-"))]
        assert [Path(program).name, *arguments] == contained


def test_the_recipe_makes_every_account_that_its_settings_name() -> None:
    assert commands("rabbitmqctl add_user") == ["rabbitmqctl add_user maumau BROKER_PASSWORD"]
    assert "BROKER_URL=amqp://maumau:BROKER_PASSWORD@localhost//" in RECIPE
    assert "DATABASE_URL=postgresql://maumau:APP_PASSWORD@localhost/maumau" in RECIPE


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/maumau/.venv/bin", str(Path(sys.executable).parent))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    faults = [line for line in done.stderr.splitlines() if "maumau-" in line]
    assert not faults, faults
