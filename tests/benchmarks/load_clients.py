"""A crowd of clients, some of them rude: they cut connections, repeat themselves, come too late, and send rubbish."""

import json
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final

from games.client.api_client import new_key
from games.client.http import Answer, HttpClient, Json, Unreachable
from tests.benchmarks.fuzz import RUBBISH
from tests.benchmarks.ledger import PREFIX, Ledger, Sent
from tests.benchmarks.service import Player

SEATS: Final = 4
_IDLE_SECONDS: Final = 1.0
_LAST_SECONDS: Final = 30
"""How long a client goes on to ask for the answer of a move that is on its way when the time is over."""


class Rude(HttpClient):
    """A connection that may be dropped while the answer is on its way."""

    def cut(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        """Send a request, and hang up."""
        with suppress(OSError):
            self._connection.request(method, f"/api/v1{path}", body, headers)
        self.close()


class Party:
    """Clients who sit at the same table, and at the next one when its game is over."""

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
        """Take over what one of them has seen."""
        with self._changed:
            if table["id"] == self.game and table["version"] > self._version:
                self._version, self._on_turn = table["version"], table["on_turn"]
                self._changed.notify_all()

    def await_turn(self, seat: int) -> bool:
        """Return whether *seat* must act, as far as they know; wait a moment for it."""
        with self._changed:
            return self._changed.wait_for(lambda: self._on_turn in {None, seat}, _IDLE_SECONDS)


class Client(threading.Thread):
    """One of the crowd: plays, and misbehaves now and then."""

    def __init__(self, party: Party, seat: int, ledger: Ledger, until: float, rng: Random) -> None:
        super().__init__(daemon=True)
        self._party, self._seat, self._ledger, self._until, self._rng = party, seat, ledger, until, rng
        self._player = party.players[seat]
        self._http = Rude(self._player.http.url, agent="maumau-hammer")
        self._table: Json = {}
        self._etag = ""
        self._last: tuple[str, Json] | None = None

    def run(self) -> None:
        """Act until the time is over."""
        try:
            while time.monotonic() < self._until:
                self._act()
        except Exception as error:  # noqa: BLE001 - whatever ends a client must be told
            self._ledger.fault(f"a client ended: {error!r}")
        finally:
            self._http.close()

    def _act(self) -> None:
        if self._rng.random() < 0.05:
            return self._misbehave()
        if not self._party.await_turn(self._seat) and self._rng.random() < 0.9:
            return None
        self._look()
        if self._table["status"] != "playing":
            return self._party.open(self._table["id"])
        if self._table["on_turn"] == self._seat:
            return self._play()
        return None

    def _look(self) -> None:
        game = self._party.game
        known = {"If-None-Match": self._etag} if self._table.get("id") == game else {}
        answer = self._ask("GET", f"/games/{game}", headers=known)
        if answer.status == 200:
            self._table, self._etag = answer.body, answer.headers["etag"]
            self._party.hear(self._table)

    def _play(self) -> None:
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
            self._twice_at_once(path, body, sent)
        for _ in range(1 + (roll > 0.95)):  # some ask again although they were told
            self._take(sent, self._ask("POST", path, body, sent.key))

    def _twice_at_once(self, path: str, body: Json, sent: Sent) -> None:
        """Send the same move over a second connection at the same moment."""
        other = Client(self._party, self._seat, self._ledger, self._until, self._rng)
        twin = threading.Thread(target=lambda: self._take(sent, other._ask("POST", path, body, sent.key)))
        twin.start()
        self._take(sent, self._ask("POST", path, body, sent.key))
        twin.join()
        other._http.close()

    def _take(self, sent: Sent, answer: Answer) -> None:
        if answer.status == 201:
            self._ledger.acknowledge(sent, answer)
            if "etag" in answer.headers:  # a repetition tells the table of then
                self._table, self._etag = answer.body["table"], answer.headers["etag"]
            self._party.hear(answer.body["table"])
        elif answer.status not in {409, 429, 503}:
            self._ledger.fault(f"{answer.status} for a legal move: {answer.body}")

    def _misbehave(self) -> None:
        """Send something that must be refused; nothing of it may be stored."""
        if self._table and self._table["status"] == "playing":
            rude = self._rng.choice(RUBBISH)(self._table, self._last)
            headers = {**self._headers(rude.key or PREFIX + new_key()), **rude.headers}
            if rude.key is None:
                del headers["Idempotency-Key"]
            with suppress(Unreachable):
                self._ledger.note(self._http.send("POST", rude.path, rude.body, headers), rude.expected)

    def _ask(
        self, method: str, path: str, body: Json | None = None, key: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """Return the answer, which is waited for beyond the end of the time; 429 and 503 are asked again."""
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
