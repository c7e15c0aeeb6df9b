"""The commands of the image and of the compose file run on the real code, without a container engine."""

import json
import os
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest
import yaml

from config.embedded.pytest_plugin import CommittedDatabase, passed_on
from games import services
from games.models import Event, Game, Heartbeat
from tests.config.service import ROOT, await_that

pytestmark = pytest.mark.slow

DOCKER: Final = ROOT / "docker"
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DOCKER / "compose.yml").read_text())
DOCKERFILE: Final = (DOCKER / "Dockerfile").read_text()


def image_command() -> list[str]:
    """Return the default command of the image."""
    found = re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found
    command: list[str] = json.loads(found[1])
    return command


def command_of(name: str) -> list[str]:
    given = COMPOSE["services"][name].get("command")
    return shlex.split(given) if given else image_command()


@pytest.fixture
def environment(committed_db: CommittedDatabase) -> dict[str, str]:
    """Return the variables of the compose file, with the servers of this test instead of the containers."""
    named = dict.fromkeys(COMPOSE["services"]["web"]["environment"], "")
    assert {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "BROKER_URL"} <= set(named)
    given = {
        "SECRET_KEY": "k" * 64,
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": committed_db.url,
        "BROKER_URL": committed_db.create_broker(),
        "DATABASE_POOL": COMPOSE["services"]["web"]["environment"]["DATABASE_POOL"],
        "SECURE_SSL_REDIRECT": COMPOSE["services"]["web"]["environment"]["SECURE_SSL_REDIRECT"],
    }
    image = dict(
        re.findall(r"(\b[A-Z_]+)=(\S+)", next(line for line in DOCKERFILE.splitlines() if line.startswith("ENV")))
    )
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    own = {"PATH": programs, "C_FORCE_ROOT": "1", "PYTHONUNBUFFERED": "1"}
    return {**passed_on(), **image, **named, **given, **own}


@contextmanager
def started(command: list[str], environment: dict[str, str], log: Path) -> Iterator[Callable[[], str]]:
    """Run a command until the block ends. Yield a function that returns its output."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)

    def said() -> str:
        assert process.poll() is None, log.read_text()
        return log.read_text()

    try:
        yield said
        said()
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def test_every_service_has_what_it_waits_for() -> None:
    services = COMPOSE["services"]
    assert {"postgres", "rabbitmq", "migrate", "web", "worker", "clock", "checker", "beat"} == set(services)
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)


def test_what_the_image_copies_exists() -> None:
    for line in DOCKERFILE.splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            *sources, _ = line.split()[1:]
            assert all((ROOT / source).exists() for source in sources), line


def test_static_files_are_collected(environment: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import django, sys; from django.conf import settings; django.setup(); settings.STATIC_ROOT = sys.argv[1];"
        "from django.core.management import call_command; call_command('collectstatic', interactive=False, verbosity=0)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "staticfiles.json").exists()


def test_the_web_server_answers(environment: dict[str, str], tmp_path: Path) -> None:
    command = command_of("web")
    command[command.index("--port") + 1] = "0"
    with started(command, environment, tmp_path / "log") as said:
        await_that(lambda: re.search(r'"http://127\.0\.0\.1:(\d+)"', said()))
        found = re.search(r'"http://127\.0\.0\.1:(\d+)"', said())
        assert found
        with urllib.request.urlopen(f"http://localhost:{found[1]}/api/v1/healthz") as answer:
            assert answer.status == 200


def test_workers_do_what_is_due_and_an_idle_service_is_silent(environment: dict[str, str], tmp_path: Path) -> None:
    terms = services.Terms(bot_pause=0, clock=services.Allowance(1, 0))
    services.open_game(player=None, variant="crazy_eights", seats=2, bots=["clever", "clever"], terms=terms)
    services.open_game(player=UUID(int=1), variant="mau_mau", seats=2, bots=["clever"], terms=terms)
    logs = [tmp_path / name for name in ("worker", "clock", "checker", "beat")]
    (tmp_path / "staticfiles.json").write_text('{"paths": {}, "version": "1.1"}')  # else checks say that it is missing
    environment["STATIC_ROOT"] = str(tmp_path)
    with ExitStack() as running:
        for log in logs:
            command = command_of(log.name)
            if log.name == "beat":
                command[command.index("--schedule") + 1] = str(tmp_path / "schedule")
            running.enter_context(started(command, environment, log))
        await_that(lambda: Event.objects.filter(type="time-ran-out").exists(), 60)
        await_that(lambda: Event.objects.filter(type="game-ended").exists(), 60)
        await_that(lambda: all("ready" in log.read_text() for log in (logs[0], logs[2])), 60)
        await_that(lambda: "beat: Starting" in logs[3].read_text(), 60)

        before = _lines(logs)
        Game.objects.update(deadline=None, bot_due=None)
        beats = Heartbeat.objects.get().at
        await_that(lambda: Heartbeat.objects.get().at - beats > timedelta(seconds=6))
        assert _lines(logs) == before
    for lines in before.values():
        assert all(json.loads(line) for line in lines), lines


def _lines(logs: list[Path]) -> dict[str, list[str]]:
    return {log.name: log.read_text().splitlines() for log in logs}
