"""What a crowd was told, and whether the log agrees: every acknowledged move is in it, once, and nothing else is."""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from uuid import UUID

from games.client.http import Answer, Json
from games.models import Event, MoveKey

PREFIX: Final = "hammer-"
"""Begins every key that the crowd makes, and no other one."""


class Sent(NamedTuple):
    """A move that a client has sent under a key."""

    game: str
    player: str
    key: str


class Span(NamedTuple):
    """The versions of a move's events."""

    first: int
    last: int


@dataclass(slots=True)
class Ledger:
    """Kept by all clients of the crowd together."""

    statuses: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    """Of refusals."""
    accepted: dict[Sent, Span] = field(default_factory=dict)
    sent: set[Sent] = field(default_factory=set)
    replays: int = 0
    faults: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, answer: Answer, expected: Iterable[int] | None = None) -> Answer:
        """Count an answer, and return it; one that is not of the *expected* statuses is a fault, and so is any 500."""
        code = answer.body.get("code", "") if answer.status >= 400 and isinstance(answer.body, dict) else ""
        with self._lock:
            self.statuses[answer.status] += 1
            if code:
                self.codes[code] += 1
            busy = answer.status in {429, 503}
            if answer.status == 500 or (expected is not None and not busy and answer.status not in {*expected}):
                self.faults.append(f"{answer.status} {code} where {expected or 'anything but 500'} was due")
        return answer

    def fault(self, what: str) -> None:
        """Write down what must not be."""
        with self._lock:
            self.faults.append(what)

    def begin(self, move: Sent) -> None:
        """Write down that a move is on its way: from now on the log may hold it."""
        with self._lock:
            self.sent.add(move)

    def acknowledge(self, move: Sent, answer: Answer) -> None:
        """Write down what a 201 tells of a move; told twice, it must be the same."""
        versions = [event["version"] for event in answer.body["events"]]
        span = Span(versions[0], versions[-1])
        with self._lock:
            self.replays += "idempotency-replayed" in answer.headers
            known = self.accepted.setdefault(move, span)
            if known != span or versions != [*range(span.first, span.last + 1)]:
                self.faults.append(f"{move}: told as {known} and as {versions}")

    @property
    def share_of_busy(self) -> float:
        """The share of 429 and 503 among all answers."""
        return (self.statuses[429] + self.statuses[503]) / max(1, self.statuses.total())

    def audit(self) -> Iterator[str]:
        """Yield what the log holds otherwise than the clients were told. It asks the database of the service."""
        games = {move.game for move in self.sent}
        keys, log = _keys(games), dict(_spans(games))
        for move, span in self.accepted.items():
            if move not in log:
                yield f"lost: {move} was acknowledged as {span} and is not in the log"
            elif log[move] != span or keys.get(move) != span:
                yield f"doubled or torn: {move} was acknowledged as {span}, the log has {log[move]}"
        yield from (f"unknown: the log has {move}, which nobody sent" for move in log.keys() - self.sent)
        yield from (f"torn: key without events or events without key: {move}" for move in log.keys() ^ keys.keys())

    def summary(self) -> Json:
        """Return the counts for a report."""
        return {
            "accepted": len(self.accepted),
            "replayed": self.replays,
            "unanswered": len(self.sent) - len(self.accepted),
            "answers": dict(sorted(self.statuses.items())),
            "refusals": dict(self.codes.most_common()),
        }


def _keys(games: set[str]) -> Mapping[Sent, Span]:
    rows = MoveKey.objects.filter(game__in=[UUID(game) for game in games])
    found = rows.filter(key__startswith=PREFIX).values_list("game", "actor", "key", "first", "last")
    return {Sent(str(game), actor, key): Span(first, last) for game, actor, key, first, last in found}


def _spans(games: set[str]) -> Iterator[tuple[Sent, Span]]:
    """Yield the versions that each key has in the log; a hole in between is told as a span that is too long."""
    rows = Event.objects.filter(stream__in=[UUID(game) for game in games], key__startswith=PREFIX)
    versions: dict[Sent, list[int]] = {}
    for game, actor, key, version in rows.values_list("stream", "actor", "key", "version").iterator():
        versions.setdefault(Sent(str(game), actor, str(key)), []).append(version)
    for move, found in versions.items():
        yield move, Span(min(found), min(found) + len(found) - 1 if len(found) == max(found) - min(found) + 1 else -1)
