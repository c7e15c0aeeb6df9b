"""The directory in which the embedded service keeps everything that must outlive it."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

DATABASE: Final = "maumau"
BROKER_DATABASE: Final = "maumau_broker"


def directory(default: Path) -> Path:
    """Return the directory named by DATA, or `default`; made if need be, others may pass but not look.

    Raises ImproperlyConfigured where there can be none.
    """
    named = Path(os.environ.get("DATA") or default)
    with _usable(named):
        place = named.expanduser().resolve()
        if place.exists() and not place.is_dir():
            raise NotADirectoryError(0, "it is no directory")
        if not place.exists():
            place.mkdir(parents=True)
            place.chmod(0o711)
        return place


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
