"""A whole game: lobby, deals, scores; and the fold of its events. Knows no rules: it only records."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final, NamedTuple, get_args

from games.rules import events, evolve_deal
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
    """Who sits on a seat: a player by his opaque id, or a bot by its level."""

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


@dataclass(slots=True)
class Game:
    """One game. Handed out as a value: only ``fold`` sets its fields, on a copy of its own."""

    ruleset: Ruleset | None = field(default=None, compare=False, metadata={"stored": False})
    """Under which it runs; not part of the stored state. ``evolve`` never looks at it."""
    status: Status = Status.NEW
    content: str = ""
    """Content hash of the ruleset that the first event pinned."""
    options: dict[str, bool | int | str] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=dict)
    unrated: str = ""
    """A code for why it does not count, though its terms say that it is rated."""
    commitment: str = ""
    seed: str = ""
    sitters: tuple[Sitter | None, ...] = ()
    """One entry a seat; None for an empty one."""
    nonces_asked: NonceAsk | None = None
    """What seats of a full sealed table are asked for before the first card."""
    dealer: int = 0
    """Who deals, or dealt last."""
    deals: int = 0
    """Number of the deal that runs, or ran last."""
    turn: int = 0
    """Number of the decision that is due; grows with every decision."""
    acts: int = 0
    """How many random acts there were."""
    scores: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """Deals lost so far."""
    gone: tuple[int, ...] = ()
    """Seats eliminated from the game."""
    resigned: tuple[int, ...] = ()
    """Seats that gave up, in order."""
    deal: Deal | None = None
    winner: int | None = None
    """Who won the last deal."""
    loser: int | None = None
    """Who lost the last deal."""
    ended: events.DealEnded | None = None
    """How the last deal ended, until the next one begins."""
    points: tuple[int, ...] = ()
    """What the last deal added, one number a seat."""
    winners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()

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
        return deal.turn if deal and self.status is _PLAYING and deal.ask is not asks.NOTHING else None

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
        """Return a game of its own that may be recorded upon."""
        twin = Game(*_FIELDS(self))
        if twin.deal is not None:
            twin.deal = twin.deal.copy()
        return twin


_PLAYING: Final = Status.PLAYING
_FIELDS: Final = attrgetter(*(one.name for one in fields(Game)))


def evolve(game: Game, event: events.Event) -> Game:
    """Return *game* as it stands after *event*."""
    return fold(game, (event,))


def fold(game: Game, happened: Iterable[events.Event]) -> Game:
    """Return *game* as it stands after the events that *happened*, in order; *game* itself stays as it was."""
    twin = game.copy()
    for event in happened:
        record(twin, event)
    return twin


def record(game: Game, event: events.Event) -> None:
    """Change *game*, a private copy, by what *event* says."""
    kind = type(event)
    if kind in _OF_GAME:
        _record_game(game, event)
    if game.deal is not None and kind not in _ONLY_OF_GAME:
        evolve_deal.record(game.deal, event)


_ONLY_OF_GAME: Final = frozenset(get_args(events.OfGame))
_OF_GAME: Final = _ONLY_OF_GAME | {
    events.TurnBegan, events.SeatAsked, events.StockShuffled, events.StockReplenished, events.SeatResigned,
    events.DealEnded,
}  # fmt: skip


def _record_game(game: Game, event: events.Event) -> None:
    match event:
        case events.TurnBegan() | events.SeatAsked():
            game.turn += 1
        case events.DealBegan(deal=deal, dealer=dealer):
            game.deal, game.deals, game.dealer = evolve_deal.begin(event, len(game.sitters)), deal, dealer
            game.ended, game.points = None, ()
        case events.StockShuffled() | events.StockReplenished():
            game.acts += 1
        case events.SeatResigned(seat=seat, act=act):
            game.resigned = (*game.resigned, seat)
            game.acts += act is not None
        case events.DealEnded(winner=winner, loser=loser):
            game.ended, game.winner, game.loser, game.turn = event, winner, loser, game.turn + 1
        case events.DealLost(seat=lost):
            game.lost = tuple(count + (seat == lost) for seat, count in enumerate(game.lost))
        case events.DealScored(points=points, scores=scores):
            game.points, game.scores = points, scores
        case events.SeatEliminated(seat=seat):
            game.gone = (*game.gone, seat)
        case events.GameEnded(winners=winners, places=places, unrated=unrated):
            game.status, game.winners, game.places, game.unrated = Status.OVER, winners, places, unrated
        case _:
            _seat(game, event)


def _seat(game: Game, event: events.Event) -> None:
    match event:
        case events.GameOpened():
            game.status, game.content, game.options, game.terms = (
                Status.WAITING, event.ruleset, event.options, event.terms)  # fmt: skip
            game.commitment, game.seed, game.unrated = event.commitment, event.seed, event.unrated
            game.sitters = (None,) * event.seats
            game.scores = game.lost = (0,) * event.seats
        case events.SeatTaken(seat=seat):
            sitter = Sitter(event.player, event.bot, event.nonce, event.program, event.nonce_source, event.seal)
            game.sitters = _replaced(game.sitters, seat, sitter)
        case events.SeatLeft(seat=seat) | events.SeatForfeited(seat=seat):
            game.sitters, game.nonces_asked = _replaced(game.sitters, seat, None), None
        case events.NoncesCalled(ask=ask):
            game.nonces_asked = ask
        case events.NonceSealed(seat=seat, seal=seal):
            _set_nonce(game, seat, seal=seal)
        case events.NonceOpened(seat=seat, nonce=nonce):
            _set_nonce(game, seat, nonce=nonce)
        case events.NoncesVoided(seats=seats):
            for seat in seats:
                _set_nonce(game, seat, seal="")
        case events.GameStarted(dealer=dealer, unrated=unrated):
            game.status, game.dealer, game.acts, game.unrated = Status.PLAYING, dealer, game.acts + 1, unrated
            game.nonces_asked = None
        case _:
            pass


def _set_nonce(game: Game, seat: int, seal: str | None = None, nonce: str = "") -> None:
    sitter = game.sitters[seat]
    if sitter is None:
        raise ValueError(f"nobody sits on seat {seat}")
    seal = sitter.seal if seal is None else seal
    game.sitters = _replaced(game.sitters, seat, replace(sitter, seal=seal, nonce=nonce))


def _replaced(sitters: tuple[Sitter | None, ...], seat: int, sitter: Sitter | None) -> tuple[Sitter | None, ...]:
    return (*sitters[:seat], sitter, *sitters[seat + 1 :])
