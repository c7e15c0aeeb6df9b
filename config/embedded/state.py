"""The directory in which the embedded service keeps everything that must outlive it."""

import os
import secrets
from pathlib import Path
from typing import Final

DATABASE: Final = "maumau"
BROKER_DATABASE: Final = "maumau_broker"


def directory(default: Path) -> Path:
    """Return the directory named by DATA, or `default`; made if need be, others may pass but not look."""
    place = Path(os.environ.get("DATA") or default).expanduser().resolve()
    if not place.is_dir():
        place.mkdir(parents=True)
        place.chmod(0o711)
    return place


def secret_key(place: Path) -> str:
    """Return the key that is kept in `place`, made at the first call and readable by its owner alone."""
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
