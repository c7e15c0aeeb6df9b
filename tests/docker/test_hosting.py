"""Production on the real web server: proxies that it trusts, headers for browsers, and static files."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.service import ROOT, await_that
from tests.docker.test_compose import COMPOSE, command_of, environment, started
from tests.docker.test_roles import RECIPE, commands
from tests.games.api.serving import serving

__all__ = ["environment"]

pytestmark = pytest.mark.slow


def ask(url: str, body: Any = None, **headers: str) -> tuple[int, Message, str]:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    content = None if body is None else json.dumps(body).encode()
    if content:
        given["Content-Type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, content, given), timeout=40) as answer:
            return answer.status, answer.headers, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read().decode()


def guesses(api: str) -> list[int]:
    """Return how many tries of a password are left after each of three, from forged addresses."""
    left = []
    for host in range(3):
        guess = {"username": "nobody", "password": "guess"}
        status, headers, _ = ask(f"{api}/auth/token", guess, X_Forwarded_For=f"203.0.113.{host}")
        found = re.search(r'"password-account";r=(\d+)', headers["RateLimit"])
        assert (status, found is not None) == (401, True), headers
        left.append(int(found[1]) if found else -1)
    return left


@pytest.fixture
def bare(committed_db: CommittedDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The service without optional settings, and without collected static files."""
    monkeypatch.setenv("STATIC_ROOT", str(tmp_path / "static"))
    with serving(committed_db.url, pool=2) as server:
        yield server.address


def test_a_host_who_sets_nothing(bare: str) -> None:
    assert guesses(bare) == [19, 18, 17]
    secure = {"X_Forwarded_Proto": "https"}
    assert "Strict-Transport-Security" not in ask(f"{bare}/healthz", **secure)[1]
    for page in ("/api/v1/docs/", "/admin/login/"):
        status, _, text = ask(bare.removesuffix("/api/v1") + page)
        assert status == 200
        linked = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
        assert linked
        for path in linked:
            assert ask(bare.removesuffix("/api/v1") + path)[0] == 200, path


def test_a_running_server_finds_the_page_that_the_recipe_builds(
    committed_db: CommittedDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings,) = re.findall(r"```ini\n(DJANGO_SETTINGS_MODULE=.*?)```", RECIPE, re.DOTALL)
    (tmp_path / "maumau.env").write_text(re.sub(r"=$", f"={'k' * 64}", settings, flags=re.MULTILINE))
    (build,) = commands("games.web.build")
    script = f"set -eua; . {tmp_path}/maumau.env; {build.replace('.venv/bin/python', sys.executable)}"
    monkeypatch.setenv("WEB_ROOT", str(tmp_path / "web"))
    with serving(committed_db.url, pool=2) as server:
        home = server.address.removesuffix("/api/v1")
        assert ask(f"{home}/")[0] == 503
        assert ask(f"{home}/manifest.webmanifest")[0] == 404

        done = subprocess.run(["sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)

        assert done.returncode == 0, done.stderr
        status, _, page = ask(f"{home}/")
        assert status == 200
        for path in {"/manifest.webmanifest", *re.findall(r'(?:src|href)="(/[^"]+)"', page)}:
            assert ask(f"{home}{path}")[0] == 200, path


def test_the_admin_finds_its_pages_by_itself(environment: dict[str, str]) -> None:
    code = "import config.asgi; from django.urls import reverse; print(reverse('admin:games_game_changelist'))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "/admin/games/game/", done.stderr


def test_a_host_behind_a_proxy_who_asks_for_hsts(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "1")
    monkeypatch.setenv("SECURE_HSTS_SECONDS", "60")
    with serving(committed_db.url, pool=2) as server:
        assert guesses(server.address) == [19, 19, 19]
        hsts = ask(f"{server.address}/healthz", X_Forwarded_Proto="https")[1]["Strict-Transport-Security"]
        assert hsts == "max-age=60"


def test_the_image_believes_no_forwarded_address(environment: dict[str, str], tmp_path: Path) -> None:
    assert {"TRUSTED_PROXIES", "SECURE_HSTS_SECONDS"} <= set(COMPOSE["services"]["web"]["environment"])
    command = command_of("web")
    command[command.index("--port") + 1] = "0"
    with started(command, environment, tmp_path / "log") as said:
        await_that(lambda: re.search(r'"http://127\.0\.0\.1:(\d+)"', said()))
        found = re.search(r'"http://127\.0\.0\.1:(\d+)"', said())
        assert found
        assert guesses(f"http://localhost:{found[1]}/api/v1") == [19, 18, 17]
        lines = [json.loads(line) for line in said().splitlines()]
        assert not any("color_message" in line for line in lines)


def test_only_this_machine_reaches_the_container_unless_the_host_says_so() -> None:
    (published,) = COMPOSE["services"]["web"]["ports"]
    assert published == "${HOST_ADDRESS:-127.0.0.1}:8000:8000", "who evades the proxy could forge X-Forwarded-For"


def test_djangos_check_of_a_deployment_finds_only_that_static_files_are_missing(environment: dict[str, str]) -> None:
    given = {
        **environment,
        "SECRET_KEY": token_hex(32),
        "SECURE_SSL_REDIRECT": "1",
        "STATIC_ROOT": str(ROOT / "nowhere"),
    }
    code = "import django; django.setup(); from django.core.checks import run_checks;"
    code += "print([m.id for m in run_checks(include_deployment_checks=True) if not m.is_silenced()])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=given, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "['config.W001']", done.stdout + done.stderr
