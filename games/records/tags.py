"""The head of a record: what it says of the whole game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

OPEN: Final = "all"
"""The viewer of a record that hides nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """The player or bot of a seat."""

    player: str = ""
    name: str = ""
    """The player's name when the record was made."""
    bot: str = ""
    program: bool = False
    nonce: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A service's signature on the head of the game (docs/reference/evidence.md)."""

    at: str
    game: str
    head: str
    kid: str
    signature: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """What stands above the lines. Instants are strings by RFC 3339, empty if there is none yet."""

    site: str
    game: str
    variant: str
    ruleset: str
    """The content hash."""
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    sitters: tuple[Sitter | None, ...]
    opened: str = ""
    ended: str = ""
    winners: tuple[int, ...] | None = None
    """None while the game is not over."""
    places: tuple[int, ...] | None = None
    viewer: int | str | None = OPEN
    """Whose view the record is: ``OPEN``, a seat, or None for a spectator."""
    commitment: str = ""
    seed: str = ""
    """Empty until the game is over."""
    head: str = ""
    """Hash of the last event in the record; empty for a game that no log holds."""
    receipt: Receipt | None = None
    """The receipt for that event."""
    signature: str = ""
    """Signature of the whole record without this field, by the key of the receipt; empty if nobody signed."""
