"""Abusive authors: they send rulesets that are expensive to check, one after the other, while others play."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import cycle, islice
from typing import Any, Final, NamedTuple, Self

from games.client.api_client import new_key
from games.client.http import HttpClient, Unreachable, accepted
from tests.benchmarks.service import Player

_PATIENCE: Final = 600.0
"""Seconds within which all rulesets are checked, on any machine."""
_PAUSE: Final = 0.2
_REFUSED: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
_WAIT: Final = 1.0
"""Seconds that a refused author waits. The cost of the checks is measured here, not that of refusals."""

_SMALL: Final[dict[str, Any]] = {
    "key": "annas-game",
    "name": "Anna's Game",
    "players": {"least": 2, "most": 4},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
    "wild": {"suit": "J"},
}
_ENDLESS: Final = {**_SMALL, "out": {"illegal": "any"}}
"""A game in which nobody can go out."""
_GIANT: Final = {
    **_SMALL,
    "players": {"least": 2, "most": 15},
    "deck": {"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "jokers": 8, "count": {"2": 20}},
    "deal": {"size": {"2": 20}},
    "wild": {"suit": "any"},
}
"""As many cards as allowed, each with every suit to choose. Its deals end slowly."""
_CLOCKS: Final = {
    **_GIANT,
    "out": {"illegal": "any"},
    "score": {"to": "losers", "values": {"7": 1}},
    "game": {"end": "to", "at": 10_000},
}
"""A game that goes on although the time runs out at every move."""
_EXAMPLES: Final = [
    {"name": str(number), "hands": ["7S 8S 9S", "9H 9D"], "up_card": "7H", "moves": ["clock"] * 300, "then": {}}
    for number in range(20)
]
"""As many as fit into a request."""
REQUESTS: Final = (
    ("/variants/check", {"ruleset": _CLOCKS, "examples": _EXAMPLES}),
    ("/variants/checks?deals=1000", {"ruleset": _ENDLESS}),
    ("/variants", {"ruleset": _GIANT}),
)
HARMLESS: Final = (("/variants/checks?deals=1", {"ruleset": _SMALL}),)
"""For a smoke run."""


class _Job(NamedTuple):
    """A check that an author has requested."""

    player: Player
    id: str


@dataclass(slots=True)
class Attack:
    """Attackers with an account each. They post while the block runs. It ends when all their rulesets are checked."""

    attackers: Sequence[Player]
    requests: Sequence[tuple[str, dict[str, Any]]] = REQUESTS
    answers: Counter[str] = field(default_factory=Counter)
    """The number of answers in all blocks, by status."""
    longest: float = 0.0
    """The longest time in seconds from the end of an attack until everything was checked."""
    _jobs: list[_Job] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)
    _watch: HttpClient = field(init=False)

    def __post_init__(self) -> None:
        self._watch = HttpClient(self.attackers[0].http.url)

    def __enter__(self) -> Self:
        self._end.clear()
        self._jobs.clear()
        self._threads = [
            threading.Thread(target=self._post, args=(player, first), daemon=True)
            for first, player in enumerate(self.attackers)
        ]
        for thread in self._threads:
            thread.start()
        self._wait_until(lambda: any(self._status(job) != "waiting" for job in [*self._jobs]))
        return self

    def __exit__(self, *error: object) -> None:
        self._end.set()
        begun = time.perf_counter()
        for thread in self._threads:
            thread.join()
        self._wait_until(lambda: all(self._status(job) == "done" for job in self._jobs))
        self.longest = max(self.longest, time.perf_counter() - begun)

    def __str__(self) -> str:
        answers = ", ".join(f"{number} x {status}" for status, number in sorted(self.answers.items()))
        return f"answers to the attackers: {answers}; everything was checked {self.longest:.0f} s later"

    def _post(self, player: Player, first: int) -> None:
        """Send the requests in turn, beginning with the one at *first*, until the block ends. Runs in a thread."""
        for path, body in islice(cycle(self.requests), first, None):
            if self._end.is_set():
                return
            try:
                answer = player.http.send("POST", path, body, {**player.headers, "Idempotency-Key": new_key()})
            except Unreachable:
                self.answers["no answer"] += 1
                continue
            self.answers[str(answer.status)] += 1
            if answer.status == HTTPStatus.ACCEPTED:
                self._jobs.append(_Job(player, answer.body["id"]))
            elif answer.status in _REFUSED:
                self._end.wait(_WAIT)

    def _status(self, job: _Job) -> str:
        answer = self._watch.send("GET", f"/variants/checks/{job.id}", None, job.player.headers)
        return str(accepted(answer).body["status"])

    def _wait_until(self, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > until:
                raise AssertionError(f"not checked within {_PATIENCE:g} s")
            time.sleep(_PAUSE)
