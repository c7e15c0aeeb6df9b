"""What the expert would have done: each decision of a game that is over, searched anew by what its seat knew then.

A worker does it in slices, beside the checks of rulesets, and its search runs in a child process. What is found is
stored after each decision, so a worker that is killed loses one of them. The result follows from the log and the number
of imagined deals alone.
"""

import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

import structlog
from django.db import connection, transaction

from games import store, thinking, wakeups
from games.bots.memory import Memory
from games.bots.remembering import remember
from games.bots.samples import Interval
from games.log.read import event_of, read
from games.rules.commands import Accuse, Move, Resign, Say
from games.rules.evolve import evolve
from games.rules.game import Game
from games.rules.notation import NotationError, parse_act, parse_move, print_move
from games.rules.observation import Observation, observe, seen_by
from games.store import analyses
from games.store.analyses import Analysis, AnalysisToRun, TooManyAnalyses
from games.store.failures import check_database, describe

__all__ = ["BEST", "DEALS", "MOST_MOVES", "Analysis", "TooManyAnalyses", "find", "order", "run_next"]

DEALS: Final = 40
"""Imagined deals for each decision."""
MOST_MOVES: Final = 300
"""Decisions of a game that are analysed, the first ones. The others are left out."""
BEST: Final = 3
"""How many of the best moves are kept of each decision."""
_SLICE: Final = 5.0
"""Seconds after which a worker turns to another analysis."""
_MOST_TRIES: Final = 3
"""How often the child may die over one decision."""

_log = structlog.get_logger(__name__)


class Decision(NamedTuple):
    """A decision of a game, as it was due."""

    version: int
    """The version of the first event of the move."""
    game: Game
    observation: Observation
    """What the seat saw before it."""
    memory: Memory
    played: Move
    text: str
    """The move in the notation."""
    by_clock: bool


def order(game: UUID, author: UUID, *, owner: UUID | None = None) -> UUID:
    """Order the analysis of *game*, which is over, unless there is one. Return *game*. Raises TooManyAnalyses.

    It is done for *owner*, or for *author*.
    """
    with transaction.atomic():
        analyses.add(game, author, deals=DEALS, owner=owner)
        wakeups.checker()
    return game


def find(game: UUID) -> Analysis | None:
    """Return the analysis of *game*; None if nobody has asked for one, or it is no longer kept."""
    return analyses.find(game)


def run_next(*, seconds: float = _SLICE) -> bool:
    """Go on for so many *seconds* with the analysis whose author has waited longest. Return whether there was one."""
    job = analyses.take()
    if job is None:
        return False
    try:
        is_over = _go_on(job, until=time.monotonic() + seconds)
    except Exception as fault:  # noqa: BLE001 - a game that cannot be read must not stop the others
        check_database(fault)
        analyses.give_back(job.id)
        _log.error("a game cannot be analysed", game=str(job.game), tries=job.tries, reason=describe(fault))
        return True
    if is_over:
        analyses.close(job.id)
    else:
        analyses.pause(job.id)
    return True


def decisions(game: UUID) -> Iterator[Decision]:
    """Yield the decisions of *game* in which there was a choice, in order. Words and resignations are left out.

    The game, and what is yielded of it, changes with the next step. Raises UnknownEvent, UnknownRuleset.
    """
    row = store.find(game)
    if row is None:
        return
    now, memories = Game(), list[Memory]()
    for stored in read(game, limit=row.version):
        act = parse_act(stored.secret["command"]) if stored.command else None
        if act and act.move and act.seat == now.on_turn:
            found = _decision(stored.version, now, memories[act.seat], act.move, by_clock=act.by_clock)
            if found:
                yield found
        event = event_of(stored)
        evolve(now, event)
        if stored.version == 1:
            now.ruleset = store.kept(row.ruleset).ruleset(len(now.sitters), now.options)
            memories = [Memory(seat) for seat in range(len(now.sitters))]
        memories = [remember(one, [seen_by(one.viewer, event)], now.rules) for one in memories]


def _decision(version: int, game: Game, memory: Memory, text: str, *, by_clock: bool) -> Decision | None:
    try:
        move = parse_move(memory.viewer, text)
    except NotationError:
        return None
    if isinstance(move, Say | Accuse | Resign) or game.deal is None:
        return None
    observation = observe(game, memory.viewer)
    # A move is written with `!` for the word that is due, and listed with the word itself.
    listed = {print_move(one, game.rules, game.deal): one for one in observation.moves}
    played = listed.get(text)
    if played is None or len(listed) == 1:
        return None
    return Decision(version, game, observation, memory, played, text, by_clock)


def _go_on(job: AnalysisToRun, *, until: float) -> bool:
    """Search the decisions of *job* that are not done yet, at least one. Return whether the analysis is over."""
    total = job.total
    if total is None:
        every = sum(1 for _ in decisions(job.game))
        total = min(every, MOST_MOVES)
        analyses.plan(job.id, total=total, left_out=every - total)
    done = len(job.moves)
    for number, decision in enumerate(decisions(job.game)):
        if number == total:
            break
        if number < done:
            continue
        analyses.note(job.id, [_searched(job, decision)], after=number)
        if time.monotonic() > until:
            return number + 1 == total
    return True


def _searched(job: AnalysisToRun, decision: Decision) -> dict[str, Any]:
    """Return what is stored of a *decision*. Raises BrokenProcessPool if the child died, but not too often."""
    rng = Random(sha256(f"{decision.game.seed}/{decision.version}".encode()).digest())  # noqa: S311 - nothing is at stake
    if not connection.in_atomic_block:
        connection.close()  # so that others can use it while the child searches
    found = []
    try:
        found = thinking.values_apart(decision.observation, decision.memory, decision.played, rng, job.deals)
    except BrokenProcessPool:
        if job.tries <= _MOST_TRIES:
            raise
    except Exception as fault:  # noqa: BLE001 - one decision must not stop the others
        _log.warning("a decision has no value", game=str(job.game), version=decision.version, reason=describe(fault))
    game, observation = decision.game, decision.observation
    own = next((one for one in found if one.move == decision.played), None)
    return {
        "version": decision.version,
        "seat": decision.memory.viewer,
        "by_clock": decision.by_clock,
        "penalty": observation.penalty,
        "skip": observation.skip,
        "offered": None if observation.offered is None else str(observation.offered),
        "played": _written(decision.played, game),
        "value": own and round(own.value, 4),
        "interval": own and _rounded(own.interval),
        "worse": bool(found) and found[0].is_better,
        "best": [
            {"move": _written(one.move, game), "value": round(one.value, 4), "interval": _rounded(one.interval)}
            for one in found[:BEST]
        ],
    }


def _rounded(interval: Interval) -> list[float]:
    return [round(interval.low, 4), round(interval.high, 4)]


def _written(move: Move, game: Game) -> list[str]:
    """Return *move* in the notation, and with its word written out."""
    return [print_move(move, game.rules, game.deal), print_move(move)]
