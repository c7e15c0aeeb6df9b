"""Make `.venv` with the locked dependencies. It needs only Python and a package index: `python config/bootstrap.py`.

It uses the `uv` of PATH. Without one, it installs uv into the new environment with pip, or with pip's own wheel if
Python has no ensurepip. NO_UV and NO_ENSUREPIP skip the first two ways.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / (os.environ.get("VENV") or ".venv")
PYTHON = ENVIRONMENT / "bin" / "python"
UV = "uv==0.13.8"
PIP_PAGE = os.environ.get("PIP_JSON_URL") or "https://pypi.org/pypi/pip/json"
OLDEST = (3, 11)


def main() -> None:
    """Make the environment, or update it to the lock."""
    if sys.version_info < OLDEST:
        sys.exit(f"Python 3.11 or newer is needed, but this is {sys.version.split()[0]}. Try `make PYTHON=python3.13`.")
    print(f"Installing the locked dependencies into {ENVIRONMENT} …", flush=True)
    uv = None if os.environ.get("NO_UV") else shutil.which("uv")
    if not uv:
        make_environment()
        uv = str(ENVIRONMENT / "bin" / "uv")
    sync(uv)


def sync(uv: str) -> None:
    """Install the locked versions. `--inexact` keeps uv and pip themselves."""
    places = {"UV_PROJECT_ENVIRONMENT": str(ENVIRONMENT), "UV_PYTHON_DOWNLOADS": "never"}
    command = [uv, "sync", "--frozen", "--inexact", "--quiet", "--extra", "embedded", "--python", sys.executable]
    run(*command, environment={**os.environ, **places})


def make_environment() -> None:
    """Make an environment with uv, unless there is one that works."""
    if (ENVIRONMENT / "bin" / "uv").exists() and is_alive():
        return
    if has_ensurepip():
        run(sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT))
    else:
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", str(ENVIRONMENT))
        install_pip()
    run(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV)


def is_alive() -> bool:
    """Return whether the environment's Python starts and has the version of this one."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    ask = "import sys; print(f'{sys.version_info[0]}.{sys.version_info[1]}')"
    try:
        said = subprocess.run([str(PYTHON), "-c", ask], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return said.stdout.strip() == version


def has_ensurepip() -> bool:
    """Return whether this Python can install pip into an environment by itself. Debian's may not."""
    if os.environ.get("NO_ENSUREPIP"):
        return False
    asked = subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True, check=False)
    return asked.returncode == 0


def install_pip() -> None:
    """Let pip's wheel install itself: a wheel is a zip file that Python can run."""
    with urlopen(PIP_PAGE, timeout=60) as page:
        files = json.load(page)["urls"]
    named = next(file["url"] for file in files if file["filename"].endswith("-py3-none-any.whl"))
    address = urljoin(PIP_PAGE, named)  # a mirror may use a relative address
    wheel = ENVIRONMENT / address.rsplit("/", 1)[1]
    with urlopen(address, timeout=60) as download:
        wheel.write_bytes(download.read())
    run(str(PYTHON), f"{wheel}/pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    wheel.unlink()


def run(*command: str, environment: "dict[str, str] | None" = None) -> None:
    """Run a command. Exit if it fails."""
    done = subprocess.run(command, env=environment, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"This command failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
