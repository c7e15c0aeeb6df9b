"""Under which account PostgreSQL runs: it refuses root, so root lends it the account `nobody`."""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class Refused(Exception):
    """The embedded service cannot start; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """The owner of the server's processes and files."""

    uid: int
    gid: int

    @property
    def is_borrowed(self) -> bool:
        """Whether it is another account than that of this process."""
        return self.uid != os.geteuid()

    @property
    def process(self) -> dict[str, Any]:
        """Arguments with which `subprocess` runs a process of this account."""
        drop = {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_borrowed else {}
        return {"cwd": "/", "start_new_session": True, **drop}

    def may_enter(self, directory: Path) -> bool:
        """Return whether this account gets to `directory` through all its parents."""
        if not self.is_borrowed:
            return True
        existing = [path for path in (directory, *directory.parents) if path.exists()]
        return all(path.stat().st_mode & stat.S_IXOTH for path in existing)

    def own_directory(self, directory: Path) -> None:
        """Make `directory`, private to this account; Refused when another account owns it."""
        if directory.is_symlink():
            raise Refused(f"{directory} is a symbolic link; it must be a directory.")
        if not directory.exists():
            directory.mkdir(mode=0o700)
            os.chown(directory, self.uid, self.gid)
        if directory.stat().st_uid != self.uid:
            raise Refused(f"{directory} belongs to another user (uid {directory.stat().st_uid}).")
        directory.chmod(0o700)


def servant() -> Account:
    """Return the account for the server: one's own, or `nobody` for root."""
    if os.geteuid():
        return Account(os.geteuid(), os.getegid())
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)
