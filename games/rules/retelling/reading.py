"""Reading events act by act. Only what everybody sees of them is asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.rules import commands, events
from games.rules.commands import Command, Play
from games.rules.decide.leaving import MOST_BY_CLOCK
from games.rules.events import Ask, Cause, Event, asks
from games.rules.legality.objections import CUTS
from games.rules.ruleset import Ruleset


class Untold(ValueError):
    """Events that no command gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A command, and all that it set off."""

    command: Command | None
    """None where a table was opened, and for what follows by itself before the first card."""
    turn: int
    """Number of the decision that was due."""
    events: tuple[Event, ...]
    moves: tuple["Act", ...] = ()
    """Where the clock spoke: the moves that it made."""


_BARE: Final[Mapping[type[Event], Callable[[Any], Command]]] = {
    events.Accepted: lambda event: commands.Accept(seat=event.seat),
    events.Announced: lambda event: commands.Say(seat=event.seat, word=event.word),
    events.Believed: lambda event: commands.Believe(seat=event.seat),
    events.CardsDrawn: lambda event: commands.Draw(seat=event.seat),
    events.CardsKept: lambda event: commands.Keep(seat=event.seat, cards=event.cards),
    events.Challenged: lambda event: commands.Challenge(seat=event.seat),
    events.DealBegan: lambda _: commands.DealCards(),
    events.Declined: lambda event: commands.Decline(seat=event.seat),
    events.GameStarted: lambda event: commands.StartGame(unrated=event.unrated),
    events.NonceOpened: lambda event: commands.OpenNonce(seat=event.seat, nonce=event.nonce),
    events.NonceSealed: lambda event: commands.SealNonce(seat=event.seat, seal=event.seal),
    events.Passed: lambda event: commands.Pass(seat=event.seat),
    events.SeatAccused: lambda event: commands.Accuse(seat=event.seat, accused=event.accused),
    events.SeatLeft: lambda event: commands.LeaveSeat(seat=event.seat),
    events.SeatResigned: lambda event: commands.Resign(seat=event.seat),
    events.SeatTaken: lambda event: commands.TakeSeat(
        seat=event.seat,
        player=event.player,
        bot=event.bot,
        nonce=event.nonce,
        nonce_source=event.nonce_source,
        seal=event.seal,
        program=event.program,
    ),
    events.TimeRanOut: lambda event: commands.TimeUp(seat=event.seat),
    events.UpCardNamed: lambda event: commands.Name(seat=event.seat, nominated=event.nominated),
}
"""Events that tell by themselves what was asked for, where an act begins with them."""

_AFTER_DEAL: Final = (events.DealScored, events.DealLost, events.SeatEliminated, events.GameEnded)
_BESIDE_FINE: Final = (events.StockReplenished, events.FineSet, events.DealStalled)


def _is_fining(event: Event) -> bool:
    return isinstance(event, _BESIDE_FINE) or (isinstance(event, events.CardsDrawn) and event.cause is Cause.FINE)


class Reader:
    """Where one stands in the events, and what everybody knows there of the turn."""

    def __init__(self, ruleset: Ruleset, happened: tuple[Event, ...]) -> None:
        self._rules, self._happened = ruleset, happened
        self._place = self._turn = 0
        self._seat: int | None = None
        self._ask: Ask = asks.NOTHING
        self._window: int | None = None

    @property
    def at_end(self) -> bool:
        """Whether all is read."""
        return self._place == len(self._happened)

    def act(self) -> Act:
        """Return the next act. Raises Untold if none can begin here."""
        first, turn = self._place, self._turn
        closed = self._close_window()
        command, moves = self._read(closed=closed)
        return Act(command=command, turn=turn, events=self._happened[first : self._place], moves=moves)

    def _read(self, *, closed: bool) -> tuple[Command | None, tuple[Act, ...]]:
        """Go beyond an act whose closing of a window is read; return its command, and the moves that it made."""
        needless = self._needless_word() if closed else ""
        while isinstance(self._next, events.StockReplenished):
            self._take()
        ask, event = self._ask, self._take()
        command = self._command(event, ask, needless)
        match command:
            case commands.TimeUp(seat=seat):
                return command, self._by_clock(seat)
            case commands.Say(seat=seat):
                if self._is_needless(seat):
                    self._pay(seat)
            case commands.Accuse() if isinstance(event, events.SeatAccused):
                self._pay(event.accused if event.guilty else event.seat)
            case None:
                pass
            case _ if isinstance(command, commands.InLobby):
                pass
            case commands.Resign() if ask is asks.NOTHING and not self._ends_deal():
                pass
            case _:
                self._finish()
        return command, ()

    @property
    def _next(self) -> Event | None:
        return None if self.at_end else self._happened[self._place]

    def _take(self) -> Event:
        """Go beyond the next event, noting what it tells of the turn. Raises Untold at the end."""
        if self.at_end:
            raise Untold("the events end within an act")
        event = self._happened[self._place]
        self._place += 1
        match event:
            case events.TurnBegan(seat=seat, ask=ask) | events.SeatAsked(seat=seat, ask=ask):
                self._seat, self._ask, self._turn = seat, ask, self._turn + 1
            case events.DealEnded():
                self._seat, self._ask, self._window, self._turn = None, asks.NOTHING, None, self._turn + 1
            case events.WindowOpened(seat=seat):
                self._window = seat
            case events.WindowClosed():
                self._window = None
            case events.SeatResigned(seat=seat) if seat == self._window:
                self._window = None
            case _:
                pass
        return event

    def _close_window(self) -> bool:
        """Go beyond the end of another's window, its fine included, which comes before what ended it; tell if so."""
        place = self._beyond_fines()
        if not self._closes_at(place):
            return False
        while self._place <= place:
            self._take()
        return True

    def _needless_word(self) -> str:
        """Go beyond a needless word and its fine; return the word. Only a play closes a window before its word."""
        if not isinstance(self._next, events.Announced):
            return ""
        event = self._take()
        if isinstance(event, events.Announced):
            self._pay(event.seat)
            return event.word
        return ""

    def _command(self, event: Event, ask: Ask, needless: str) -> Command | None:
        match event:
            case events.CardsPlayed(seat=seat) if ask is asks.RESCUE:
                return commands.Rescue(seat=seat)
            case events.CardsPlayed(seat=seat, cards=cards, nominated=nominated, target=target):
                word = needless or self._word_of(seat)
                return Play(seat=seat, cards=cards, nominated=nominated, target=target, word=word)
            case events.CardLaidBlind(seat=seat, card=card, claim=claim, nominated=nominated, target=target, word=word):
                word = needless or word
                return Play(seat=seat, cards=(card,), claim=claim, nominated=nominated, target=target, word=word)
            case events.StockCut(seat=seat, positions=positions):
                lowest = tuple(range(1, CUTS[self._rules.knobs.cut.kind] + 1))
                return commands.Cut(seat=seat, positions=() if positions == lowest else positions)
            case events.GameOpened() | events.NoncesCalled() | events.NoncesVoided() | events.SeatForfeited():
                return None
            case _ if type(event) in _BARE:
                return _BARE[type(event)](event)
            case _:
                raise Untold(f"no act begins with {type(event).__name__}")

    def _word_of(self, seat: int) -> str:
        """Return the word that *seat* said with the cards just laid; none where words are said by themselves."""
        event = self._next
        said = self._rules.speaks and isinstance(event, events.Announced) and event.seat == seat
        return event.word if said and isinstance(event, events.Announced) else ""

    def _is_needless(self, seat: int) -> bool:
        """Tell whether the word just said by *seat* may cost a fine: in its own window only one that goes with a play.

        There a late word costs nothing, and a wrong one only when the next act closes the window.
        """
        if seat != self._window:
            return True
        place = self._beyond_fines()
        fining = self._happened[self._place : place]
        paid = any(isinstance(event, events.CardsDrawn) and event.seat == seat for event in fining)
        return paid and not self._closes_at(place)

    def _beyond_fines(self) -> int:
        """Return the place of the next event that is no part of a fine."""
        place = self._place
        while place < len(self._happened) and _is_fining(self._happened[place]):
            place += 1
        return place

    def _closes_at(self, place: int) -> bool:
        return place < len(self._happened) and isinstance(self._happened[place], events.WindowClosed)

    def _pay(self, seat: int) -> None:
        """Go beyond the fine that *seat* pays at once."""
        while self._pays_next(seat):
            self._take()

    def _pays_next(self, seat: int) -> bool:
        match self._next:
            case events.CardsDrawn(seat=drawer, cause=Cause.FINE):
                return drawer == seat
            case events.StockReplenished():
                after = self._happened[self._place + 1 : self._place + 2]
                again = any(
                    isinstance(e, events.CardsDrawn) and e.cause is Cause.FINE and e.seat == seat for e in after
                )
                return again or self._rules.replenish == "at_once"
            case events.DealStalled():
                return True
            case _:
                return False

    def _by_clock(self, seat: int) -> tuple[Act, ...]:
        """Read the moves that the clock made for *seat*: until another must act, or the deal is over."""
        made = [self.act()]
        while self._seat == seat and len(made) < MOST_BY_CLOCK:
            made.append(self.act())
        return tuple(made)

    def _finish(self) -> None:
        """Go beyond the end of a deed: the next decision, or the end of the deal."""
        while not isinstance(self._take(), events.ADVANCES):
            pass
        while isinstance(self._next, _AFTER_DEAL):
            self._take()

    def _ends_deal(self) -> bool:
        """Tell whether the next event belongs to the end of a deal, once more after it was over."""
        return isinstance(self._next, events.DealEnded | events.EffectEnded)
