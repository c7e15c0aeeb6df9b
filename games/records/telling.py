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
from games.rules import commands, events
from games.rules.cards import HIDDEN, Cards
from games.rules.events import Event
from games.rules.game import Game, fold
from games.rules.notation import print_move
from games.rules.retelling import Act, acts, retell
from games.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Told:
    """An event, as the viewer may see it, and when it happened: in milliseconds since no matter when."""

    event: Event
    at: int


_NO_MOVES = (
    commands.TakeSeat, commands.LeaveSeat, commands.SealNonce, commands.OpenNonce, commands.LapseNonces,
    commands.StartGame, commands.DealCards,
)  # fmt: skip


def tell(ruleset: Ruleset, told: Sequence[Told]) -> tuple[Line, ...]:
    """Return the lines of a game under *ruleset*, of which *told* is all, or what one viewer may see of it.

    Where nothing is hidden each move has its one canonical spelling; otherwise words are written out, for whether one
    is the right one would tell about a hand. Raises games.rules.retelling.Untold for events that no game has.
    """
    happened = [one.event for one in told]
    game = None if any(map(_hides, happened)) else Game(ruleset)
    moments = _Moments(told)
    found = retell(game, happened) if game else ((None, act) for act in acts(ruleset, happened))
    return tuple(line for before, act in found for line in _lines(before, act, moments))


def _hides(event: Event) -> bool:
    return isinstance(event, events.StockShuffled) and HIDDEN in event.cards


class _Moments:
    """The instants of the events, act by act, and since when a decision was due."""

    def __init__(self, told: Sequence[Told]) -> None:
        self._told, self._place, self._due = told, 0, told[0].at if told else 0

    def spent(self, act: Act) -> int:
        """Return the milliseconds from when a decision was due to *act*, the next one, and go beyond it."""
        at, due = self._told[self._place].at, self._due
        for one in self._told[self._place : self._place + len(act.events)]:
            if isinstance(one.event, events.ADVANCES):
                self._due = one.at
        self._place += len(act.events)
        return max(0, at - due)


def _lines(before: Game | None, act: Act, moments: _Moments) -> Iterator[Line]:
    spent = moments.spent(act)
    if not act.moves:
        yield from _of_act(before, act, spent)
        return
    for number, move in enumerate(act.moves):
        yield from _of_act(before, move, 0 if number else spent, by_clock=True)
        before = fold(before, move.events) if before else None


def _of_act(before: Game | None, act: Act, spent: int, *, by_clock: bool = False) -> Iterator[Line]:
    command, dealt = act.command, True
    if command is not None and not isinstance(command, (*_NO_MOVES, commands.TimeUp)):
        dealt = False
        before_deal = takewhile(lambda event: not isinstance(event, events.CardsDealt), act.events)
        yield Move(
            turn=act.turn, seat=command.seat, move=_spelled(command, before), shows=_shown(act),
            draws=_draws(before_deal), spent=spent, by_clock=by_clock,
        )  # fmt: skip
    named = isinstance(command, commands.Name)
    for event in act.events:
        dealt = dealt or isinstance(event, events.CardsDealt)
        if dealt and isinstance(event, events.CardsDrawn):  # because of the up-card: it is no part of a move
            yield Drawn(seat=event.seat, cards=_faces(event.cards))
        elif not (named and isinstance(event, events.UpCardNamed)):
            yield from _of_event(event)


def _spelled(command: commands.Move, before: Game | None) -> str:
    return print_move(command, before.rules, before.deal) if before else print_move(command)


def _shown(act: Act) -> Faces:
    for event in act.events:
        match event:
            case events.CardsPlayed(cards=cards) if isinstance(act.command, commands.Rescue):
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
