"""The README promises commands, pages and a session over HTTP: all of them are there, and the session runs."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.config.service import ROOT, Service

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
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
    (session,) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
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
    assert done.stdout.endswith("no faults\n")
