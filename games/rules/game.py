"""A whole game: lobby, deals, scores."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final, NamedTuple

from games.rules import events
from games.rules.attendance import Attendance
from games.rules.deal import Deal
from games.rules.events import asks
from games.rules.fairness import NonceAsk, NonceSource
from games.rules.ruleset import Ruleset


class Status(StrEnum):
    """Where a game stands."""

    NEW = "new"
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a player by their opaque id, or a bot by its level."""

    player: str = ""
    bot: str = ""
    nonce: str = ""
    program: bool = False
    nonce_source: NonceSource = NonceSource.OWN
    seal: str = ""
    """SHA-256 of the nonce where it was sealed, also after it was opened."""


class NoncesDue(NamedTuple):
    """What *seats* of a sealed table still owe before the first card."""

    ask: NonceAsk
    seats: tuple[int, ...]


class Pause(NamedTuple):
    """A reason for which the clock stands still."""

    reason: events.PauseReason
    seat: int | None
    """The seat of the player on vacation; None for other reasons."""
    until: str
    """When it ends by itself, as RFC 3339 text."""


class Proposal(NamedTuple):
    """A proposal that the players vote on."""

    number: int
    kind: events.ProposalKind
    seat: int
    """The seat that made it."""
    expires: str
    """When it ends without an answer of everybody, as RFC 3339 text."""
    agreed: tuple[int, ...]
    """The seats that agree, the one that made it first."""


@dataclass(slots=True)
class Game:
    """One game. Treat it as a value: only ``evolve`` sets its fields, on a copy that nobody else has."""

    ruleset: Ruleset | None = field(default=None, compare=False, metadata={"stored": False})
    """The ruleset under which it runs; not part of the stored state. ``evolve`` never reads it."""
    status: Status = Status.NEW
    content: str = ""
    """Content hash of the ruleset that the first event pinned."""
    options: dict[str, bool | int | str] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=dict)
    unrated: str = ""
    """Code of the reason why the game does not count, though its terms say that it is rated."""
    commitment: str = ""
    seed: str = ""
    sitters: tuple[Sitter | None, ...] = ()
    """One entry a seat; None for an empty one."""
    nonces_asked: NonceAsk | None = None
    """What seats of a full sealed table are asked for before the first card."""
    dealer: int = 0
    """The seat that deals, or dealt last."""
    deals: int = 0
    """Number of the deal that runs, or ran last."""
    turn: int = 0
    """Number of the decision that is due; grows with every decision."""
    acts: int = 0
    """How many random acts there have been."""
    scores: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """Deals lost so far."""
    gone: tuple[int, ...] = ()
    """Seats eliminated from the game."""
    resigned: tuple[int, ...] = ()
    """Seats that left the game while it ran, in order."""
    excused: tuple[int, ...] = ()
    """Those of them that left without loss, because another player was absent."""
    removed: tuple[int, ...] = ()
    """Those of them that were removed, because their player was absent."""
    left_at: tuple[int, ...] = ()
    """The decision that was due when each seat resigned, was eliminated or became absent before that; 0 for others."""
    attendance: tuple[Attendance, ...] = ()
    """One entry a seat."""
    acting: int | None = None
    """The seat whose turn of the rule book runs; None between two deals."""
    late: int | None = None
    """The seat whose turn the clock plays to its end, with all that follows before another seat acts."""
    deal: Deal | None = None
    winner: int | None = None
    """The seat that won the last deal."""
    loser: int | None = None
    """The seat that lost the last deal."""
    ended: events.DealEnded | None = None
    """How the last deal ended, until the next one begins."""
    points: tuple[int, ...] = ()
    """What the last deal added, one number a seat."""
    winners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    pauses: tuple[Pause, ...] = ()
    """Why the clock stands still; it runs while there is no reason."""
    proposal: Proposal | None = None
    """The proposal that is open."""
    proposals: int = 0
    """How many proposals there have been."""
    extended: tuple[int, ...] = ()
    """The seats whose turns were extended, one entry for each time."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset. Raises ValueError where the game was loaded without one."""
        if self.ruleset is None:
            raise ValueError("this game was loaded without its ruleset")
        return self.ruleset

    @property
    def table(self) -> Deal:
        """The deal that runs, or ran last. Raises ValueError before the first one."""
        if self.deal is None:
            raise ValueError("no deal has begun")
        return self.deal

    @property
    def on_turn(self) -> int | None:
        """The seat that must act; None if none must."""
        deal = self.deal
        return deal.on_turn if deal and self.status is _PLAYING and deal.ask is not asks.NOTHING else None

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats in the game whose players are absent, those first that have been absent for longest."""
        away = [seat for seat, one in enumerate(self.attendance) if one.policy is not None and one.is_absent]
        if not away:
            return ()  # nearly always
        away = [seat for seat in away if seat not in self.resigned and seat not in self.gone]
        return tuple(sorted(away, key=lambda seat: self.attendance[seat].since))

    @property
    def policy(self) -> events.AbsencePolicy | None:
        """What plays this turn in place of the player of the seat on turn; None if the player does."""
        return self.attendance[self.on_turn].played_by if self.on_turn is not None and self.attendance else None

    @property
    def nonces_due(self) -> NoncesDue | None:
        """What seats of a sealed table that waits still owe; None if nothing."""
        if self.status is not Status.WAITING or not self.terms.get("sealed"):
            return None
        own = [(seat, one) for seat, one in enumerate(self.sitters) if one and one.nonce_source is NonceSource.OWN]
        if unsealed := tuple(seat for seat, one in own if not one.seal):
            return NoncesDue(NonceAsk.SEAL, unsealed)
        closed = tuple(seat for seat, one in own if not one.nonce)
        return NoncesDue(NonceAsk.OPEN, closed) if closed and None not in self.sitters else None

    def copy(self) -> "Game":
        """Return a copy that ``evolve`` may change."""
        twin = Game(*_FIELDS(self))
        if twin.deal is not None:
            twin.deal = twin.deal.copy()
        return twin


_PLAYING: Final = Status.PLAYING
_FIELDS: Final = attrgetter(*(one.name for one in fields(Game)))
