"""The directory with everything that the embedded service must keep."""

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from games.management.advice import SAME_DATA

DATABASE: Final = "maumau"
BROKER_DATABASE: Final = "maumau_broker"
_MARK: Final = ".maumau"
"""The file that marks a directory as the service's own."""
_KNOWN: Final = re.compile(
    r"\.maumau(\..*)?|(secret|vapid)_key(\..*)?|up\.lock|address|beat([.-].*)?|postgres(\.lock|\.log|\.unfinished)?"
    r"|lost\+found|\.DS_Store"
)
"""Names in a directory of an earlier version, or in a new volume."""


def directory(default: Path, *, is_made: bool = True) -> Path:
    """Return the directory in DATA, or `default`. Other users may pass through but not list it.

    If it does not exist it is made, unless `is_made` is false. Raises ImproperlyConfigured if it cannot be used, or if
    it holds anything that is not the service's.
    """
    named = Path(os.environ.get("DATA") or default)
    with _usable(named):
        place = named.expanduser().resolve()
        if place.exists() and not place.is_dir():
            raise NotADirectoryError(0, "it is not a directory")
        if not place.exists():
            if not is_made:
                raise ImproperlyConfigured(f"No service keeps its data in {place}. {SAME_DATA}")
            place.mkdir(parents=True)
            place.chmod(0o711)
        mark = place / _MARK
        if not mark.exists():
            # Never take over somebody's folder. One of an earlier version has no mark, but may hold its owner's files.
            names = {entry.name for entry in place.iterdir()}
            strange = sorted(name for name in names if not _KNOWN.fullmatch(name))
            was_ours = "up.lock" in names and names & {"secret_key", "postgres"}
            if strange and not was_ours:
                raise ImproperlyConfigured(
                    f"{place} holds other things, such as {strange[0]!r}, so the service does not use it. "
                    "Set DATA to an empty or a new directory."
                )
            text = "The Mau-Mau service keeps its data here: the database, its key and its locks.\n"
            mark.write_text(text, encoding="utf-8")
        return place


def secret_key(place: Path) -> str:
    """Return the key in `place` that signs tokens. Raises ImproperlyConfigured if nothing can be stored there."""
    return _kept(place / "secret_key", lambda: secrets.token_urlsafe(48))


def vapid_key(place: Path) -> str:
    """Return the key in `place` that signs notices to browsers. Raises ImproperlyConfigured as `secret_key` does."""
    return _kept(place / "vapid_key", _new_vapid_key)


def _new_vapid_key() -> str:
    from games.push.web_push import new_key  # noqa: PLC0415  # it loads an HTTP client, which only the first start needs

    return new_key()


def _kept(key: Path, make: Callable[[], str]) -> str:
    """Return what is in a file. The first call makes it, readable by its owner alone."""
    with _usable(key.parent):
        if not key.exists():
            made = key.with_name(f"{key.name}.{os.getpid()}")
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(make())
            try:
                os.link(made, key)  # if several processes make one, the first wins
            except FileExistsError:
                pass
            finally:
                made.unlink()
        return key.read_text()


@contextmanager
def _usable(place: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error)
        raise ImproperlyConfigured(
            f"Nothing can be stored in {place} ({why}). Set DATA to a directory of your own."
        ) from error
