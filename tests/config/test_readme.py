"""The README and the tutorials promise commands, pages and sessions: all of them are there, and what is shown runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.config.service import ROOT, Service

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIALS: Final = ROOT / "docs" / "tutorials"
PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))

    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]

    assert missing == []


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"(?:`|^ +)make ([a-z]+)", README, re.MULTILINE))

    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    assert targets
    assert targets <= known


@pytest.mark.slow
def test_the_session_over_http_runs_as_it_is_shown(service: Service, tmp_path: Path) -> None:
    page = (TUTORIALS / "http.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    address = (service.state / "address").read_text()
    session = session.replace("http://127.0.0.1:8000", address).replace("game.json", str(tmp_path / "game.json"))

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", session],
        cwd=ROOT,
        env=service.environment | {"XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert '"code":"turn_moved_on"' in done.stdout
    assert '"type":"time-ran-out"' in done.stdout
    assert done.stdout.endswith("no findings\n")


@pytest.mark.slow
def test_the_client_plays_a_whole_game(service: Service, tmp_path: Path) -> None:
    page = (TUTORIALS / "client.md").read_text(encoding="utf-8")
    program = tmp_path / "client.py"
    program.write_text("\n\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), encoding="utf-8")
    address = (service.state / "address").read_text()

    command = [sys.executable, str(program), f"{address}/api/v1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("You are ")
    assert any(line.startswith("The bot lays ") for line in lines)
    assert lines[-1] in {"You win.", "The bot wins."}


def play(service: Service, home: Path, typed: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", "play", *arguments],
        cwd=ROOT,
        env={**service.environment, "XDG_STATE_HOME": str(home), "COLUMNS": "100"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_games_of_the_terminal_can_be_made_and_every_word_is_known(service: Service, tmp_path: Path) -> None:
    page = (TUTORIALS / "play.md").read_text(encoding="utf-8")
    games = re.findall(r'^make play(?: ARGS="(.*)")?$', page, re.MULTILINE)
    words = re.findall(r"^\| `(\S+)` \|", page, re.MULTILINE)

    assert len(games) == 3
    assert "quit" in words
    for arguments in games:
        said = play(service, tmp_path, "\n".join(words) + "\n", *shlex.split(arguments))
        assert re.search(r"^Game [0-9a-f-]{36}: ", said, re.MULTILINE), said
        assert "The game stays as it is. To come back:" in said
        assert "Refused" not in said


@pytest.mark.slow
def test_a_backup_is_restored_and_verified_as_the_page_says(service: Service, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "backup.md").read_text(encoding="utf-8").partition("## With `make up`")[2]
    (commands,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    commands = commands.replace(" state/", f" {service.state}/").replace("maumau.dump", str(tmp_path / "maumau.dump"))

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=ROOT, env=service.environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("no findings\n")
