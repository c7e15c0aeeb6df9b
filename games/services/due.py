"""Do the work that is due, the oldest first. Each game has its own transaction, so one that fails stops no other."""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from django.db import Error, transaction

from games import bots, store
from games import thinking as apart
from games.bots import Bot
from games.clocks import spans
from games.clocks.outages import LONGEST_TURN, TOLERANCE
from games.services.heartbeats import outages_since
from games.services.moves import begin_turn_anew_if_ahead, make_clock_move_if_late
from games.services.pausing import settle_lapses
from games.services.plans import play_plan
from games.services.playing import answer, think
from games.services.time_limits import TookTooLong, at_most
from games.store import Claim, GameRow, claims, slots
from games.store.claims import Work
from games.store.distribution import asked_together
from games.store.failures import Away, check_database, describe

SLICE: Final = 1.0
"""Seconds after which a worker stops, so that its loop can do other work."""
LONGEST_STEP: Final = 10.0
"""Seconds that one move of the clock or of a bot may take."""
MOST_TRIES: Final = 3
"""How often a plan may fail before its player is told that it is their turn."""
TOGETHER: Final = 4
"""Clocks that one statement claims. Each is resolved in its own transaction."""
_FRESH: Final = 0.5
"""Seconds after which a worker gives back claims that it has not begun, before they end by themselves."""
_NOT_DUE: Final = timedelta(seconds=1)
_AWAY: Final = timedelta(seconds=5)
"""How long work waits after the database failed: longer than a loop waits, so that other work comes next."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Worked:
    """The result of one slice of work."""

    done: int = 0
    is_over: bool = True
    """Whether nothing more was due."""


def resolve_late(*, seconds: float = SLICE, step: float = LONGEST_STEP) -> Worked:
    """Let the clock move in each game in which the time of the seat on turn is up."""
    clocks = partial(claims.claim_clocks, credits_now(), TOGETHER)
    claim = in_order(*(partial(clocks, shards=shards) for shards in asked_together()))
    return work_off(claim, partial(try_work, work=make_clock_move_if_late, seconds=step), seconds)


def begin_anew(*, seconds: float = SLICE, step: float = LONGEST_STEP) -> Worked:
    """Begin each turn anew that began later than now, because the clock was set back since."""
    ahead = partial(claims.claim_ahead, TOLERANCE, TOGETHER)
    claim = in_order(*(partial(ahead, shards=shards) for shards in asked_together()))
    return work_off(claim, partial(try_work, work=begin_turn_anew_if_ahead, seconds=step), seconds)


def settle_lapsed(*, seconds: float = SLICE, step: float = LONGEST_STEP) -> Worked:
    """End each pause, proposal and game without a clock that ends by itself."""
    claim = in_order(*(partial(claims.claim_lapses, 1, shards=shards) for shards in asked_together()))
    return work_off(claim, partial(try_work, work=settle_lapses, seconds=step), seconds)


def play_bots(
    *, thinking: bool = False, seconds: float = SLICE, step: float = LONGEST_STEP,
    levels: Mapping[str, Bot] = apart.LEVELS,
) -> Worked:  # fmt: skip
    """Make each move of a bot that is due: of those that answer at once, or of the *thinking* ones."""
    if not thinking:
        due = partial(claims.claim_bots, 1, thinking=bots.THINKING)
        claim = in_order(*(partial(due, shards=shards) for shards in asked_together()))
        return work_off(claim, partial(try_bot, levels=levels, seconds=step), seconds)
    claim = in_order(*(partial(_thinker, shards) for shards in asked_together()))
    return work_off(claim, partial(try_thinker, levels=levels, seconds=step), seconds)


def _thinker(shards: Sequence[int], _since: datetime | None) -> list[Claim]:
    """Claim a bot that thinks. They are not due in order of time, so it always looks at all of them."""
    return claims.claim_thinker(bots.THINKING, shards=shards)


def play_plans(*, seconds: float = SLICE, step: float = LONGEST_STEP) -> Worked:
    """Make each move of a plan that is due."""
    claim = in_order(*(partial(claims.claim_plans, 1, shards=shards) for shards in asked_together()))
    return work_off(claim, partial(try_plan, seconds=step), seconds)


def in_order(*kinds: Callable[[datetime | None], list[Claim]]) -> Callable[[], list[Claim]]:
    """Return one function that claims by each of *kinds* in turn, and goes on where that one claimed last.

    It goes on from the first of the claims that were made together, because the others may have been given back. It
    begins again where nothing more is due.
    """
    places: deque[tuple[Callable[[datetime | None], list[Claim]], datetime | None]]
    places = deque((claim, None) for claim in kinds)

    def claim_next() -> list[Claim]:
        for _ in kinds:
            claim, since = places.popleft()
            claimed = claim(since)
            if not claimed and since is not None:
                claimed = claim(None)
            places.append((claim, claimed[0].due if claimed else None))
            if claimed:
                return claimed
        return []

    return claim_next


def credits_now() -> Mapping[str, Any]:
    """Return the parameters of ``store.CREDITED_DEADLINE`` for all turns that may run now."""
    now = store.now()
    return store.span_values(spans(outages_since(now - LONGEST_TURN, now), now))


def work_off(claim: Callable[[], list[Claim]], do: Callable[[Claim], bool], seconds: float) -> Worked:
    """*Do* one *claim* after the other until there is none, or until so many *seconds* have passed.

    Claims that wait behind a slow one go back, so that another worker takes them.
    """
    until, done = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        claimed, fresh = claim(), time.monotonic() + _FRESH
        if not claimed:
            return Worked(done)
        for place, one in enumerate(claimed):
            if place and time.monotonic() > fresh:
                claims.give_back(claimed[place:])
                break
            try:
                done += do(one)
            except Away:
                with suppress(Error):
                    claims.give_back(claimed[place + 1 :])
                raise
    return Worked(done, is_over=False)


def try_work(claim: Claim, work: Callable[[GameRow], object], *, seconds: float = LONGEST_STEP) -> bool:
    """Do the *work* that was claimed, in at most so many *seconds*; put it off if it fails. Return whether it was done.

    Raises Away if the database is to blame.
    """
    return guarded(claim, partial(_in_game, claim, work), seconds=seconds)


def try_bot(claim: Claim, *, levels: Mapping[str, Bot] = apart.LEVELS, seconds: float = LONGEST_STEP) -> bool:
    """Let the bot that was claimed think and move, as ``try_work`` does. It thinks before its game is locked."""

    def think_and_move() -> bool:
        thought = think(claim.game, levels=levels)
        if thought is None:
            claims.postpone(claim, _NOT_DUE)
            return False
        return _in_game(claim, lambda row: answer(row, thought))

    return guarded(claim, think_and_move, seconds=seconds)


def try_thinker(claim: Claim, *, levels: Mapping[str, Bot] = apart.LEVELS, seconds: float = LONGEST_STEP) -> bool:
    """Do what ``try_bot`` does, in a slot of the game's owner. Without a free one it comes later."""
    row = store.head(claim.game)
    owner = row.owner if row and row.owner else claim.game
    with slots.held(owner, claim.game, seconds=seconds, player=row.maker if row else None) as has_slot:
        if has_slot:
            return try_bot(claim, levels=levels, seconds=seconds)
    claims.postpone(claim, _NOT_DUE)
    return False


def try_plan(claim: Claim, *, seconds: float = LONGEST_STEP) -> bool:
    """Make the move of the plan that was claimed, as ``try_work`` does. One that has failed often is given up."""
    return try_work(claim, partial(play_plan, gives_up=claim.tries > MOST_TRIES), seconds=seconds)


def _in_game(claim: Claim, work: Callable[[GameRow], object]) -> bool:
    """Do the *work* in one transaction with the end of its *claim*; return whether there was anything to do."""
    with transaction.atomic(durable=True):
        # The lock comes first: whether work is due is only certain in a row that nobody else can change. The clock
        # needs the heartbeats to know whether a time is up, so they come in the same round trip.
        within = LONGEST_TURN if claim.kind in {Work.CLOCK, Work.LAPSE} else None
        settlement = claims.settlement(claim)
        row = store.lock(claim.game, skip_locked=True, turn_within=within, beside=settlement)
        if row is None:
            return False  # somebody moves there in this moment
        if work(row):
            return True
        transaction.set_rollback(True)
    claims.postpone(claim, _NOT_DUE)
    return False


def guarded(claim: Claim, work: Callable[[], bool], *, seconds: float) -> bool:
    """Do the *work* that was claimed, in at most so many *seconds*; put it off if it fails. Return what it returns.

    Raises Away if the database is to blame.
    """
    try:
        with at_most(seconds):
            return work()
    except TookTooLong as fault:
        _put_off(claim, fault, f"took longer than {seconds:g} s")
    except Exception as fault:  # noqa: BLE001 - a fault in one piece of work must not stop the others
        _put_off(claim, fault, describe(fault))
    return False


def _put_off(claim: Claim, fault: BaseException, reason: str) -> None:
    """Put off work that failed, and log it the first time. Call it where the *fault* is handled.

    Raises Away if the database is to blame. Then the failure does not count; otherwise a disk that was full for a
    while would put off every game for up to an hour.
    """
    try:
        check_database(fault)
    except Away:
        with suppress(Error):
            claims.postpone(claim, _AWAY)
        raise
    claims.fail(claim, reason)
    if not claim.reason:
        what = "an entry of the queue" if claim.kind == Work.QUEUE else "a game"
        _log.exception(f"{what} is put off: what is due in it fails", work=claim.kind, key=claim.key, reason=reason)
