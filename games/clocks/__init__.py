"""How long a seat may think: the terms of a table, and its deadlines."""

from games.clocks.agreements import MOST_EXTENSIONS, ProposalRefused, propose, vote, voters
from games.clocks.lapses import LONGEST_IDLE, LONGEST_PAUSE, LONGEST_WAIT, expiry_of, lapse_of, lapsed
from games.clocks.outages import Heartbeat, Outage, absences, credit, credited_deadline, found, spans, step_back_since
from games.clocks.reckoning import Clock, after_all
from games.clocks.terms import (
    PRESETS,
    Allowance,
    Terms,
    TermsError,
    agreed,
    auto_accepts,
    bot_pause_of,
    fuse_of,
    has_quiet_hours,
    plan_delay_of,
)

__all__ = [
    "LONGEST_IDLE",
    "LONGEST_PAUSE",
    "LONGEST_WAIT",
    "MOST_EXTENSIONS",
    "PRESETS",
    "Allowance",
    "Clock",
    "Heartbeat",
    "Outage",
    "ProposalRefused",
    "Terms",
    "TermsError",
    "absences",
    "after_all",
    "agreed",
    "auto_accepts",
    "bot_pause_of",
    "credit",
    "credited_deadline",
    "expiry_of",
    "found",
    "fuse_of",
    "has_quiet_hours",
    "lapse_of",
    "lapsed",
    "plan_delay_of",
    "propose",
    "spans",
    "step_back_since",
    "vote",
    "voters",
]
