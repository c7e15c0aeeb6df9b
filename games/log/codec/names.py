"""The name of each type of event in the log, for ever.

The names are ours, never a Python path. You may rename or move a class, but not its name here. Beside the name stands
the number of the schema that is written today; ``games.log.codec.encoding.UPCASTS`` lifts older ones when read.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from games.ladders import Annulled, EntrantErased, Rated
from games.rules import events
from games.rules.events import Event

Fact: TypeAlias = Event | Rated | Annulled | EntrantErased
"""What a stream can hold: events of a game, or of a ladder."""


class UnknownEvent(Exception):
    """The log holds a type or a schema that this code does not know, so it is older than the log. Never skip it."""


class Kind(NamedTuple):
    """How events of one type are written today."""

    type: type[Any]
    schema: int


KINDS: Final[Mapping[str, Kind]] = {
    "accepted": Kind(events.Accepted, 1),
    "announced": Kind(events.Announced, 1),
    "annulled": Kind(Annulled, 1),
    "believed": Kind(events.Believed, 1),
    "card-laid-blind": Kind(events.CardLaidBlind, 1),
    "card-offered": Kind(events.CardOffered, 1),
    "cards-dealt": Kind(events.CardsDealt, 1),
    "cards-drawn": Kind(events.CardsDrawn, 1),
    "cards-kept": Kind(events.CardsKept, 1),
    "cards-played": Kind(events.CardsPlayed, 1),
    "challenged": Kind(events.Challenged, 1),
    "claim-stood": Kind(events.ClaimStood, 1),
    "clock-paused": Kind(events.ClockPaused, 1),
    "clock-resumed": Kind(events.ClockResumed, 1),
    "deadline-moved": Kind(events.DeadlineMoved, 1),
    "deal-began": Kind(events.DealBegan, 1),
    "deal-ended": Kind(events.DealEnded, 1),
    "deal-lost": Kind(events.DealLost, 1),
    "deal-scored": Kind(events.DealScored, 1),
    "deal-stalled": Kind(events.DealStalled, 1),
    "declined": Kind(events.Declined, 1),
    "direction-reversed": Kind(events.DirectionReversed, 1),
    "effect-ended": Kind(events.EffectEnded, 1),
    "entrant-erased": Kind(EntrantErased, 1),
    "fine-set": Kind(events.FineSet, 1),
    "game-abandoned": Kind(events.GameAbandoned, 1),
    "game-ended": Kind(events.GameEnded, 1),
    "game-opened": Kind(events.GameOpened, 1),
    "game-started": Kind(events.GameStarted, 1),
    "nonce-opened": Kind(events.NonceOpened, 1),
    "nonce-sealed": Kind(events.NonceSealed, 1),
    "nonces-called": Kind(events.NoncesCalled, 1),
    "nonces-voided": Kind(events.NoncesVoided, 1),
    "passed": Kind(events.Passed, 1),
    "penalty-raised": Kind(events.PenaltyRaised, 1),
    "proposal-made": Kind(events.ProposalMade, 1),
    "proposal-settled": Kind(events.ProposalSettled, 1),
    "rated": Kind(Rated, 2),
    "seat-absent": Kind(events.SeatAbsent, 1),
    "seat-accused": Kind(events.SeatAccused, 1),
    "seat-asked": Kind(events.SeatAsked, 1),
    "seat-covered": Kind(events.SeatCovered, 1),
    "seat-eliminated": Kind(events.SeatEliminated, 1),
    "seat-forfeited": Kind(events.SeatForfeited, 1),
    "seat-left": Kind(events.SeatLeft, 1),
    "seat-resigned": Kind(events.SeatResigned, 2),
    "seat-returned": Kind(events.SeatReturned, 1),
    "seat-taken": Kind(events.SeatTaken, 1),
    "seat-waits": Kind(events.SeatWaits, 1),
    "seat-went-out": Kind(events.SeatWentOut, 1),
    "skip-raised": Kind(events.SkipRaised, 1),
    "stock-cut": Kind(events.StockCut, 1),
    "stock-replenished": Kind(events.StockReplenished, 1),
    "stock-shuffled": Kind(events.StockShuffled, 1),
    "table-closed": Kind(events.TableClosed, 1),
    "time-extended": Kind(events.TimeExtended, 1),
    "time-ran-out": Kind(events.TimeRanOut, 1),
    "turn-began": Kind(events.TurnBegan, 1),
    "turn-skipped": Kind(events.TurnSkipped, 1),
    "up-card-named": Kind(events.UpCardNamed, 1),
    "up-card-put-back": Kind(events.UpCardPutBack, 1),
    "up-card-turned": Kind(events.UpCardTurned, 1),
    "vote-cast": Kind(events.VoteCast, 1),
    "window-closed": Kind(events.WindowClosed, 1),
    "window-opened": Kind(events.WindowOpened, 1),
}

NAMES: Final[Mapping[type[Any], str]] = {kind.type: name for name, kind in KINDS.items()}


def name_of(event: Fact) -> str:
    """Return the name of *event*'s type in the log, such as ``"cards-played"``. Raises UnknownEvent if it has none."""
    try:
        return NAMES[type(event)]
    except KeyError:
        raise UnknownEvent(f"{type(event).__name__} has no name in the log") from None


def kind_of(type_: str, schema: int) -> Kind:
    """Return how events of this name are written today. Raises UnknownEvent for what this code cannot read."""
    kind = KINDS.get(type_)
    if kind is None or not 1 <= schema <= kind.schema:
        raise UnknownEvent(f"{type_!r} of schema {schema} is not known to this code")
    return kind
