"""What a newcomer does first: the two commands of the README, as they are written there."""

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path
from typing import Final
from urllib.error import HTTPError

import pytest

from config.embedded.pytest_plugin import passed_on
from tests.config.service import ROOT, await_that

_COMMANDS: Final = re.findall(r"^    (make (?:up|play)) +#", (ROOT / "README.md").read_text(), re.MULTILINE)
_READY: Final = re.compile(r"ready at (http://127\.0\.0\.1:\d+)/api/v1/$", re.MULTILINE)
_PATIENCE: Final = 120


def _has_page(address: str) -> bool:
    """Return whether the page is there. The service builds it while it already answers."""
    try:
        with urllib.request.urlopen(f"{address}/", timeout=60) as page:
            return bool(page.status == 200)
    except HTTPError as error:
        if error.code == 503:
            return False
        raise


@pytest.mark.slow
def test_the_service_starts_is_played_on_and_stops(home: Path) -> None:
    assert _COMMANDS == ["make up", "make play"]
    up, play = (command.split() for command in _COMMANDS)
    newcomer = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    newcomer |= {**passed_on(), "HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "COLUMNS": "100"}
    output = home / "output"

    with output.open("wb") as written:
        service = subprocess.Popen(
            [*up, "PORT=0", f"DATA={home / 'data'}"], cwd=ROOT, env=newcomer, stdout=written, stderr=written,
            start_new_session=True,
        )  # fmt: skip
    await_that(lambda: service.poll() is not None or _READY.search(output.read_text()), _PATIENCE)
    address = _READY.search(output.read_text())
    assert address, output.read_text()
    await_that(lambda: _has_page(address[1]), _PATIENCE)
    client = subprocess.run(
        [*play, f"PORT={address[1].rpartition(':')[2]}"], cwd=ROOT, env=newcomer, input="hand\nquit\n",
        capture_output=True, text=True, timeout=_PATIENCE, check=False,
    )  # fmt: skip
    os.killpg(service.pid, signal.SIGINT)

    assert client.returncode == 0, client.stderr
    assert re.search(r"^Game [0-9a-f-]{36}: ", client.stdout, re.MULTILINE), client.stdout
    assert "The game goes on. To come back:" in client.stdout
    service.wait(_PATIENCE)
    assert "Traceback" not in output.read_text()
