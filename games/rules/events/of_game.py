"""What changes the game and not the deal that runs."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from games.rules.events.words import Names
from games.rules.fairness import NonceAsk, NonceSource


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A table was made. Pins the ruleset by its content hash, and commits the seed of all shuffles."""

    ruleset: str
    options: dict[str, bool | int | str]
    seats: int
    terms: dict[str, Any] = field(default_factory=dict)
    """What was agreed apart from the rules: clock, absence, visibility, rated."""
    game: str = ""
    """The game's id; empty in games that no log holds."""
    commitment: str
    """What commits the seed to this game, ruleset and number of seats (``games.rules.fairness.commit``)."""
    seed: str
    """256 random bits in hexadecimal digits; told when the game is over."""
    unrated: str = ""
    """A code for why the game does not count, though its terms say that it is rated; empty if nothing is in the way."""

    PUBLIC: ClassVar[Names] = ("ruleset", "options", "seats", "terms", "game", "commitment", "unrated")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player or a bot sat down."""

    seat: int
    player: str = ""
    bot: str = ""
    nonce: str = ""
    """Empty while it is sealed."""
    nonce_source: NonceSource = NonceSource.OWN
    seal: str = ""
    """SHA-256 of a nonce that is opened when every seat is taken; empty for one that is given openly."""
    program: bool = False
    """Whether a program plays for the player."""

    PUBLIC: ClassVar[Names] = ("seat", "player", "bot", "nonce", "nonce_source", "seal", "program")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A player stood up before the start."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoncesCalled:
    """Every seat of a sealed table is taken: these *seats* must now ``seal`` or ``open`` their nonces in time."""

    ask: NonceAsk
    seats: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("ask", "seats")


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceSealed:
    """A seat whose nonce was voided sealed a new one."""

    seat: int
    seal: str

    PUBLIC: ClassVar[Names] = ("seat", "seal")


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceOpened:
    """A seat opened the nonce that it had sealed."""

    seat: int
    nonce: str

    PUBLIC: ClassVar[Names] = ("seat", "nonce")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatForfeited:
    """A seat did not seal or open its nonce in time and is free again."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoncesVoided:
    """A seat is gone after others had opened their nonces: these *seats* must seal new ones."""

    seats: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("seats",)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """The seats are closed, and so are their nonces; the lot made *dealer* the first dealer (K-12)."""

    dealer: int
    act: int
    unrated: str = ""
    """As in ``GameOpened``, now that it is known who plays."""

    PUBLIC: ClassVar[Names] = ("dealer", "act", "unrated")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBegan:
    """A deal began for *seats*, on an empty table."""

    deal: int
    dealer: int
    direction: int
    seats: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("deal", "dealer", "direction", "seats")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScored:
    """What the deal added, and the scores after it (K-115); one entry a seat."""

    points: tuple[int, ...]
    scores: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("points", "scores")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLost:
    """A seat has lost one more deal."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated:
    """A seat is out of the game for good (K-118)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over. ``places`` has one entry a seat, from 1, ties shared."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    unrated: str = ""
    """As in ``GameOpened``: the last word on whether the game counts."""

    PUBLIC: ClassVar[Names] = ("winners", "places", "unrated")
