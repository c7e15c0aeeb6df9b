"""The account file: the tokens of a guest, and how far each game was narrated. Only its owner may read it."""

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
"""The number of games whose last receipt and nonce are kept."""


class AccountNotSaved(Exception):
    """The account file cannot be written. The message says where and why."""


@dataclass(slots=True)
class Account:
    """An account on one server, and the file that keeps it."""

    file: Path
    url: str
    name: str = ""
    access: str = ""
    refresh: str = ""
    key: str = ""
    """The Idempotency-Key under which the account is being made. It stays the same until the account exists."""
    games: dict[str, int] = field(default_factory=dict)
    """The version up to which each running game was narrated to the player."""
    nonces: dict[str, str] = field(default_factory=dict)
    """The player's nonce at each sealed table, by game."""
    receipts: dict[str, Json] = field(default_factory=dict)
    """The last receipt of each game: what the server has shown, with its signature."""

    @classmethod
    def load(cls, url: str, folder: Path | None = None) -> Self:
        """Return the account for the server at *url*. It has no tokens if no file exists yet."""
        name = f"{hashlib.sha256(url.encode()).hexdigest()[:16]}.json"
        account = cls((folder or state_folder()) / name, url)
        account.reload()
        return account

    @property
    def is_signed_in(self) -> bool:
        """Whether the account has tokens. They may have expired."""
        return bool(self.refresh)

    def reload(self) -> None:
        """Read the file again: another client of this user may have written it. A broken file counts as none."""
        with suppress(OSError, ValueError, TypeError, AttributeError):
            stored = json.loads(self.file.read_text())
            for name in _STORED:
                setattr(self, name, stored[name] if name in stored else getattr(self, name))

    def add_receipt(self, receipt: Json) -> None:
        """Make *receipt* the last one of its game, unless a newer one is known; ``save`` writes it."""
        if receipt["version"] >= self.receipts.get(receipt["game"], receipt)["version"]:
            self.receipts.pop(receipt["game"], None)
            self.receipts[receipt["game"]] = receipt
        for game in [*self.receipts][:-_RECEIPTS]:
            del self.receipts[game]

    def new_nonce(self, game: str) -> str:
        """Return a fresh nonce for the seat at *game*. It is on disk before it is used. Raises AccountNotSaved."""
        self.nonces[game] = secrets.token_hex(32)
        for other in [*self.nonces][:-_RECEIPTS]:
            del self.nonces[other]
        self.save()
        return self.nonces[game]

    def sign_in(self, pair: Json) -> None:
        """Store a new pair of tokens, and the name of the player if it comes with them. Raises AccountNotSaved."""
        self.access, self.refresh, self.key = pair["access"], pair["refresh"], ""
        if "player" in pair:
            self.name = pair["player"]["name"]
        self.save()

    def sign_out(self) -> None:
        """Drop the tokens, which the server no longer accepts, and everything that belongs to them."""
        self.access = self.refresh = self.name = self.key = ""
        self.games = {}
        self.save()

    def save(self) -> None:
        """Write the file, readable by its owner alone, whole or not at all. Raises AccountNotSaved."""
        content = {name: value for name, value in asdict(self).items() if name in (*_STORED, "url")}
        new = self.file.with_suffix(f".{os.getpid()}")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with suppress(FileNotFoundError):
                new.unlink()
            # O_EXCL: the file that holds the tokens is ours, with mode 600 from its first byte on.
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(content, file)
            new.replace(self.file)
        except OSError as error:
            why = f"Your account cannot be saved in {self.file.parent} ({error.strerror})."
            raise AccountNotSaved(f"{why} Set XDG_STATE_HOME to use another folder.") from error


_STORED = tuple(each.name for each in fields(Account) if each.name not in {"file", "url"})


def state_folder() -> Path:
    """Return the folder for state, as the XDG Base Directory Specification defines it."""
    given = os.environ.get("XDG_STATE_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return base / "maumau"
