"""What one viewer may see of a game, and of an event: the only door to what is secret (K-9, K-127)."""

from dataclasses import dataclass, fields, replace
from typing import Any, Final, get_args

from games.rules.cards import HIDDEN, Card, Cards, Nomination
from games.rules.commands import Move
from games.rules.deal import Deal
from games.rules.events import AbsencePolicy, Ask, Event
from games.rules.game import Game, Sitter, Status
from games.rules.legality.objections import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.valueclass import valueclass


@valueclass(frozen=True, slots=True, kw_only=True)
class SeatObservation:
    """What everybody sees of one seat."""

    seat: int
    player: str
    bot: str
    program: bool
    """Whether a program plays for the player."""
    cards: int
    """How many cards the seat holds."""
    said: tuple[str, ...]
    """Words in force, right or wrong: only the hand says which they are."""
    out: bool
    waiting: bool
    """Whether the seat laid its last card and is out only when its turn comes again."""
    resigned: bool
    eliminated: bool
    absent: AbsencePolicy | None
    """What plays for a player who is absent; None for one who is there."""
    misses: int
    """How many of its last turns were missed."""
    score: int
    lost: int
    hand: Cards | None
    """The hand where it is shown: one's own, and everybody's when the deal is over."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.player or self.bot)


@valueclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A game as one viewer may know it; ``viewer`` is a seat, or None for a spectator."""

    viewer: int | None
    ruleset: Ruleset
    status: Status
    turn: int
    deal: int
    seats: tuple[SeatObservation, ...]
    on_turn: int | None = None
    ask: Ask = Ask.NOTHING
    dealer: int | None = None
    direction: int = 1
    active: tuple[int, ...] = ()
    up_card: Card | None = None
    demand: Card | None = None
    nominated: Nomination = ""
    penalty: int = 0
    chain: str = ""
    skip: int = 0
    claim: tuple[int, Card] | None = None
    """Who laid a card face down, and what it is said to be."""
    window: int | None = None
    stock: int = 0
    discards: Cards = ()
    """All played cards that lie on the table, bottom first, as everybody saw them: a blind one as its claim."""
    out: tuple[int, ...] = ()
    hand: Cards = ()
    drawn: Card | None = None
    """The card that the viewer has just drawn in their own turn."""
    offered: Card | None = None
    """The card that the viewer may lay at once, drawn for a penalty."""
    looked: Cards = ()
    """What the viewer looked at in the cut."""
    moves: tuple[Move, ...] = ()
    points: tuple[int, ...] = ()
    """What the last deal added, when it is over."""
    winners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    table: Deal | None = None
    """The deal with every card that the viewer may not know replaced by ``HIDDEN``: what its layout is printed from."""


def observe(game: Game, viewer: int | None) -> Observation:
    """Return what *viewer*, a seat or None for a spectator, may see of *game*."""
    deal, on_turn, shown, seats = game.deal, game.on_turn, game.ended is not None, _seats(game, viewer)
    if deal is None:
        return Observation(
            viewer=viewer, ruleset=game.rules, status=game.status, turn=game.turn, deal=game.deals, seats=seats,
            points=game.points, winners=game.winners, places=game.places,
        )  # fmt: skip
    own = viewer is not None and viewer == on_turn
    return Observation(
        viewer=viewer, ruleset=game.rules, status=game.status, turn=game.turn, deal=game.deals, seats=seats,
        on_turn=on_turn, ask=deal.ask, dealer=deal.dealer, direction=deal.direction, active=deal.active,
        up_card=deal.discards[-1] if deal.discards else None, demand=deal.demand, nominated=deal.nominated,
        penalty=deal.penalty, chain=deal.chain, skip=deal.skip, window=deal.window,
        claim=(deal.claim.seat, deal.claim.said) if deal.claim else None,
        stock=len(deal.stock), discards=deal.discards, out=deal.out,
        hand=deal.hands[viewer] if viewer is not None else (),
        drawn=deal.drawn if own else None, offered=deal.offered if own else None, looked=deal.looked if own else (),
        moves=tuple(legal_moves(game, viewer)) if viewer is not None else (),
        points=game.points, winners=game.winners, places=game.places,
        table=masked(deal, viewer, shown=shown),
    )  # fmt: skip


def _seats(game: Game, viewer: int | None) -> tuple[SeatObservation, ...]:
    deal, shown, attendance, absent = game.deal, game.ended is not None, game.attendance, game.absent
    gone, resigned, scores, lost = game.gone, game.resigned, game.scores, game.lost
    out, waiting = (deal.out, deal.waiting) if deal else ((), ())
    seats: list[SeatObservation] = []
    for seat, sitting in enumerate(game.sitters):
        sitter, hand = sitting or _NOBODY, deal.hands[seat] if deal else ()
        one = SeatObservation(
            seat=seat, player=sitter.player, bot=sitter.bot, program=sitter.program,
            cards=len(hand), said=deal.said[seat] if deal else (), out=seat in out, waiting=seat in waiting,
            resigned=seat in resigned, eliminated=seat in gone,
            absent=attendance[seat].policy if seat in absent else None,
            misses=attendance[seat].misses if attendance else 0,
            score=scores[seat], lost=lost[seat],
            hand=hand if deal and (shown or seat == viewer) else None,
        )  # fmt: skip
        seats.append(one)
    return tuple(seats)


_NOBODY: Final = Sitter()


def lay_open(game: Game) -> Observation:
    """Return *game* with every card face up: how a game that is over is shown again, at any moment of it (K-127)."""
    observation, deal = observe(game, None), game.deal
    if deal is None:
        return observation
    seats = tuple(replace(seat, hand=hand) for seat, hand in zip(observation.seats, deal.hands, strict=True))
    return replace(observation, seats=seats, drawn=deal.drawn, offered=deal.offered, looked=deal.looked, table=deal)


def masked(deal: Deal, viewer: int | None, *, shown: bool) -> Deal:
    """Return *deal* with every card hidden that *viewer* may not know; *shown* says that the hands lie open."""
    seen = deal.copy()
    seen.hands = [hand if shown or seat == viewer else _hide(hand) for seat, hand in enumerate(deal.hands)]
    seen.stock = _hide(deal.stock)
    if viewer != deal.on_turn:
        seen.drawn = None if deal.drawn is None else HIDDEN
        seen.offered = None if deal.offered is None else HIDDEN
        seen.looked = _hide(deal.looked)
    if deal.claim and viewer != deal.claim.seat:
        seen.claim = replace(deal.claim, card=HIDDEN)
    if deal.covered:
        seen.covered = tuple(one if one.seat == viewer else replace(one, card=HIDDEN) for one in deal.covered)
    return seen


def _hide(cards: Cards) -> Cards:
    return (HIDDEN,) * len(cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """A field of an event that a viewer sees beyond the public part; ``part`` is the one entry of it, None for all."""

    field: str
    part: int | None = None


def revealed(
    kind: type[Event], seat: int | None, viewer: int | None, *, over: bool, command: bool = False
) -> tuple[Reveal, ...]:
    """Return what *viewer* sees, beyond the public part, of an event of type *kind* that is about *seat*.

    When the game is *over* everybody sees everything, and the whole *command* too if the event carries one. Before the
    end nobody sees more of a command than everybody does: it need not be the move of the seat that the event is about.
    """
    if over:
        hidden = [one.name for one in fields(kind) if one.name not in getattr(kind, "PUBLIC", ())]
        return tuple(Reveal(field=name) for name in (*hidden, *["command"] * command))
    if viewer is None:
        return ()
    own = getattr(kind, "OWN", ()) if seat == viewer else ()
    dealt = getattr(kind, "DEALT", ())
    return (*(Reveal(field=name) for name in own), *(Reveal(field=name, part=viewer) for name in dealt))


def seen_by(viewer: int | None, event: Event) -> Event:
    """Return *event* as *viewer* may see it before the game is over: cards that are hidden from them are ``HIDDEN``.

    Other hidden text is empty. The event itself if nothing of it is hidden.
    """
    kind = type(event)
    hidden = _HIDDEN[kind]
    if not hidden:
        return event
    shown = {one.field: one.part for one in revealed(kind, getattr(event, "seat", None), viewer, over=False)}
    masks: dict[str, Any] = {}
    for name in hidden:
        if name not in shown:
            masks[name] = _mask(getattr(event, name))
        elif (part := shown[name]) is not None:
            masks[name] = tuple(hand if seat == part else _hide(hand) for seat, hand in enumerate(getattr(event, name)))
    return replace(event, **masks) if masks else event


def _mask(value: Any) -> Any:
    if isinstance(value, Card):
        return HIDDEN
    if isinstance(value, tuple):
        return tuple(map(_mask, value))
    return "" if isinstance(value, str) else value


_HIDDEN: Final[dict[type, tuple[str, ...]]] = {
    kind: tuple(one.name for one in fields(kind) if one.name not in getattr(kind, "PUBLIC", ()))
    for kind in get_args(Event)
}
"""The fields of each type of event that not everybody sees."""
