"""Throw-away environments in which other projects' engines are measured."""

import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_PROGRAMS: Final = Path(__file__).parent / "peers"


class NoPeer(Exception):
    """The peer cannot be installed or run here: no network, or no wheel for this Python."""


def install(place: Path, *packages: str) -> Path:
    """Make an environment at *place* with *packages* in it, unless it is there; return its Python. Raises NoPeer."""
    python = place / "bin" / "python"
    stamp = place / "installed"
    if not stamp.exists():
        run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(place)])
        pip = [str(_with_pip(place.parent / "pip")), "-m", "pip", "--python", str(python)]
        run([*pip, "install", "--quiet", "--disable-pip-version-check", *packages])
        stamp.touch()
    return python


def _with_pip(place: Path) -> Path:
    """Return a Python that has pip, this one or that of an environment at *place*: putting it into each takes long."""
    if find_spec("pip"):
        return Path(sys.executable)
    python = place / "bin" / "python"
    if not python.exists():
        run([sys.executable, "-m", "venv", str(place)])
    return python


def rate(python: Path, program: str, seconds: float) -> float:
    """Return what a program of `peers`, with its arguments, prints: moves a second. Raises NoPeer."""
    name, *arguments = program.split()
    return float(run([str(python), str(_PROGRAMS / f"{name}.py"), str(seconds), *arguments]))


def own_rate(python: Path, project: Path, seconds: float) -> float:
    """Return the moves a second of our engine as it lies in *project*: pure or compiled. Raises NoPeer."""
    return float(run([str(python), "-m", "tests.benchmarks.playouts", str(seconds)], project))


def run(command: list[str], place: Path = Path("/"), environment: Mapping[str, str] | None = None) -> str:
    """Run *command* in *place*; return what it prints. Raises NoPeer if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=place, env=environment)
    if done.returncode:
        raise NoPeer(f"{' '.join(command)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    return done.stdout
