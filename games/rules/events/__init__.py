"""Events: facts in the past tense. Each says all that changes, so it can be applied without knowing the rules.

Every event type declares who may see its fields. ``PUBLIC`` names those that everybody sees; ``OWN`` those that only
the seat of the event sees; ``DEALT`` those with one part for each seat, which only that seat sees. What is named
nowhere is the server's secret (K-9). For everybody else a hidden list of cards is its length.
"""

from typing import Final, TypeAlias

from games.rules.events.dealing import (
    CardsDealt,
    CardsKept,
    StockCut,
    StockShuffled,
    UpCardNamed,
    UpCardPutBack,
    UpCardTurned,
)
from games.rules.events.effects import (
    Announced,
    DirectionReversed,
    EffectEnded,
    FineSet,
    PenaltyRaised,
    SeatAccused,
    SkipRaised,
    TurnSkipped,
    WindowClosed,
    WindowOpened,
)
from games.rules.events.of_clock import (
    AbandonCause,
    ClockPaused,
    ClockResumed,
    DeadlineMoved,
    GameAbandoned,
    MoveCause,
    PauseReason,
    ProposalKind,
    ProposalMade,
    ProposalOutcome,
    ProposalSettled,
    TimeExtended,
    VoteCast,
)
from games.rules.events.of_game import (
    ClosingCause,
    DealBegan,
    DealLost,
    DealScored,
    GameEnded,
    GameOpened,
    GameStarted,
    NonceOpened,
    NoncesCalled,
    NonceSealed,
    NoncesVoided,
    SeatEliminated,
    SeatForfeited,
    SeatLeft,
    SeatTaken,
    TableClosed,
)
from games.rules.events.turns import (
    Accepted,
    Believed,
    CardLaidBlind,
    CardOffered,
    CardsDrawn,
    CardsPlayed,
    Challenged,
    ClaimStood,
    DealEnded,
    DealStalled,
    Declined,
    Passed,
    SeatAbsent,
    SeatAsked,
    SeatCovered,
    SeatResigned,
    SeatReturned,
    SeatWaits,
    SeatWentOut,
    StockReplenished,
    TimeRanOut,
    TurnBegan,
)
from games.rules.events.words import AbsencePolicy, Ask, Cause, Ending, Leaving, Names

Dealing: TypeAlias = StockShuffled | StockCut | CardsKept | CardsDealt | UpCardTurned | UpCardPutBack | UpCardNamed
"""What happens before the first turn of a deal."""

Claiming: TypeAlias = CardLaidBlind | Believed | Challenged | ClaimStood
"""What happens to a card laid face down."""

ADVANCES: Final = (TurnBegan, SeatAsked, DealEnded)
"""With these the next decision is due: each has a number of its own."""

Seating: TypeAlias = (
    GameOpened | SeatTaken | SeatLeft | SeatForfeited | NoncesCalled | NonceSealed | NonceOpened | NoncesVoided
    | TableClosed | GameStarted
)  # fmt: skip
"""What happens before the first card."""

OfClock: TypeAlias = (
    DeadlineMoved | ClockPaused | ClockResumed | TimeExtended | ProposalMade | VoteCast | ProposalSettled
)
"""What moves or stops the clock, and what the seats agree on about it."""

OfAbsence: TypeAlias = SeatAbsent | SeatCovered | SeatReturned
"""Who is not there to play."""

OfGame: TypeAlias = (
    Seating | OfClock | OfAbsence | DealBegan | DealScored | DealLost | SeatEliminated | GameAbandoned | GameEnded
)
"""What changes the game and not the deal that runs."""

Event: TypeAlias = (
    CardsPlayed
    | TurnBegan
    | CardsDrawn
    | SeatAsked
    | Passed
    | PenaltyRaised
    | SkipRaised
    | EffectEnded
    | Accepted
    | TurnSkipped
    | DirectionReversed
    | Announced
    | WindowOpened
    | WindowClosed
    | SeatAccused
    | FineSet
    | CardOffered
    | Declined
    | SeatWaits
    | SeatWentOut
    | StockReplenished
    | DealStalled
    | TimeRanOut
    | SeatResigned
    | DealEnded
    | Claiming
    | Dealing
    | OfGame
)

__all__ = [
    "ADVANCES",
    "AbandonCause",
    "AbsencePolicy",
    "Accepted",
    "Announced",
    "Ask",
    "Believed",
    "CardLaidBlind",
    "CardOffered",
    "CardsDealt",
    "CardsDrawn",
    "CardsKept",
    "CardsPlayed",
    "Cause",
    "Challenged",
    "ClaimStood",
    "Claiming",
    "ClockPaused",
    "ClockResumed",
    "ClosingCause",
    "DeadlineMoved",
    "DealBegan",
    "DealEnded",
    "DealLost",
    "DealScored",
    "DealStalled",
    "Dealing",
    "Declined",
    "DirectionReversed",
    "EffectEnded",
    "Ending",
    "Event",
    "FineSet",
    "GameAbandoned",
    "GameEnded",
    "GameOpened",
    "GameStarted",
    "Leaving",
    "MoveCause",
    "Names",
    "NonceOpened",
    "NonceSealed",
    "NoncesCalled",
    "NoncesVoided",
    "OfAbsence",
    "OfClock",
    "OfGame",
    "Passed",
    "PauseReason",
    "PenaltyRaised",
    "ProposalKind",
    "ProposalMade",
    "ProposalOutcome",
    "ProposalSettled",
    "SeatAbsent",
    "SeatAccused",
    "SeatAsked",
    "SeatCovered",
    "SeatEliminated",
    "SeatForfeited",
    "SeatLeft",
    "SeatResigned",
    "SeatReturned",
    "SeatTaken",
    "SeatWaits",
    "SeatWentOut",
    "Seating",
    "SkipRaised",
    "StockCut",
    "StockReplenished",
    "StockShuffled",
    "TableClosed",
    "TimeExtended",
    "TimeRanOut",
    "TurnBegan",
    "TurnSkipped",
    "UpCardNamed",
    "UpCardPutBack",
    "UpCardTurned",
    "VoteCast",
    "WindowClosed",
    "WindowOpened",
]
