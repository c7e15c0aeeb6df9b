"""What clients asked and were answered, compared with the log, as Jepsen's checkers do. All of it is pure.

Times are seconds since 1970 by one clock of this machine that never goes back, so they compare with those of the log.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

_OFFSET: Final = time.time() - time.monotonic()
TOLERANCE: Final = 0.02
"""Seconds by which the two clocks may differ: the wall clock is slewed."""
MOST_LATE: Final = 60.0
"""Seconds after its deadline in which a time runs out, while processes are killed."""


def clock() -> float:
    """Return the time now. It does not step."""
    return _OFFSET + time.monotonic()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A table as one answer showed it."""

    game: str
    version: int
    turn: int
    on_turn: int | None
    deadline: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request with all its repeats under one key, and its answer."""

    player: str
    game: str
    what: str
    """The last part of the path, such as ``moves``; empty for a read of the table."""
    began: float
    ended: float
    status: int
    code: str = ""
    key: str = ""
    seen: Seen | None = None
    """The table in the answer, also in that of a refusal."""
    versions: tuple[int, ...] = ()
    """Those of the events that the answer lists."""
    turn: int | None = None
    """The decision that the move names."""
    deadline: float | None = None
    """Of this decision, as its player had read it."""

    @property
    def version(self) -> int:
        """The newest version that its client knows from it; 0 for none."""
        return max(self.versions, default=self.seen.version if self.seen else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """An event of the log."""

    version: int
    turn: int
    type: str
    actor: str
    key: str
    at: float


Log: TypeAlias = Mapping[str, Sequence[Logged]]
"""The events of each game, in order."""


def faults(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield what no order of the log explains."""
    for check in (unlogged, out_of_time, differing, unexplained_refusals):
        yield from check(calls, log)
    yield from early_timeouts(calls, log)
    yield from late_timeouts(calls, log)


def unlogged(calls: Iterable[Call], log: Log) -> Iterator[str]:
    """Yield commands that the log does not hold once, at the versions that were answered."""
    held: dict[tuple[str, str, str], list[Logged]] = defaultdict(list)
    for game, events in log.items():
        for one in events:
            if one.key:
                held[game, one.actor, one.key].append(one)
    for call in calls:
        if not call.key:
            continue
        found = held.get((call.game, call.player, call.key), [])
        versions = tuple(one.version for one in found)
        if call.status < 300 and call.versions and versions != call.versions:
            yield f"lost or doubled: {call} is in the log at {versions}"
        elif call.status >= 400 and found:
            yield f"refused and done: {call} is in the log at {versions}"
        elif call.turn is not None and found and found[0].turn != call.turn:
            yield f"done in another turn: {call} is in the log in turn {found[0].turn}"


def out_of_time(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield answers of a version that was over before the request began, or that was not yet there when it ended.

    A version is over as soon as any client knows a later one. So reads never go back, and players read their writes.
    """
    began = {(game, one.version): one.at for game, events in log.items() for one in events}
    ends = sorted((call for call in calls if call.version), key=lambda call: call.ended)
    known: dict[str, int] = {}
    place = 0
    for call in sorted(calls, key=lambda call: call.began):
        while place < len(ends) and ends[place].ended < call.began:
            known[ends[place].game] = max(known.get(ends[place].game, 0), ends[place].version)
            place += 1
        if call.seen is None:
            continue
        at = began.get((call.game, call.seen.version))
        if call.seen.version < known.get(call.game, 0):
            yield f"old: {call}, but version {known[call.game]} was known before it began"
        if at is None or at > call.ended + TOLERANCE:
            yield f"from nowhere: {call}, but the log has this version at {at}"


def differing(calls: Iterable[Call], _: Log) -> Iterator[str]:
    """Yield answers that show one version in two ways."""
    first: dict[tuple[str, int], Call] = {}
    for call in calls:
        if call.seen is not None:
            one = first.setdefault((call.game, call.seen.version), call)
            if one.seen and (one.seen.turn, one.seen.on_turn) != (call.seen.turn, call.seen.on_turn):
                yield f"two tables of one version: {one} and {call}"


def unexplained_refusals(calls: Iterable[Call], _: Log) -> Iterator[str]:
    """Yield refusals that no version between the begin and the end of their request explains."""
    for call in calls:
        if call.code == "turn_moved_on" and call.seen and call.seen.turn == call.turn:
            yield f"refused for a turn that is due: {call}"
        if call.code == "time_is_up" and call.deadline is not None and call.ended < call.deadline - TOLERANCE:
            yield f"refused {call.deadline - call.ended:.2f} s before its deadline: {call}"


def early_timeouts(calls: Iterable[Call], log: Log) -> Iterator[str]:
    """Yield times that ran out before the deadline that the version before showed."""
    for game, ran_out, deadline in _timeouts(calls, log):
        if ran_out.at < deadline - TOLERANCE:
            yield f"time ran out {deadline - ran_out.at:.2f} s early in {game}: {ran_out}"


def late_timeouts(calls: Iterable[Call], log: Log, most: float = MOST_LATE) -> Iterator[str]:
    """Yield times that ran out *most* seconds or more after the deadline that the version before showed."""
    for game, ran_out, deadline in _timeouts(calls, log):
        if ran_out.at > deadline + most:
            yield f"time ran out {ran_out.at - deadline:.2f} s late in {game}: {ran_out}"


def _timeouts(calls: Iterable[Call], log: Log) -> Iterator[tuple[str, Logged, float]]:
    """Yield the first event of each move of the clock, and the last deadline that was read in the version before."""
    shown: dict[tuple[str, int], float] = {}
    for call in calls:
        if call.seen and call.seen.deadline is not None:
            place = call.game, call.seen.version
            shown[place] = max(shown.get(place, 0.0), call.seen.deadline)
    for game, events in log.items():
        for before, one in pairwise(events):
            deadline = shown.get((game, before.version))
            if deadline is not None and one.key.startswith("time-up@") and before.key != one.key:
                yield game, one, deadline
