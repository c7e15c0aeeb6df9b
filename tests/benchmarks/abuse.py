"""Authors who mean harm: they send rulesets that are dear to judge, one after the other, while others play."""

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
"""Seconds in which everything that was ordered is judged, on any machine."""
_PAUSE: Final = 0.2
_REFUSED: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
_WAIT: Final = 1.0
"""Seconds until who was refused comes again: here it counts what judging costs; rate limits are for floods."""

_SMALL: Final[dict[str, Any]] = {
    "key": "annas-game",
    "name": "Anna's Game",
    "players": {"least": 2, "most": 4},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
    "wild": {"suit": "J"},
}
_ENDLESS: Final = {**_SMALL, "out": {"illegal": "any"}}
"""Nobody can go out."""
_GIANT: Final = {
    **_SMALL,
    "players": {"least": 2, "most": 15},
    "deck": {"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "jokers": 8, "count": {"2": 20}},
    "deal": {"size": {"2": 20}},
    "wild": {"suit": "any"},
}
"""As many cards as may be, each with every suit to choose: its deals end, slowly."""
_CLOCKS: Final = {
    **_GIANT,
    "out": {"illegal": "any"},
    "score": {"to": "losers", "values": {"7": 1}},
    "game": {"end": "to", "at": 10_000},
}
"""A game in which time runs out at every move, and goes on."""
_EXAMPLES: Final = [
    {"name": str(number), "hands": ["7S 8S 9S", "9H 9D"], "up_card": "7H", "moves": ["clock"] * 300, "then": {}}
    for number in range(20)
]
"""As many as a body holds."""
REQUESTS: Final = (
    ("/variants/check", {"ruleset": _CLOCKS, "examples": _EXAMPLES}),
    ("/variants/check?deals=1000", {"ruleset": _ENDLESS}),
    ("/variants", {"ruleset": _GIANT}),
)
HARMLESS: Final = (("/variants/check?deals=1", {"ruleset": _SMALL}),)
"""For a smoke run."""


class _Order(NamedTuple):
    """A judgement that somebody ordered."""

    player: Player
    id: str


@dataclass(slots=True)
class Attack:
    """Attackers with an account each. They post while the block runs; it ends when all that they ordered is judged."""

    attackers: Sequence[Player]
    requests: Sequence[tuple[str, dict[str, Any]]] = REQUESTS
    answers: Counter[str] = field(default_factory=Counter)
    """Of all blocks, by status."""
    longest: float = 0.0
    """Seconds that it took at most, after the attackers had stopped, until everything was judged."""
    _orders: list[_Order] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)
    _watch: HttpClient = field(init=False)

    def __post_init__(self) -> None:
        self._watch = HttpClient(self.attackers[0].http.url)

    def __enter__(self) -> Self:
        self._end.clear()
        self._orders.clear()
        self._threads = [
            threading.Thread(target=self._post, args=(player, first), daemon=True)
            for first, player in enumerate(self.attackers)
        ]
        for thread in self._threads:
            thread.start()
        self._await_that(lambda: any(self._status(order) != "waiting" for order in [*self._orders]))
        return self

    def __exit__(self, *error: object) -> None:
        self._end.set()
        begun = time.perf_counter()
        for thread in self._threads:
            thread.join()
        self._await_that(lambda: all(self._status(order) == "done" for order in self._orders))
        self.longest = max(self.longest, time.perf_counter() - begun)

    def __str__(self) -> str:
        told = ", ".join(f"{number} x {status}" for status, number in sorted(self.answers.items()))
        return f"its senders were told {told}; all was judged {self.longest:.0f} s later"

    def _post(self, player: Player, first: int) -> None:
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
                self._orders.append(_Order(player, answer.body["id"]))
            elif answer.status in _REFUSED:
                self._end.wait(_WAIT)

    def _status(self, order: _Order) -> str:
        answer = self._watch.send("GET", f"/variants/check/{order.id}", None, order.player.headers)
        return str(accepted(answer).body["status"])

    def _await_that(self, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > until:
                raise AssertionError(f"not judged within {_PATIENCE:g} s")
            time.sleep(_PAUSE)
