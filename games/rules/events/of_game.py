"""What changes the game and not the deal that runs."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from games.rules.events.words import Example, Names
from games.rules.fairness import NonceAsk, NonceSource


class ClosingCause(StrEnum):
    """Why a table was closed before the game began."""

    EXPIRED = "expired"
    """It has waited too long: not every seat was taken."""
    EMPTY = "empty"
    """The last player has left it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A table was opened. This pins its ruleset and commits to the seed of all chance."""

    ruleset: str
    """Content hash of the ruleset."""
    options: dict[str, bool | int | str]
    """Options that the table has set, by name."""
    seats: int
    """Number of seats."""
    terms: dict[str, Any] = field(default_factory=dict)
    """What was agreed apart from the rules: clock, absence, visibility, whether it is rated."""
    game: str = ""
    """The game's id. Empty in games that no log holds."""
    commitment: str
    """Hash that commits to the seed, for this game, ruleset and number of seats."""
    seed: str
    """256 random bits in hexadecimal digits."""
    unrated: str = ""
    """Why a game whose terms say rated does not count, as a code. Empty if nothing is in the way."""

    PUBLIC: ClassVar[Names] = ("ruleset", "options", "seats", "terms", "game", "commitment", "unrated")
    EXAMPLE: ClassVar[Example] = {
        "ruleset": "sha256:1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
        "options": {"leaf_king": True},
        "seats": 3,
        "terms": {
            "clock": {"turn": 86400, "bank": 259200},
            "absence": "draw-pass",
            "visibility": "public",
            "rated": True,
        },
        "game": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
        "commitment": "c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0",
        "unrated": "options",
        "seed": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e",
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player or a bot sat down."""

    seat: int
    player: str = ""
    """Id of the player. Empty for a bot."""
    bot: str = ""
    """Level of the bot. Empty for a player."""
    nonce: str = ""
    """The nonce of the seat. Empty while it is sealed."""
    nonce_source: NonceSource = NonceSource.OWN
    """Whether the player gave the nonce, or the house."""
    seal: str = ""
    """SHA-256 of a nonce that is opened when every seat is taken. Empty for a nonce that is given openly."""
    program: bool = False
    """Whether a program plays for the player."""

    PUBLIC: ClassVar[Names] = ("seat", "player", "bot", "nonce", "nonce_source", "seal", "program")
    EXAMPLE: ClassVar[Example] = {
        "seat": 1,
        "player": "01970000-0000-7000-8000-000000000001",
        "bot": "",
        "nonce": "tulip",
        "nonce_source": "own",
        "seal": "",
        "program": False,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A player stood up before the start."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class NoncesCalled:
    """All seats of a sealed table are taken, so seats must now seal or open their nonces in time."""

    ask: NonceAsk
    """What to do."""
    seats: tuple[int, ...]
    """The seats that must do it."""

    PUBLIC: ClassVar[Names] = ("ask", "seats")
    EXAMPLE: ClassVar[Example] = {"ask": "open", "seats": [0, 2]}


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceSealed:
    """A seat whose nonce was voided sealed a new one."""

    seat: int
    seal: str
    """SHA-256 of the new nonce, in hexadecimal digits."""

    PUBLIC: ClassVar[Names] = ("seat", "seal")
    EXAMPLE: ClassVar[Example] = {"seat": 2, "seal": "5ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceOpened:
    """A seat opened the nonce that it had sealed."""

    seat: int
    nonce: str
    """The nonce."""

    PUBLIC: ClassVar[Names] = ("seat", "nonce")
    EXAMPLE: ClassVar[Example] = {"seat": 2, "nonce": "tulip"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatForfeited:
    """A seat did not seal or open its nonce in time. It is free again."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class NoncesVoided:
    """A seat was left after others had opened their nonces. These must seal new ones."""

    seats: tuple[int, ...]
    """The seats that must seal new ones."""

    PUBLIC: ClassVar[Names] = ("seats",)
    EXAMPLE: ClassVar[Example] = {"seats": [0, 2]}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The table was closed before the game began. It is over without a result, and whoever sat there keeps the seat."""

    cause: ClosingCause
    """Why it was closed."""

    PUBLIC: ClassVar[Names] = ("cause",)
    EXAMPLE: ClassVar[Example] = {"cause": "expired"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """The game started: nobody can take or leave a seat any more. The first dealer was drawn at random (K-12)."""

    dealer: int
    """The seat that deals first."""
    act: int
    """Number of the random act, from 1."""
    unrated: str = ""
    """As in `game-opened`, now that it is known who plays."""

    PUBLIC: ClassVar[Names] = ("dealer", "act", "unrated")
    EXAMPLE: ClassVar[Example] = {"dealer": 2, "act": 1, "unrated": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBegan:
    """A deal began on an empty table."""

    deal: int
    """Number of the deal, from 1."""
    dealer: int
    """The seat that deals."""
    direction: int
    """1 clockwise, -1 against it."""
    seats: tuple[int, ...]
    """The seats that are dealt to."""

    PUBLIC: ClassVar[Names] = ("deal", "dealer", "direction", "seats")
    EXAMPLE: ClassVar[Example] = {"deal": 1, "dealer": 2, "direction": -1, "seats": [0, 1, 2]}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScored:
    """A deal was counted (K-115)."""

    points: tuple[int, ...]
    """What the deal added, one entry for each seat."""
    scores: tuple[int, ...]
    """The scores after it, one entry for each seat."""

    PUBLIC: ClassVar[Names] = ("points", "scores")
    EXAMPLE: ClassVar[Example] = {"points": [0, 12, 0], "scores": [3, 40, 7]}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLost:
    """A seat lost one more deal."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated:
    """A seat is out of the game for good (K-118)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over."""

    winners: tuple[int, ...]
    """The seats in the first place."""
    places: tuple[int, ...]
    """One place for each seat, from 1. Ties share a place."""
    unrated: str = ""
    """As in `game-opened`: whether the game counts in the end."""

    PUBLIC: ClassVar[Names] = ("winners", "places", "unrated")
    EXAMPLE: ClassVar[Example] = {"winners": [0], "places": [1, 3, 2], "unrated": ""}
