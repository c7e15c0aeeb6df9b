"""The account that runs PostgreSQL. PostgreSQL refuses root, so root uses the account `nobody` for it."""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class Refused(Exception):
    """The embedded service cannot start. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """The owner of the processes and files of the server."""

    uid: int
    gid: int

    @property
    def is_borrowed(self) -> bool:
        """Whether the account is not the one of this process."""
        return self.uid != os.geteuid()

    @property
    def process(self) -> dict[str, Any]:
        """Arguments for `subprocess` that run a process as this account."""
        drop = {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_borrowed else {}
        return {"cwd": "/", "start_new_session": True, **drop}

    def may_enter(self, directory: Path) -> bool:
        """Return whether this account may pass through `directory` and all its parents."""
        if not self.is_borrowed:
            return True
        existing = [path for path in (directory, *directory.parents) if path.exists()]
        return all(path.stat().st_mode & stat.S_IXOTH for path in existing)

    def own_directory(self, directory: Path) -> None:
        """Make `directory`, private to this account. Raises Refused if another account owns it."""
        if directory.is_symlink():
            raise Refused(f"{directory} is a symbolic link. It must be a directory.")
        if not directory.exists():
            directory.mkdir(mode=0o700)
            os.chown(directory, self.uid, self.gid)
        if directory.stat().st_uid != self.uid:
            raise Refused(f"{directory} belongs to another user (uid {directory.stat().st_uid}).")
        directory.chmod(0o700)


def servant() -> Account:
    """Return the account for the server: that of this process, or `nobody` for root."""
    if os.geteuid():
        return Account(os.geteuid(), os.getegid())
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)
