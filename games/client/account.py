"""The account file: the tokens of a guest, and how far each game was narrated. Only its owner can read it."""

import hashlib
import json
import os
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from itertools import count
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
    """The player's nonce at each table, by game; before the answer says which, by the path of the request."""
    receipts: dict[str, Json] = field(default_factory=dict)
    """The last receipt of each game: what the server has shown, with its signature."""
    openings: dict[str, Json] = field(default_factory=dict)
    """The receipt of each sealed table from just before the player opened their nonce."""
    broken: Path | None = None
    """Where the file was moved, if it could not be read as an account."""

    @classmethod
    def load(cls, url: str, folder: Path | None = None) -> Self:
        """Return the account for the server at *url*. It has no tokens if it has no file. Raises AccountNotSaved."""
        name = f"{hashlib.sha256(url.encode()).hexdigest()[:16]}.json"
        account = cls((folder or state_folder()) / name, url)
        account.reload()
        return account

    @property
    def is_signed_in(self) -> bool:
        """Whether the account has tokens. They may have expired."""
        return bool(self.refresh)

    def reload(self) -> None:
        """Read the file again, because another client of this user may have written it.

        A file that is no account is moved aside and never overwritten. Raises AccountNotSaved if that is impossible.
        """
        try:
            stored = json.loads(self.file.read_text())
            if not isinstance(stored, dict):
                raise TypeError  # noqa: TRY301  # as for a field of a wrong type
            values = {name: stored[name] for name in _STORED if name in stored}
            if any(type(value) is not type(getattr(self, name)) for name, value in values.items()):
                raise TypeError  # noqa: TRY301
        except OSError:
            return
        except (ValueError, TypeError):
            taken = (self.file.with_suffix(f".broken{number}") for number in count(1))
            self.broken = next(path for path in taken if not path.exists())
            try:
                self.file.replace(self.broken)
            except OSError as error:
                why = f"{self.file} is no account file, and cannot be moved aside ({error.strerror})."
                raise AccountNotSaved(f"{why} Move it away.") from error
            return
        for name, value in values.items():
            setattr(self, name, value)

    def add_receipt(self, receipt: Json) -> None:
        """Keep *receipt*, unless a newer one of its game is known. ``save`` writes it to the file."""
        if receipt["version"] >= self.receipts.get(receipt["game"], receipt)["version"]:
            self.receipts.pop(receipt["game"], None)
            self.receipts[receipt["game"]] = receipt
        for game in [*self.receipts][:-_RECEIPTS]:
            del self.receipts[game]

    def add_opening(self, receipt: Json) -> None:
        """Keep *receipt*, from before the nonce of its game is opened. It is on disk then. Raises AccountNotSaved."""
        self.openings[receipt["game"]] = receipt
        for game in [*self.openings][:-_RECEIPTS]:
            del self.openings[game]
        self.save()

    def new_nonce(self, game: str) -> str:
        """Return a fresh nonce for *game*, or a path. It is on disk before it is used. Raises AccountNotSaved."""
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
        """Write the file whole or not at all. Only its owner can read it. Raises AccountNotSaved."""
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


_STORED = tuple(each.name for each in fields(Account) if each.name not in {"file", "url", "broken"})


def state_folder() -> Path:
    """Return the folder for state, as the XDG Base Directory Specification defines it."""
    given = os.environ.get("XDG_STATE_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return base / "maumau"
