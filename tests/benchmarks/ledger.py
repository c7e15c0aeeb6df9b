"""The answers that load clients got, compared with the log: it holds each acknowledged move once, and nothing else."""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from uuid import UUID

from games.client.http import Answer, Json
from games.models import Event, MoveKey

PREFIX: Final = "load-test-"
"""The prefix of every key of a load client, and of no other key."""


class Sent(NamedTuple):
    """A move that a client has sent under a key."""

    game: str
    player: str
    key: str


class Span(NamedTuple):
    """The first and the last version of a move's events."""

    first: int
    last: int


@dataclass(slots=True)
class Ledger:
    """The answers of all load clients together."""

    statuses: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    """Problem codes of the refusals."""
    accepted: dict[Sent, Span] = field(default_factory=dict)
    sent: set[Sent] = field(default_factory=set)
    replays: int = 0
    accepted_at: list[float] = field(default_factory=list)
    """When each move was acknowledged, by the monotonic clock."""
    waits: list[float] = field(default_factory=list)
    """The seconds for which a client waited for an answer, with all repeats of the request."""
    faults: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, answer: Answer, expected: Iterable[int] | None = None) -> Answer:
        """Count an answer, and return it. A status that was not *expected* is a fault, and so is any 500."""
        code = answer.body.get("code", "") if answer.status >= 400 and isinstance(answer.body, dict) else ""
        with self._lock:
            self.statuses[answer.status] += 1
            if code:
                self.codes[code] += 1
            busy = answer.status in {429, 503}
            if answer.status == 500 or (expected is not None and not busy and answer.status not in {*expected}):
                self.faults.append(f"{answer.status} {code} but {expected or 'anything but 500'} was expected")
        return answer

    def fault(self, what: str) -> None:
        """Note something that must not happen."""
        with self._lock:
            self.faults.append(what)

    def begin(self, move: Sent) -> None:
        """Note that a move is on its way. From now on it may be in the log."""
        with self._lock:
            self.sent.add(move)

    def acknowledge(self, move: Sent, answer: Answer) -> None:
        """Note the versions in a 201. If a move is answered twice, both answers must be equal."""
        versions = [event["version"] for event in answer.body["events"]]
        span = Span(versions[0], versions[-1])
        with self._lock:
            self.accepted_at.append(time.monotonic())
            self.replays += "idempotency-replayed" in answer.headers
            known = self.accepted.setdefault(move, span)
            if known != span or versions != [*range(span.first, span.last + 1)]:
                self.faults.append(f"{move}: acknowledged as {known} and as {versions}")

    @property
    def share_of_busy(self) -> float:
        """The share of 429 and 503 among all answers."""
        return (self.statuses[429] + self.statuses[503]) / max(1, self.statuses.total())

    def audit(self) -> Iterator[str]:
        """Yield the differences between the log and the answers. It queries the database of the service."""
        games = [UUID(game) for game in {move.game for move in self.sent}]
        found = MoveKey.objects.filter(game__in=games, key__startswith=PREFIX)
        columns = found.values_list("game", "actor", "key", "first", "last")
        keys = {Sent(str(game), actor, key): Span(first, last) for game, actor, key, first, last in columns}
        log = _spans(games)
        for move, span in self.accepted.items():
            if move not in log:
                yield f"lost: {move} was acknowledged as {span} and is not in the log"
            elif log[move] != span or keys.get(move) != span:
                yield f"doubled or torn: {move} was acknowledged as {span}, the log has {log[move]}"
        yield from (f"unknown: the log has {move}, which no client sent" for move in log.keys() - self.sent)
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


def _spans(games: list[UUID]) -> dict[Sent, Span]:
    """Return the versions of each key in the log. If versions are missing in between, the last one is -1."""
    rows = Event.objects.filter(stream__in=games, key__startswith=PREFIX)
    versions: dict[Sent, list[int]] = {}
    for game, actor, key, version in rows.values_list("stream", "actor", "key", "version").iterator():
        versions.setdefault(Sent(str(game), actor, str(key)), []).append(version)
    return {
        move: Span(min(found), max(found) if len(found) == max(found) - min(found) + 1 else -1)
        for move, found in versions.items()
    }
