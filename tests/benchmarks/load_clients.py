"""The clients of the load test. They cut connections, repeat moves, send moves too late, and send bad requests."""

import json
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final

from games.client.api_client import new_key
from games.client.http import Answer, HttpClient, Json, Unreachable
from tests.benchmarks.fuzz import BAD_REQUESTS
from tests.benchmarks.ledger import PREFIX, Ledger, Sent
from tests.benchmarks.service import Player

SEATS: Final = 4
_IDLE_SECONDS: Final = 1.0
_LAST_SECONDS: Final = 30
"""How long a client asks for the answer of a move that was on its way when the time was over."""


class CuttingHttpClient(HttpClient):
    """An HTTP client that can drop the connection before the answer."""

    def cut(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        """Send a request, and close the connection."""
        with suppress(OSError):
            self._connection.request(method, f"/api/v1{path}", body, headers)
        self.close()


class Party:
    """Clients at the same table, and at the next one when its game is over."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.game = ""
        self._version, self._on_turn = 0, None
        self._changed = threading.Condition()

    def open(self, after: str) -> None:
        """Make the next game, unless another client has made it already."""
        with self._changed:
            if self.game != after:
                return
            host, *guests = self.players
            made = host.post("/games", {"variant": "crazy_eights", "seats": SEATS}).body["id"]
            for guest in guests:
                guest.post(f"/games/{made}/seats", {})
            self.game, self._version, self._on_turn = made, 0, None
            self._changed.notify_all()

    def hear(self, table: Json) -> None:
        """Take over a table that one of the clients has seen."""
        with self._changed:
            if table["id"] == self.game and table["version"] > self._version:
                self._version, self._on_turn = table["version"], table["on_turn"]
                self._changed.notify_all()

    def await_turn(self, seat: int) -> bool:
        """Wait up to a second until *seat* is on turn. Return whether it is, as far as the party knows."""
        with self._changed:
            return self._changed.wait_for(lambda: self._on_turn in {None, seat}, _IDLE_SECONDS)


class Client(threading.Thread):
    """A client that plays, and misbehaves now and then."""

    def __init__(self, party: Party, seat: int, ledger: Ledger, until: float, rng: Random) -> None:
        super().__init__(daemon=True)
        self._party, self._seat, self._ledger, self._until, self._rng = party, seat, ledger, until, rng
        self._player = party.players[seat]
        self._http = CuttingHttpClient(self._player.http.url, agent="maumau-load-test")
        self._table: Json = {}
        self._etag = ""
        self._last: tuple[str, Json] | None = None

    def run(self) -> None:
        """Act until the time is over. Whatever ends the client early is a fault."""
        try:
            while time.monotonic() < self._until:
                self._act()
        except Exception as error:  # noqa: BLE001 - it is reported
            self._ledger.fault(f"a client ended: {error!r}")
        finally:
            self._http.close()

    def _act(self) -> None:
        """Send one bad request in twenty; otherwise fetch the table, and move if it is this seat's turn."""
        if self._rng.random() < 0.05:
            return self._misbehave()
        # One time in ten a client fetches the table although it is not on turn.
        if not self._party.await_turn(self._seat) and self._rng.random() < 0.9:
            return None
        game = self._party.game
        known = {"If-None-Match": self._etag} if self._table.get("id") == game else {}
        answer = self._ask("GET", f"/games/{game}", headers=known)
        if answer.status == 200:
            self._table, self._etag = answer.body, answer.headers["etag"]
            self._party.hear(self._table)
        if self._table["status"] != "playing":
            return self._party.open(self._table["id"])
        if self._table["on_turn"] == self._seat:
            return self._play()
        return None

    def _play(self) -> None:
        """Make a random move: now and then cut off, sent twice at once, or repeated after its answer."""
        game, move = self._table["id"], self._rng.choice(self._table["you"]["moves"])
        body = {"turn": self._table["turn"], "move": move}
        sent = Sent(game, self._player.id, PREFIX + new_key())
        self._ledger.begin(sent)
        self._last = (sent.key, body)
        path, roll = f"/games/{game}/moves", self._rng.random()
        if roll < 0.05:
            self._http.cut(
                "POST", path, json.dumps(body).encode(), {**self._headers(sent.key), "Content-Type": "application/json"}
            )
        elif roll < 0.10:
            other = Client(self._party, self._seat, self._ledger, self._until, self._rng)
            twin = threading.Thread(target=lambda: self._take(sent, other._ask("POST", path, body, sent.key)))
            twin.start()
            self._take(sent, self._ask("POST", path, body, sent.key))
            twin.join()
            other._http.close()
        for _ in range(1 + (roll > 0.95)):
            self._take(sent, self._ask("POST", path, body, sent.key))

    def _take(self, sent: Sent, answer: Answer) -> None:
        if answer.status == 201:
            self._ledger.acknowledge(sent, answer)
            if "etag" in answer.headers:  # a repeated answer has none: its table is an old one
                self._table, self._etag = answer.body["table"], answer.headers["etag"]
            self._party.hear(answer.body["table"])
        elif answer.status not in {409, 429, 503}:
            self._ledger.fault(f"{answer.status} for a legal move: {answer.body}")

    def _misbehave(self) -> None:
        """Send a request that must be refused. Nothing of it may be stored."""
        if self._table and self._table["status"] == "playing":
            bad = self._rng.choice(BAD_REQUESTS)(self._table, self._last)
            headers = {**self._headers(bad.key or PREFIX + new_key()), **bad.headers}
            if bad.key is None:
                del headers["Idempotency-Key"]
            with suppress(Unreachable):
                self._ledger.note(self._http.send("POST", bad.path, bad.body, headers), bad.expected)

    def _ask(
        self, method: str, path: str, body: Json | None = None, key: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """Return the answer to a request, sent again after 429, 503 or no answer until some time after the end."""
        while True:
            try:
                answer = self._ledger.note(
                    self._http.send(method, path, body, {**self._headers(key), **(headers or {})})
                )
            except Unreachable:
                if time.monotonic() > self._until + _LAST_SECONDS:
                    raise
                time.sleep(0.2)
                continue
            if answer.status not in {429, 503} or time.monotonic() > self._until + _LAST_SECONDS:
                return answer
            time.sleep(min(float(answer.headers.get("retry-after", "1")), 5.0))

    def _headers(self, key: str) -> dict[str, str]:
        return {**self._player.headers, **({"Idempotency-Key": key} if key else {})}
