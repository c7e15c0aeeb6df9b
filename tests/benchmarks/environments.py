"""Throw-away environments in which other projects' engines are measured."""

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The folder of this project."""
PROGRAMS: Final = Path(__file__).parent / "peers"
"""Programs of the peers."""


class NoPeer(Exception):
    """The peer cannot be installed or run here: no network, or no wheel for this Python."""


def require_network() -> None:
    """Raise NoPeer if nothing may be installed."""
    if os.environ.get("PIP_NO_INDEX"):
        raise NoPeer("PIP_NO_INDEX is set")


def install(place: Path, *packages: str) -> Path:
    """Return the Python of an environment at *place* with *packages*, which is made if needed. Raises NoPeer."""
    require_network()
    python = place / "bin" / "python"
    stamp = place / "installed"
    if not stamp.exists():
        run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(place)])
        # To put pip into each environment takes long. One with pip serves all: this Python's, or one beside.
        installer = Path(sys.executable)
        if not find_spec("pip"):
            installer = place.parent / "pip" / "bin" / "python"
            if not installer.exists():
                run([sys.executable, "-m", "venv", str(place.parent / "pip")])
        run(
            [
                str(installer),
                "-m",
                "pip",
                "--python",
                str(python),
                "install",
                "--quiet",
                "--disable-pip-version-check",
                *packages,
            ]
        )
        stamp.touch()
    return python


def rate(python: Path, program: str, seconds: float) -> float:
    """Return the moves a second that a program of `peers` prints, given as its name and arguments. Raises NoPeer."""
    name, *arguments = program.split()
    return float(run([str(python), str(PROGRAMS / f"{name}.py"), str(seconds), *arguments]))


def own_rate(python: Path, project: Path, seconds: float, work: str) -> float:
    """Return the moves a second of our engine in the folder *project*, pure or compiled. Raises NoPeer."""
    return float(run([str(python), "-m", "tests.benchmarks.playouts", str(seconds), work], project))


def run(command: list[str], place: Path = Path("/"), environment: Mapping[str, str] | None = None) -> str:
    """Run *command* in *place* and return its output. Raises NoPeer if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=place, env=environment)
    if done.returncode:
        raise NoPeer(f"{' '.join(command)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    return done.stdout
