"""Why a proposal or a vote is refused."""

from collections.abc import Mapping
from typing import Final

from games.api.tables.problems import Conflict
from games.clocks import agreements


class NotPlaying(Conflict):
    """The game has not started, so there is nothing to propose or to plan."""

    code = "not_playing"
    title = "Not playing"
    default_detail = "The game has not started yet."
    remedy = "Wait until all seats are taken."


class NoVote(Conflict):
    """You have resigned, are out of the game, or count as absent, so you have no vote."""

    code = "no_vote"
    title = "No vote"
    default_detail = "You have left this game or are absent, so you have no vote."
    remedy = "Come back first if you are absent. After you have left the game, do not offer proposals any more."


class ProposalOpen(Conflict):
    """A table has one open proposal at a time."""

    code = "proposal_open"
    title = "Proposal open"
    default_detail = "Another proposal is open."
    remedy = "Read the table: `proposal` is the one that is open. Vote on it first."


class ProposalClosed(Conflict):
    """The proposal with this number has ended, or was never made."""

    code = "proposal_closed"
    title = "Proposal closed"
    default_detail = "This proposal is not open."
    remedy = "Read the table: `proposal` is the one that is open."


class NoClock(Conflict):
    """The game has no clock that could be stopped, or turns that could be longer."""

    code = "no_clock"
    title = "No clock"
    default_detail = "This game has no clock."
    remedy = "Offer only `abandon` in games without a clock."


class ClockStands(Conflict):
    """The clock stands still already."""

    code = "clock_stands"
    title = "Clock stands still"
    default_detail = "The clock stands still already."
    remedy = "Read the table: `pauses` says why, and until when."


class ClockRuns(Conflict):
    """The players did not agree on a pause that could end. A vacation ends when its player comes back."""

    code = "clock_runs"
    title = "Clock runs"
    default_detail = "There is no pause that the players agreed on."
    remedy = "Read the table: `pauses` says why the clock stands still, if it does."


class ExtensionsSpent(Conflict):
    """A turn is extended at most once, and the turns of a seat at most three times in a game."""

    code = "extensions_spent"
    title = "Extensions spent"
    default_detail = "This turn cannot be extended any more."
    remedy = "Propose a pause, if the player needs more time."


REFUSED: Final[Mapping[type[agreements.ProposalRefused], type[Conflict]]] = {
    agreements.NotPlaying: NotPlaying,
    agreements.NoVote: NoVote,
    agreements.ProposalOpen: ProposalOpen,
    agreements.NoProposal: ProposalClosed,
    agreements.NoClock: NoClock,
    agreements.ClockStands: ClockStands,
    agreements.ClockRuns: ClockRuns,
    agreements.ExtensionsSpent: ExtensionsSpent,
}
"""The problems by what the service raises."""
