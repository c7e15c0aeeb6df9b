"""From events to the lines of a record. It is given what a viewer sees, so it cannot tell more."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from games.records.lines import (
    Deal,
    DealOver,
    Draw,
    Drawn,
    Faces,
    Fallen,
    Hands,
    Line,
    Lot,
    Move,
    Order,
    Scored,
    UpCard,
)
from games.rules import events
from games.rules.cards import Cards
from games.rules.events import Event
from games.rules.notation import parse_act


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event of the log, as the viewer may see it."""

    event: Event
    turn: int
    """Number of the decision that was due when it happened."""
    command: str = ""
    """What caused it, if it is the first event that this command caused (``games.rules.notation.acts``)."""
    at: int
    """When it happened: in milliseconds since no matter when."""


def from_events(entries: Sequence[Entry]) -> tuple[Line, ...]:
    """Return the lines of a game, of which *entries* is all, or what one viewer may see of it.

    Nothing is decided here: each move stands as its first event tells it. Raises ValueError for what no log holds.
    """
    lines: list[Line] = []
    due = entries[0].at if entries else 0
    for act in _acts(entries):
        lines += _lines(act, max(0, act[0].at - due))
        due = next((one.at for one in reversed(act) if isinstance(one.event, events.ADVANCES)), due)
    return tuple(lines)


def _acts(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield each command's events. What comes before the first command is by itself: the seats are being taken."""
    act: list[Entry] = []
    for one in entries:
        if one.command and act:
            yield act
            act = []
        act.append(one)
    if act:
        yield act


def _lines(act: Sequence[Entry], spent: int) -> Iterator[Line]:
    first, happened = act[0], [one.event for one in act]
    asked = parse_act(first.command) if first.command else None
    dealt, named = asked is None or not asked.move, False
    if asked and asked.move:
        named = asked.move.startswith("name ")
        before_deal = takewhile(lambda event: not isinstance(event, events.CardsDealt), happened)
        yield Move(
            turn=first.turn, seat=asked.seat, move=_with_cards(asked.move, happened),
            shows=_shown(happened, rescues=asked.move == "rescue"), draws=_draws(before_deal), spent=spent,
            by_clock=asked.by_clock,
        )  # fmt: skip
    for event in happened:
        dealt = dealt or isinstance(event, events.CardsDealt)
        if dealt and isinstance(event, events.CardsDrawn):  # because of the up-card: it is no part of a move
            yield Drawn(seat=event.seat, cards=_faces(event.cards))
        elif not (named and isinstance(event, events.UpCardNamed)):
            yield from _of_event(event)


def _with_cards(move: str, happened: Iterable[Event]) -> str:
    """Return *move* with the cards that the viewer sees in what *happened*: those that they laid or kept themselves."""
    if "?" in move:
        for event in happened:
            if isinstance(event, events.CardLaidBlind):
                return move.replace("?", str(event.card), 1)
            if isinstance(event, events.CardsKept):
                return " ".join(("keep", *_faces(event.cards)))
    return move


def _shown(happened: Iterable[Event], *, rescues: bool) -> Faces:
    for event in happened:
        match event:
            case events.CardsPlayed(cards=cards) if rescues:
                return _faces(cards)
            case events.StockCut(cards=cards):
                return _faces(cards)
            case events.Challenged(card=card):
                return _faces((card,))
            case _:
                pass
    return ()


def _draws(happened: Iterable[Event]) -> tuple[Draw, ...]:
    drawn = [(event.seat, _faces(event.cards)) for event in happened if isinstance(event, events.CardsDrawn)]
    rows = groupby(drawn, key=lambda one: one[0])
    return tuple(Draw(seat=seat, cards=tuple(card for _, cards in row for card in cards)) for seat, row in rows)


def _of_event(event: Event) -> Iterator[Line]:  # noqa: C901, PLR0912 - one case an event
    match event:
        case events.GameStarted(act=act, dealer=dealer):
            yield Lot(act=act, dealer=dealer)
        case events.DealBegan(deal=deal, dealer=dealer):
            yield Deal(deal=deal, dealer=dealer)
        case events.StockShuffled(act=act, cards=cards):
            yield Order(how="shuffled", act=act, cards=_faces(cards))
        case events.StockReplenished(act=act, cards=cards):
            yield Order(how="replenished", act=act, cards=_faces(cards))
        case events.SeatResigned(act=int(act), cards=cards):
            yield Order(how="returned", act=act, cards=_faces(cards))
        case events.CardsDealt(hands=hands):
            yield Hands(hands=tuple(map(_faces, hands)))
        case events.UpCardTurned(card=card):
            yield UpCard(how="up", card=str(card))
        case events.UpCardPutBack(card=card):
            yield UpCard(how="back", card=str(card))
        case events.UpCardNamed(nominated=suit):
            yield UpCard(how="named", card=suit)
        case events.DealEnded(ending=ending, winner=winner, loser=loser, places=places, hands=hands):
            left = tuple(map(_faces, hands))
            yield DealOver(ending=str(ending), winner=winner, loser=loser, places=places, left=left)
        case events.DealScored(points=points, scores=scores):
            yield Scored(points=points, scores=scores)
        case events.DealLost(seat=seat):
            yield Fallen(how="lost", seat=seat)
        case events.SeatEliminated(seat=seat):
            yield Fallen(how="eliminated", seat=seat)
        case _:
            pass


def _faces(cards: Cards) -> Faces:
    return tuple(map(str, cards))
