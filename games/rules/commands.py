"""Commands: what seats ask for in the notation, and what the clock and the service itself ask for."""

from dataclasses import dataclass
from typing import TypeAlias

from games.rules.cards import Card, Cards, Nomination
from games.rules.fairness import NonceSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Lay *cards*, the last one on top, with what is said and named in the same move."""

    seat: int
    cards: Cards
    claim: Card | None = None
    """Blind play: what the card laid face down is said to be."""
    nominated: Nomination = ""
    target: int | None = None
    """The seat that a strike is aimed at."""
    word: str = ""
    """The word said; ``"!"`` for the one that is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Take cards from the stock without having to."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """Take what is due: the cards of a live penalty, or the loss of the turn."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """End the turn without playing."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Say a word apart from a play."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuse:
    """Accuse another seat of a missing word."""

    seat: int
    accused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Name the suit of a wild up-card."""

    seat: int
    nominated: Nomination


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Look at the cards at these positions, counted from the top, from 1; none written means the lowest."""

    seat: int
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Keep some of the cards looked at in the cut, or none."""

    seat: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Believe:
    """Let a blind play stand."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Doubt a blind play."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """Lay the card just drawn from a penalty."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Do not lay the card just drawn from a penalty."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    """Give the game up; open to every seat of a running game at any time (K-10)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """Sit down at a table that waits: a player by their opaque id, or a bot by its level."""

    seat: int
    player: str = ""
    bot: str = ""
    nonce: str = ""
    """The seat's share in the fairness of every shuffle; never empty: the service draws one for a player without."""
    nonce_source: NonceSource = NonceSource.OWN
    seal: str = ""
    """SHA-256 of a nonce that is opened when every seat is taken; ``nonce`` is empty then."""
    program: bool = False
    """Whether a program plays for the player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat:
    """Stand up from a table that waits."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealNonce:
    """Seal a new nonce in place of one that was voided."""

    seat: int
    seal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNonce:
    """Open the nonce that was sealed."""

    seat: int
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LapseNonces:
    """Take out the seats of a sealed table that did not seal or open their nonces in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable:
    """End a table that has waited too long for players. Only the service sends it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame:
    """Close the seats and draw the first dealer at random."""

    unrated: str = ""
    """A code for why the game does not count, though its terms say that it is rated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCards:
    """Shuffle and deal the next deal of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack:
    """Be there again, after the seat was absent."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWin:
    """End the game as its winner, because the other player at a table of two is absent."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimBot:
    """Let a bot play for the other player at a table of two, who is absent."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Play this turn for the seat that must act, because its player is on vacation. Only the service sends it."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp:
    """The time of the seat that must act has run out. Only the clock sends it, so it has no notation (K-120)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """End the game without winners. Only the service sends it: the seats agreed on it, or nobody plays any more."""

    idle: bool = False
    """Whether nobody plays any more."""
    unrated: str = ""
    """A code for why the game does not count, though its terms say that it is rated."""


Move: TypeAlias = (
    Play | Draw | Accept | Pass | Say | Accuse | Name | Cut | Keep | Believe | Challenge | Rescue | Decline | Resign
)
"""What a seat may do: everything that the notation can say."""

Everyday: TypeAlias = Play | Draw | Pass
"""The commands that come most often by far."""

InLobby: TypeAlias = TakeSeat | LeaveSeat | SealNonce | OpenNonce | LapseNonces | CloseTable | StartGame
"""What may be done before the first card."""

OfAbsence: TypeAlias = ComeBack | ClaimWin | ClaimBot | Cover
"""What may be done because a player is, or was, absent. It is no part of the notation of moves."""

Command: TypeAlias = Move | InLobby | OfAbsence | DealCards | TimeUp | Abandon


def is_turn_move(move: Move) -> bool:
    """Return whether *move* is more than words, and carries none."""
    return not isinstance(move, Say | Accuse) and not (isinstance(move, Play) and move.word)


def is_honest(move: Move) -> bool:
    """Return whether *move* claims nothing false and doubts no claim."""
    if isinstance(move, Play):
        return move.claim is None or move.claim == move.cards[0]
    return not isinstance(move, Challenge)
