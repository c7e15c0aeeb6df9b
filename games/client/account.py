"""Who plays here: the tokens of a guest and how far each game was read, kept in a file of this user alone."""

import hashlib
import json
import os
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Final, Self

from games.client.http import Json

_RECEIPTS: Final = 100
"""Games whose last receipt is kept."""


class NotKept(Exception):
    """The file of an account cannot be written; the message says where and why."""


@dataclass(slots=True)
class Account:
    """An account on one server, and the file that keeps it."""

    file: Path
    url: str
    name: str = ""
    access: str = ""
    refresh: str = ""
    key: str = ""
    """The Idempotency-Key of the account that is being made: the same one until it is there."""
    games: dict[str, int] = field(default_factory=dict)
    """The version up to which each running game was told."""
    nonces: dict[str, str] = field(default_factory=dict)
    """The nonce of the player's seat at each sealed table."""
    receipts: dict[str, Json] = field(default_factory=dict)
    """The last receipt of each game: the server's signature on what it has shown."""

    @classmethod
    def load(cls, url: str, folder: Path | None = None) -> Self:
        """Return the account kept for the server at *url*, without tokens if there is none."""
        name = f"{hashlib.sha256(url.encode()).hexdigest()[:16]}.json"
        account = cls((folder or state_folder()) / name, url)
        account.reload()
        return account

    @property
    def is_signed_in(self) -> bool:
        """Whether there are tokens."""
        return bool(self.refresh)

    def reload(self) -> None:
        """Take over what another client of this user has written meanwhile; a broken file counts as none."""
        with suppress(OSError, ValueError, TypeError, AttributeError):
            kept = json.loads(self.file.read_text())
            for name in _KEPT:
                setattr(self, name, kept[name] if name in kept else getattr(self, name))

    def keep(self, receipt: Json) -> None:
        """Keep *receipt* as the last one of its game, with those of the latest games; ``save`` writes it."""
        if receipt["version"] >= self.receipts.get(receipt["game"], receipt)["version"]:
            self.receipts.pop(receipt["game"], None)
            self.receipts[receipt["game"]] = receipt
        for game in [*self.receipts][:-_RECEIPTS]:
            del self.receipts[game]

    def new_nonce(self, game: str) -> str:
        """Return a fresh nonce for the seat at *game*, which is on disk before it is used. Raises NotKept."""
        self.nonces[game] = secrets.token_hex(32)
        for other in [*self.nonces][:-_RECEIPTS]:
            del self.nonces[other]
        self.save()
        return self.nonces[game]

    def take(self, pair: Json) -> None:
        """Keep a new pair of tokens, and the name of the player if it comes with them."""
        self.access, self.refresh, self.key = pair["access"], pair["refresh"], ""
        if "player" in pair:
            self.name = pair["player"]["name"]
        self.save()

    def forget(self) -> None:
        """Give the tokens up: the server takes them no more."""
        self.access = self.refresh = self.name = self.key = ""
        self.games = {}
        self.save()

    def save(self) -> None:
        """Write the file anew, readable by its owner alone, whole or not at all. Raises NotKept."""
        try:
            self._write()
        except OSError as error:
            why = f"Your account cannot be kept in {self.file.parent} ({error.strerror})."
            raise NotKept(f"{why} Name another folder by XDG_STATE_HOME.") from error

    def _write(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self.file.with_suffix(f".{os.getpid()}")
        content = {name: value for name, value in asdict(self).items() if name in (*_KEPT, "url")}
        with suppress(FileNotFoundError):
            fresh.unlink()
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(content, file)
        fresh.replace(self.file)


_KEPT = tuple(each.name for each in fields(Account) if each.name not in {"file", "url"})


def state_folder() -> Path:
    """Return the folder for what a program remembers, by the XDG Base Directory Specification."""
    given = os.environ.get("XDG_STATE_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return base / "maumau"
