"""A copy of the project in which modules are compiled chooses as this one does, and stores what it plays."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from games import compiling

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler"),
]
_PLAY: Final = """
from games.bots import search
from games.bots.budget import Budget
from games.log.codec import dump_state, load_state
from games.management.bot_matches import play

game = play("crazy_eights", ["expert", "clever"], 3, budget=Budget(iterations=5))
stored = dump_state(game)
assert load_state(stored, game.ruleset) == game
print(search.__file__.endswith(".py"), stored.decode())
"""


def test_a_compiled_copy_plays_and_stores_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPYC_OPT_LEVEL", "0")  # the C compiler takes a third of the time
    compiling.build(tmp_path, ["bots/search", "rules/commands", "rules/deal", "rules/game"])  # `make compiled` does all
    is_source, played = _run(Path(__file__).parents[2])
    is_compiled_source, played_compiled = _run(tmp_path)
    assert (is_source, is_compiled_source) == ("True", "False")
    assert played_compiled == played


def _run(project: Path) -> list[str]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    done = subprocess.run(
        [sys.executable, "-c", _PLAY], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(" ", 1)
