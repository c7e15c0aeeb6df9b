"""The bootstrap script makes the environment with nothing but Python."""

import ensurepip
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.config.service import ROOT
from tests.gate.parts import PARTS

BOOTSTRAP = ROOT / "config" / "bootstrap.py"


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code after an import of the bootstrap script, in a new process."""
    prelude = f"import sys; sys.path.insert(0, {str(BOOTSTRAP.parent)!r}); import bootstrap; "
    command = [sys.executable, "-I", "-c", prelude + code]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_it_needs_the_standard_library_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-I", str(BOOTSTRAP), "--none"],
        env={"VENV": "/dev/null/none"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Installing the locked dependencies" in done.stdout
    assert "ImportError" not in done.stderr


def test_an_old_python_is_refused_in_words() -> None:
    done = run("sys.version_info = (3, 10, 0); bootstrap.main()")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr


def test_where_there_is_no_ensurepip_pip_installs_itself(tmp_path: Path) -> None:
    bundled = Path(ensurepip.__file__).parent / "_bundled"
    found = sorted(bundled.glob("pip-*-py3-none-any.whl"))
    if not found:
        pytest.skip("this Python carries no wheel of pip")
    files = [{"filename": "pip.tar.gz", "url": "x"}, {"filename": found[0].name, "url": found[0].as_uri()}]
    page = tmp_path / "json"
    page.write_text(json.dumps({"urls": files}))
    environment = {
        "VENV": str(tmp_path / "venv"),
        "PIP_JSON_URL": page.as_uri(),
        "PIP_NO_INDEX": "1",
        "NO_ENSUREPIP": "1",
    }
    bare = "bootstrap.run(sys.executable, '-m', 'venv', '--without-pip', str(bootstrap.ENVIRONMENT))"
    made = run(f"assert not bootstrap.has_ensurepip(); {bare}; bootstrap.install_pip()", **environment)
    assert made.returncode == 0, made.stderr
    asked = subprocess.run([tmp_path / "venv/bin/python", "-m", "pip", "--version"], capture_output=True, check=False)
    assert asked.returncode == 0


def test_the_lock_names_only_the_public_index_and_holds_hashes() -> None:
    text = (ROOT / "uv.lock").read_text()
    assert set(re.findall(r"https?://([^/\"]+)", text)) == {"pypi.org", "files.pythonhosted.org"}
    assert "file://" not in text
    for package in tomllib.loads(text)["package"]:
        for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]:
            assert file["hash"].startswith("sha256:")


def test_the_lock_covers_what_the_project_asks_for() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())
    locked = {package["name"]: package for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    noted = locked[asked["project"]["name"]]["metadata"]
    written = [*asked["project"]["dependencies"], *asked["project"]["optional-dependencies"]["embedded"]]
    names = {re.split(r"[\[<>=~!; ]", requirement, maxsplit=1)[0] for requirement in written}
    assert names <= {requirement["name"] for requirement in noted["requires-dist"]}
    for group, tools in asked["dependency-groups"].items():
        called = {
            re.split(r"[\[<>=~!; ]", requirement, maxsplit=1)[0]
            for requirement in tools
            if isinstance(requirement, str)
        }
        called |= {
            re.split(r"[\[<>=~!; ]", requirement, maxsplit=1)[0]
            for included in tools
            if isinstance(included, dict)
            for requirement in asked["dependency-groups"][included["include-group"]]
        }
        assert called == {requirement["name"] for requirement in noted["requires-dev"][group]}


def test_ci_fails_where_make_fails(tmp_path: Path) -> None:
    """Put a `make` on PATH that fails at one of the steps."""
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "$*" >> "$LOG"\n[ "$*" != "$FAILS" ]\n')
    make.chmod(0o755)
    every = ["-j2 --output-sync=target check docs", "unit", "test", f"part ARGS={' '.join(PARTS)} BRIEF=--brief"]
    for fails, steps in (*((step, every[: done + 1]) for done, step in enumerate(every)), ("none", every)):
        log = tmp_path / fails.replace("/", "-")
        environment = {
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "LOG": str(log),
            "FAILS": fails,
            "CI_BASE": "nowhere",
        }
        done = subprocess.run([ROOT / ".ci" / "run"], env=environment, check=False)
        assert (done.returncode == 0) is (fails == "none")
        assert log.read_text().splitlines() == steps
