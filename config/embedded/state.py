"""The directory in which the embedded service keeps everything that must outlive it."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

DATABASE: Final = "maumau"
BROKER_DATABASE: Final = "maumau_broker"
_MARK: Final = ".maumau"
"""The file by which a directory is known as the service's own."""
_KNOWN: Final = re.compile(
    r"\.maumau(\..*)?|secret_key(\..*)?|up\.lock|address|beat([.-].*)?|postgres(\.lock|\.log|\.unfinished)?"
    r"|lost\+found|\.DS_Store"
)
"""What a directory of an earlier version holds, or a volume that is new."""


def directory(default: Path) -> Path:
    """Return the directory named by DATA, or `default`; made if need be, others may pass but not look.

    Raises ImproperlyConfigured where there can be none, and where it holds other things than the service's.
    """
    named = Path(os.environ.get("DATA") or default)
    with _usable(named):
        place = named.expanduser().resolve()
        if place.exists() and not place.is_dir():
            raise NotADirectoryError(0, "it is no directory")
        if not place.exists():
            place.mkdir(parents=True)
            place.chmod(0o711)
        _claim(place)
        return place


def _claim(place: Path) -> None:
    """Mark `place` as the service's own. Raises ImproperlyConfigured where it is somebody else's."""
    mark = place / _MARK
    if mark.exists():
        return
    names = {entry.name for entry in place.iterdir()}
    strange = sorted(name for name in names if not _KNOWN.fullmatch(name))
    was_ours = "up.lock" in names and names & {"secret_key", "postgres"}  # with files that its owner has put beside
    if strange and not was_ours:
        raise ImproperlyConfigured(
            f"{place} holds other things, such as {strange[0]!r}: nothing is touched there. "
            "Name an empty directory, or a new one, by DATA=…"
        )
    mark.write_text("The Mau-Mau service keeps its data here: the database, its key and its locks.\n", encoding="utf-8")


def secret_key(place: Path) -> str:
    """Return the key that is kept in `place`, made at the first call and readable by its owner alone.

    Raises ImproperlyConfigured where nothing can be kept.
    """
    with _usable(place):
        return _secret_key(place)


@contextmanager
def _usable(place: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error)
        raise ImproperlyConfigured(
            f"Nothing can be kept in {place} ({why}). Name a directory of your own by DATA=…"
        ) from error


def _secret_key(place: Path) -> str:
    kept = place / "secret_key"
    if not kept.exists():
        made = place / f"secret_key.{os.getpid()}"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(made, kept)  # of several processes the first one wins
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return kept.read_text()
