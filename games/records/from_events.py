"""From events to the lines of a record. It gets only what a viewer may see, so a record shows nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from games.records.lines import (
    Deal,
    DealOver,
    Draw,
    Drawn,
    Faces,
    Fallen,
    FirstDealer,
    Hands,
    Line,
    Move,
    Order,
    Rules,
    Scored,
    UpCard,
)
from games.rules import events
from games.rules.cards import Cards
from games.rules.edition import EDITION, FIRST
from games.rules.events import Event
from games.rules.notation import parse_act
from games.rules.notation.acts import Parsed


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event of the log, as the viewer may see it."""

    event: Event
    turn: int
    """Number of the decision that was due when it happened."""
    command: str = ""
    """What caused it, if it is the first event of its command (``games.rules.notation.acts``); empty otherwise."""
    at: int
    """When it happened, in milliseconds from any fixed instant."""
    edition: int = EDITION
    """The edition of the rules that has decided it."""


def from_events(entries: Sequence[Entry]) -> tuple[Line, ...]:
    """Return the lines of a game, of which *entries* is all, or what one viewer may see of it.

    Nothing is decided here: each move is written as its first event has it. Raises ValueError for what no log holds.
    """
    # The events of each command. Those before the first command stand alone: the seats are being taken.
    acts: list[list[Entry]] = []
    for entry in entries:
        if entry.command or not acts:
            acts.append([])
        acts[-1].append(entry)

    lines: list[Line] = []
    due, edition = entries[0].at if entries else 0, FIRST
    for act in acts:
        first, happened = act[0], [one.event for one in act]
        command = parse_act(first.command) if first.command else None
        if command and first.edition != edition:
            edition = first.edition
            lines.append(Rules(edition=edition))
        if command and command.move:
            lines.append(_move(command, first.turn, max(0, first.at - due), happened))
        in_new_deal = command is None or not command.move
        for event in happened:
            in_new_deal = in_new_deal or isinstance(event, events.CardsDealt)
            if in_new_deal and isinstance(event, events.CardsDrawn):
                # The up-card makes this seat draw, so it is no part of the move that ended the deal before.
                lines.append(Drawn(seat=event.seat, cards=_faces(event.cards)))
            elif isinstance(event, events.UpCardNamed) and command and command.move.startswith("name "):
                pass  # the move says it already
            elif line := _line_of(event):
                lines.append(line)
        due = next((one.at for one in reversed(act) if isinstance(one.event, events.ADVANCES)), due)
    return tuple(lines)


def _move(command: Parsed, turn: int, spent: int, happened: Sequence[Event]) -> Move:
    """Return the line of a move that took *spent* milliseconds, with the cards that the viewer sees in its events."""
    move = command.move
    shows: Faces = ()
    for event in happened:
        match event:
            case events.CardLaidBlind(card=card) if "?" in move:
                move = move.replace("?", str(card), 1)
            case events.CardsKept(cards=cards) if "?" in move:
                move = " ".join(("keep", *_faces(cards)))
            case events.CardsPlayed(cards=cards) if move == "rescue" and not shows:
                shows = _faces(cards)
            case events.StockCut(cards=cards) if not shows:
                shows = _faces(cards)
            case events.Challenged(card=card) if not shows:
                shows = _faces((card,))
            case _:
                pass
    # What is drawn after the next deal was dealt is no part of the move. Draws of one seat in a row are one.
    before_deal = takewhile(lambda event: not isinstance(event, events.CardsDealt), happened)
    drawn = [event for event in before_deal if isinstance(event, events.CardsDrawn)]
    draws = tuple(
        Draw(seat=seat, cards=tuple(card for event in row for card in _faces(event.cards)))
        for seat, row in groupby(drawn, key=lambda event: event.seat)
    )
    return Move(
        turn=turn, seat=command.seat, move=move, shows=shows, draws=draws, spent=spent, by_clock=command.by_clock
    )


def _line_of(event: Event) -> Line | None:
    match event:
        case events.GameStarted(act=act, dealer=dealer):
            return FirstDealer(act=act, dealer=dealer)
        case events.DealBegan(deal=deal, dealer=dealer):
            return Deal(deal=deal, dealer=dealer)
        case events.StockShuffled(act=act, cards=cards):
            return Order(how="shuffled", act=act, cards=_faces(cards))
        case events.StockReplenished(act=act, cards=cards):
            return Order(how="replenished", act=act, cards=_faces(cards))
        case events.SeatResigned(act=int(act), cards=cards):
            return Order(how="returned", act=act, cards=_faces(cards))
        case events.CardsDealt(hands=hands):
            return Hands(hands=tuple(map(_faces, hands)))
        case events.UpCardTurned(card=card):
            return UpCard(how="up", card=str(card))
        case events.UpCardPutBack(card=card):
            return UpCard(how="back", card=str(card))
        case events.UpCardNamed(nominated=suit):
            return UpCard(how="named", card=suit)
        case events.DealEnded(ending=ending, winner=winner, loser=loser, places=places, hands=hands):
            left = tuple(map(_faces, hands))
            return DealOver(ending=str(ending), winner=winner, loser=loser, places=places, left=left)
        case events.DealScored(points=points, scores=scores):
            return Scored(points=points, scores=scores)
        case events.DealLost(seat=seat):
            return Fallen(how="lost", seat=seat)
        case events.SeatEliminated(seat=seat):
            return Fallen(how="eliminated", seat=seat)
        case _:
            return None


def _faces(cards: Cards) -> Faces:
    return tuple(map(str, cards))
