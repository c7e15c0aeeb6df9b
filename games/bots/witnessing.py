"""How the evidence in a memory grows: event by event, with the table as a spectator sees it.

Each decision of another seat is kept with the table on which it was made. ``games.bots.likelihood`` says how likely a
hand decides so.
"""

from typing import Final

from games.bots.evidence import Decided, Evidence
from games.bots.memory import Memory
from games.rules import events
from games.rules.commands import Accept, Draw, Move, Pass, Play
from games.rules.deal import Deal
from games.rules.events import Ask, Cause
from games.rules.evolve_deal import begin, evolve
from games.rules.observation import seen_by
from games.rules.ruleset import Ruleset

MOST_DECISIONS: Final = 12
"""How many decisions it remembers of each seat, the latest ones."""
_ASKS: Final = frozenset({Ask.PLAY, Ask.DRAWN, Ask.ANSWER, Ask.MUST_FOLLOW, Ask.MAY_FOLLOW})


def witness(memory: Memory, event: events.Event, ruleset: Ruleset) -> None:
    """Change the table and the evidence of *memory* by an event, in the form in which its viewer may see it."""
    if ruleset.blind:
        return  # where cards are laid face down, a move says little about the hand
    if isinstance(event, events.DealBegan):
        memory.table = begin(event, ruleset.seats)
        memory.evidence = {seat: Evidence() for seat in event.seats if seat != memory.viewer}
        return
    table = memory.table
    if table is None:
        return
    _note(memory, table, event)
    if isinstance(event, events.CardsPlayed):
        # The cards leave a hand of which no card is seen.
        hand = table.hands[event.seat]
        table.hands[event.seat] = event.cards + hand[len(event.cards) :]
        evolve(table, event)
    else:
        evolve(table, seen_by(None, event))


def _note(memory: Memory, table: Deal, event: events.Event) -> None:
    """Note what *event*, which changes *table* next, says about a seat."""
    match event:
        case events.TurnBegan() | events.SeatAsked():
            memory.is_open = True
        case events.TimeRanOut():
            memory.is_open = False  # the clock decides, not the seat
        case events.CardsDealt(hands=hands):
            for seat, cards in enumerate(hands):
                _gain(memory, seat, len(cards))
        case events.CardsKept(seat=seat, cards=cards):
            _gain(memory, seat, len(cards))
        case events.CardsDrawn(seat=seat, cards=cards, cause=cause):
            if cause is Cause.OWN_ACCORD:
                _decide(memory, table, Draw(seat=seat))
            _gain(memory, seat, len(cards))
        case events.Passed(seat=seat):
            _decide(memory, table, Pass(seat=seat))
        case events.Accepted(seat=seat):
            _decide(memory, table, Accept(seat=seat))
        case events.CardsPlayed(seat=seat, cards=cards):
            move = Play(seat=seat, cards=cards, nominated=event.nominated, target=event.target)
            _decide(memory, table, move)
            if (known := memory.evidence.get(seat)) is not None:
                plays = (*known.plays, *((card, known.gained) for card in cards))
                memory.evidence[seat] = known._replace(plays=plays)
        case events.SeatResigned(seat=seat):
            memory.evidence.pop(seat, None)
        case _:
            pass


def _gain(memory: Memory, seat: int, cards: int) -> None:
    if (known := memory.evidence.get(seat)) is not None:
        memory.evidence[seat] = known._replace(gained=known.gained + cards)


def _decide(memory: Memory, table: Deal, move: Move) -> None:
    """Note that the seat of *move* decided so on *table*, if it was asked and has not decided yet."""
    known = memory.evidence.get(move.seat)
    if known is None or not memory.is_open or table.on_turn != move.seat or table.ask not in _ASKS:
        return
    memory.is_open = False
    made = Decided(table.copy(), move, known.gained, len(known.plays))
    memory.evidence[move.seat] = known._replace(decisions=(*known.decisions, made)[-MOST_DECISIONS:])
