"""How long a seat may think: the terms of a table, and its deadlines."""

from games.clocks.lapses import LONGEST_IDLE, LONGEST_PAUSE, lapse_of
from games.clocks.outages import Heartbeat, Outage, absences, credit, found, spans
from games.clocks.reckoning import Clock, after_all
from games.clocks.terms import PRESETS, Allowance, Terms, TermsError, agreed, auto_accepts, bot_pause_of, fuse_of

__all__ = [
    "LONGEST_IDLE",
    "LONGEST_PAUSE",
    "PRESETS",
    "Allowance",
    "Clock",
    "Heartbeat",
    "Outage",
    "Terms",
    "TermsError",
    "absences",
    "after_all",
    "agreed",
    "auto_accepts",
    "bot_pause_of",
    "credit",
    "found",
    "fuse_of",
    "lapse_of",
    "spans",
]
