"""What clients asked and were answered, compared with the log, as Jepsen's checkers do. All of it is pure.

Times are seconds since 1970 by the clock of this machine, so they compare with those of the log. The clock may be
slewed while a run lasts, but must not step.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

TOLERANCE: Final = 0.02
"""Seconds by which times may differ that are read one after the other."""
MOST_LATE: Final = 60.0
"""Seconds after its deadline in which a time runs out, while processes are killed."""
_SETTLED: Final = 30.0
"""Seconds after which everybody has heard of what happened at a table. Who leaves it sooner may not."""
_CREDITED: Final = 60.0
"""Seconds before a move in which an outage may have moved its deadline."""
_LEAST_PLANS: Final = 40
"""Plans of which one at least is played: about a quarter of all are."""
_QUICK: Final = ("novice", "clever")
"""The levels of bots that need no time to think."""
_MISSES: Final = 5
"""After so many turns that it has missed, and without a move, such a bot counts as idle."""
_IDLE_SHARE: Final = 0.2
"""So many bots may be idle for each one that moves."""
_LEAVES: Final = ("seat-left", "seat-forfeited")


def clock() -> float:
    """Return the time now."""
    return time.time()


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
    unanswered: int = 0
    """How often it was sent without an answer. The service may still do what these repeats ask for."""
    replayed: bool = False
    """Whether the service says that it gives an earlier answer again."""
    seen: Seen | None = None
    """The table in the answer, also in that of a refusal."""
    versions: tuple[int, ...] = ()
    """Those of the events that the answer lists."""
    after: int | None = None
    """The version after which a read of the feed asks for all events."""
    is_whole: bool = True
    """Whether the answer says that there is no more."""
    turn: int | None = None
    """The decision that the move names."""
    deadline: float | None = None
    """Of this decision, as its player had read it."""

    @property
    def version(self) -> int:
        """The newest version that its client knows from it; 0 for none."""
        return max(self.versions, default=self.seen.version if self.seen else self.after or 0)

    @property
    def current(self) -> int | None:
        """The version that was the newest one by this answer; None if it says nothing of that."""
        if self.after is not None:
            return self.version if self.is_whole else None
        return self.seen.version if self.seen and not self.replayed else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """An event of the log."""

    version: int
    turn: int
    type: str
    actor: str
    key: str
    at: float
    seat: int | None = None
    player: str = ""
    """Who takes the seat; empty for a bot."""
    bot: str = ""
    """The level of the bot that takes the seat."""


class News(NamedTuple):
    """What one player is told of one game."""

    player: str
    kind: str
    game: str
    seat: int | None = None
    """The seat of which it speaks, if that is not the player's own."""


Log: TypeAlias = Mapping[str, Sequence[Logged]]
"""The events of each game, in order."""
Outages: TypeAlias = Sequence[tuple[float, float]]
"""When each outage that the service has recorded began and ended."""


def faults(calls: Sequence[Call], log: Log, outages: Outages = ()) -> Iterator[str]:
    """Yield what no order of the log explains."""
    for check in CHECKS:
        yield from check(calls, log)
    yield from late_moves(calls, log, outages)


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
            yield f"{'doubled or torn' if versions else 'lost'}: {call} is in the log at {versions}"
        elif call.status >= 400 and found and not _came_late(call, found[0]):
            yield f"refused and done: {call} is in the log at {versions}"
        elif call.turn is not None and found and found[0].turn != call.turn:
            yield f"done in another turn: {call} is in the log in turn {found[0].turn}"


def _came_late(call: Call, done: Logged) -> bool:
    """Whether *call*, which names no decision, was *done* for a repeat without an answer, after another was refused."""
    return call.turn is None and call.unanswered > 0 and done.at > call.began


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
        if (current := call.current) is None:
            continue
        at = began.get((call.game, current))
        if current < known.get(call.game, 0):
            yield f"old: {call}, but version {known[call.game]} was known before it began"
        if current and (at is None or at > call.ended + TOLERANCE):
            yield f"from nowhere: {call}, but the log has this version at {at}"


def differing(calls: Iterable[Call], _: Log) -> Iterator[str]:
    """Yield answers that show one version in two ways."""
    first: dict[tuple[str, int], Call] = {}
    for call in calls:
        if call.seen is not None:
            one = first.setdefault((call.game, call.seen.version), call)
            if one.seen and (one.seen.turn, one.seen.on_turn) != (call.seen.turn, call.seen.on_turn):
                yield f"two tables of one version: {one} and {call}"


def torn(calls: Iterable[Call], _: Log) -> Iterator[str]:
    """Yield answers whose parts do not fit: a feed with a gap, or a command with the table of another version."""
    for call in calls:
        if call.after is not None and call.versions != (*range(call.after + 1, call.version + 1),):
            yield f"a gap in the feed: {call}"
        if call.key and call.versions and call.seen and call.seen.version != call.versions[-1]:
            yield f"the table of another version: {call}"


def lost_plans(calls: Iterable[Call], log: Log) -> Iterator[str]:
    """Yield plans that were gone, or not the same, as soon as they were acknowledged, while nothing happened."""
    for call in calls:
        if call.what == "plan" and call.code:
            since, until = call.began - TOLERANCE, call.ended + TOLERANCE
            if not any(since < one.at < until for one in log.get(call.game, ())):
                yield f"a plan is lost: {call}"


def unplayed_plans(calls: Iterable[Call], log: Log) -> Iterator[str]:
    """Yield whether no plan at all was played. The clock may be faster than a single one while processes are killed."""
    made = sum(call.what == "plan" and not call.code for call in calls)
    if made >= _LEAST_PLANS and not any(one.key.startswith("plan ") for events in log.values() for one in events):
        yield f"no plan is played: {made} were made"


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
            yield f"time ran out {deadline - ran_out.at:.2f} s early: {game} {ran_out}"


def late_moves(calls: Sequence[Call], log: Log, outages: Outages = ()) -> Iterator[str]:
    """Yield moves that were made after the deadline that the version before showed, *outages* credited."""
    shown = _shown(calls)
    for call in calls:
        if call.turn is None or call.status >= 300 or not call.versions:
            continue
        first = call.versions[0]
        deadline = shown.get((call.game, first - 1))
        at = next((one.at for one in log.get(call.game, ()) if one.version == first), None)
        if deadline is None or at is None:
            continue
        credit = sum(max(0.0, min(end, at) - max(begin, at - _CREDITED)) for begin, end in outages)
        if at > deadline + credit + TOLERANCE:
            yield f"accepted {at - deadline:.2f} s after its deadline: {call}"


def late_timeouts(calls: Iterable[Call], log: Log) -> Iterator[str]:
    """Yield times that ran out long after the deadline that the version before showed."""
    for game, ran_out, deadline in _timeouts(calls, log):
        if ran_out.at > deadline + MOST_LATE:
            yield f"time ran out {ran_out.at - deadline:.2f} s late: {game} {ran_out}"


def _timeouts(calls: Iterable[Call], log: Log) -> Iterator[tuple[str, Logged, float]]:
    """Yield the first event of each move of the clock, and the last deadline that was read in the version before."""
    shown = _shown(calls)
    for game, events in log.items():
        for before, one in pairwise(events):
            deadline = shown.get((game, before.version))
            if deadline is not None and one.key.startswith("time-up@") and before.key != one.key:
                yield game, one, deadline


def _shown(calls: Iterable[Call]) -> dict[tuple[str, int], float]:
    """Return the last deadline that was read in each version."""
    shown: dict[tuple[str, int], float] = {}
    for call in calls:
        if call.seen and call.seen.deadline is not None and not call.replayed:
            place = call.game, call.seen.version
            shown[place] = max(shown.get(place, 0.0), call.seen.deadline)
    return shown


def idle_bots(_: Iterable[Call], log: Log) -> Iterator[str]:
    """Yield whether many bots never move, although they could at once: each time the clock moves for them.

    A few may miss the whole of a short game while the workers are killed.
    """
    idle = []
    busy = 0
    for game, events in log.items():
        quick = {one.seat for one in events if one.bot in _QUICK}
        missed = Counter(one.seat for one in events if one.type == "time-ran-out" and one.seat in quick)
        moved = {one.actor for one in events}
        for seat in quick:
            if f"bot:{seat}" in moved:
                busy += 1
            elif missed[seat] >= _MISSES:
                idle.append(f"{game}/{seat}")
    if len(idle) > 1 and len(idle) > busy * _IDLE_SHARE:
        yield f"bots never move: {', '.join(idle)} missed {_MISSES} turns each, and {busy} others moved"


CHECKS: Final = (
    unlogged, out_of_time, differing, torn, lost_plans, unplayed_plans, unexplained_refusals, early_timeouts,
    late_timeouts, idle_bots,
)  # fmt: skip
"""What is checked of a history."""


def news(log: Log) -> Iterator[News]:
    """Yield what players must be told, whatever fails: of starts, of ends, and of who sits down beside them."""
    for game, events in log.items():
        seats: dict[int, str] = {}
        for one in events:
            if one.type == "seat-taken" and one.seat is not None:
                if one.player and _lasts(events, one, one.seat):
                    yield from (News(other, "seat-taken", game, one.seat) for other in seats.values() if other)
                seats[one.seat] = one.player
            elif one.type in _LEAVES and one.seat is not None:
                seats.pop(one.seat, None)
            elif one.type == "game-ended":
                yield from (News(player, "game-over", game) for player in seats.values() if player)
            elif one.type == "game-started":
                for seat, player in seats.items():
                    if player and _lasts(events, one, seat, ends=False):
                        yield News(player, "game-started", game)


def _lasts(events: Iterable[Logged], since: Logged, seat: int, *, ends: bool = True) -> bool:
    """Whether *seat* is kept for so long after an event that all have heard of it, and the game does not end before."""
    soon = [one for one in events if since.at <= one.at < since.at + _SETTLED]
    return not any((one.type in _LEAVES and one.seat == seat) or (ends and one.type == "game-ended") for one in soon)


def misdelivered(what: str, expected: Collection[News], came: Counter[News]) -> Iterator[str]:
    """Yield what was *expected* and did not come, and what came more than once."""
    yield from (f"{what} is lost: {one}" for one in expected if not came[one])
    yield from (f"{what} is doubled: {one} came {number} times" for one, number in came.items() if number > 1)
