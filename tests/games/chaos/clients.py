"""Players who go on whatever the service does: what was not answered they send again under the same key."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any, Final

from games.client.api_client import new_key
from games.client.http import Answer, Json, Unreachable
from tests.benchmarks.ledger import PREFIX, Ledger, Sent
from tests.benchmarks.service import Player
from tests.games.chaos.history import Call, Seen, clock

_MAYBE: Final = 503
"""After this status it is not certain that nothing was done: the connection may have broken at the COMMIT."""
_BUSY: Final = {429, _MAYBE}
_NONE: Final[Mapping[str, str]] = {}
_PAUSE: Final = 0.2
PATIENCE: Final = 120.0
"""Seconds in which every request is answered, also while everything is killed."""
_IDLES: Final = 0.15
"""How often a player lets the time for a turn run out."""
_STAYS_AWAY: Final = 0.15
_PLANS: Final = 0.3
"""How often a player who waits makes a plan."""
_LEVELS: Final = ("novice", "clever", "expert")
_SEATED: Final = (5, 4, 1)
"""How often bots of each level are seated. An `expert` keeps a core busy while it thinks."""
_PROPOSES: Final = 0.05
"""How often a player proposes something."""
_PROPOSALS: Final = ("pause", "pause", "extend", "extend", "abandon")
_AGREES: Final = 0.8
_CLAIMS: Final = 0.3
"""How often a player claims what they can while the other one is absent."""
_LEAVES: Final = 0.01
"""How often a player goes on vacation."""
_ENDS: Final = 0.2
"""How often a player on vacation ends it, and how often one at a paused table wants to go on."""
_DESERTS: Final = 0.1
"""How often whoever opens a game never comes back to it, so that the clock plays for them to the end."""
_REPEATS: Final = 0.2
"""How often a player sends an acknowledged command once more, under its key."""
_REPEATABLE: Final = 5
"""The number of their last commands of which a player repeats one."""
_STALE: Final = 0.05
"""How often a player answers the decision before the one that is due."""
_NEAR: Final = 0.2
"""How often a player waits until shortly before their deadline, or until shortly after it."""
_NEAREST: Final = (-0.5, 0.15)
"""The seconds after a deadline at which such a move is sent."""
_LONGEST_WAIT: Final = 1.5
"""Seconds for which they wait at most, since their other games wait meanwhile."""
_ASKS_FOR_CHANGES: Final = 0.5
"""How often a player says which table they have."""
_READS_FEED: Final = 0.2
_READS_AGAIN: Final = 0.4
"""How often a table is read as soon as somebody has acted there."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a game is like."""

    variant: str
    seats: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with all its repeats, and its answer."""

    answer: Answer
    began: float
    """When it was sent first, and below when it was sent last, by the clock of the history."""
    last: float
    ended: float
    unanswered: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a player has sent."""

    sent: Sent
    player: Player
    path: str
    method: str
    body: Json
    turn: int | None
    deadline: float | None


@dataclass(slots=True)
class Party:
    """Two players who sit at a few games at once, and open another one of the next kind where one is over."""

    players: tuple[Player, Player]
    kinds: Sequence[Kind]
    ledger: Ledger
    random: Random
    bot_pause: int = 0
    """Seconds that bots leave between two moves."""
    turns: Sequence[int] = (1, 2)
    """Seconds for a turn, one of which each game gets."""
    patience: float = PATIENCE
    """Seconds in which every request is answered, with all its repeats."""
    calls: list[Call] | None = None
    """Where the history is kept. Without it players only play: they repeat nothing, and send nothing too early or late.
    """
    opened: list[str] = field(default_factory=list)
    """All games, the first ones first."""
    _running: dict[str, list[Player]] = field(default_factory=dict)
    _away: set[str] = field(default_factory=set)
    """Who is on vacation."""
    _idles: dict[tuple[str, str], tuple[int, bool]] = field(default_factory=dict)
    """The last turn of each player in each game, and whether they let its time run out."""
    _deserted: set[str] = field(default_factory=set)
    _kept: dict[tuple[str, str], tuple[str, Json]] = field(default_factory=dict)
    """The last table that each player has read of each game, and its ETag."""
    _feeds: dict[str, int] = field(default_factory=dict)
    """Up to which version the feed of each game is read."""
    _done: deque[Command] = field(default_factory=lambda: deque(maxlen=_REPEATABLE))
    _next: int = 0

    def play(self, at_once: int, stopped: threading.Event) -> None:
        """Play until *stopped* is set."""
        while not stopped.is_set():
            while len(self._running) < at_once:
                self._open(self.kinds[self._next % len(self.kinds)])
                self._next += 1
            for game in list(self._running):
                for player in self._running.get(game, []):
                    self._act(game, player)
            stopped.wait(_PAUSE)

    def _open(self, kind: Kind) -> None:
        host, guest = self.players
        humans = self.random.choice([1, 2])
        bots = self.random.choices(_LEVELS, _SEATED, k=kind.seats - humans)
        terms = {
            "clock": {"turn": self.random.choice(self.turns), "bank": self.random.choice([0, 3])},
            "absence": self.random.choice(["draw-pass", "bot", "remove"]),
        }
        body = {"variant": kind.variant, "seats": kind.seats, "bots": bots, "bot_pause": self.bot_pause, **terms}
        game = str(_expect(self._ask(host, "POST", "/games", body), 201)["id"])
        if humans > 1:
            _expect(self._ask(guest, "POST", f"/games/{game}/seats", {}), 200, 201)
        self._running[game] = [host, guest][:humans]
        self.opened.append(game)
        if self.calls is not None and self.random.random() < _DESERTS:
            self._deserted.add(game)

    def _act(self, game: str, player: Player) -> None:
        table = self._read(game, player)
        if self.calls is not None and self.random.random() < _READS_FEED:
            self._read_feed(game, player, self.calls)
        if table["status"] == "over":
            self._running.pop(game, None)
            return
        if game in self._deserted and player is self.players[0]:
            return
        if any(act(self, table, player) for act in POLICY) and self.calls is not None:
            for reader in self._running[game]:
                if self.random.random() < _READS_AGAIN:
                    self._read(game, reader)

    def _read(self, game: str, player: Player) -> Json:
        """Return the table as it is now."""
        etag, kept = self._kept.get((game, player.id), ("", None))
        asks = self.calls is not None and kept is not None and self.random.random() < _ASKS_FOR_CHANGES
        asked = self._send(player, "GET", f"/games/{game}", headers={"If-None-Match": etag} if asks else {})
        if asked.answer.status == 304 and kept is not None:
            # An outage may have moved the deadline meanwhile, but nobody has read that.
            self._note(player, game, "", asked, seen=replace(_seen(kept), deadline=None), began=asked.last)
            return kept
        table = _expect(asked.answer, 200)
        self._kept[game, player.id] = asked.answer.headers.get("etag", ""), table
        self._note(player, game, "", asked, seen=_seen(table), began=asked.last)
        return table

    def _read_feed(self, game: str, player: Player, calls: list[Call]) -> None:
        """Read the events after the last one that is known."""
        after = self._feeds.get(game, 0)
        asked = self._send(player, "GET", f"/games/{game}/events?after={after}")
        page = _expect(asked.answer, 200)
        versions = tuple(one["version"] for one in page["items"])
        self._feeds[game] = max(versions, default=after)
        calls.append(
            Call(
                player=player.id, game=game, what="events", began=asked.last, ended=asked.ended, status=200,
                versions=versions, after=after, is_whole=page["next_cursor"] is None,
            )
        )  # fmt: skip

    def come_back(self, table: Json, player: Player) -> bool:
        """Come back, if *player* was absent."""
        if not table["you"]["may_return"] or self.random.random() < _STAYS_AWAY:
            return False
        self._command(table, player, "return", {})
        return True

    def rest(self, table: Json, player: Player) -> bool:
        """Go on vacation, or end it. Moves are possible meanwhile."""
        if player.id in self._away:
            if self.random.random() < _ENDS:
                _expect(self._ask(player, "DELETE", "/me/vacation"), 204)
                self._away.remove(player.id)
        elif self.random.random() < _LEAVES:
            until = datetime.fromisoformat(table["server_time"]) + timedelta(days=1)
            answer = self._ask(player, "PUT", "/me/vacation", {"until": until.isoformat()})
            _expect(answer, 200, 422)  # fourteen vacations use up the budget of a year
            self._away |= {player.id} if answer.status == 200 else set()
        return False

    def vote(self, table: Json, player: Player) -> bool:
        """Vote, if something is proposed."""
        proposal = table["proposal"]
        if proposal is None or table["you"]["seat"] not in proposal["missing"]:
            return False
        agrees = self.random.random() < _AGREES
        self._command(table, player, f"proposals/{proposal['number']}/vote", {"agrees": agrees}, method="PUT")
        return True

    def claim(self, table: Json, player: Player) -> bool:
        """Claim the win or a bot, while the other player is absent."""
        claims = table["you"]["claims"]
        if not claims or self.random.random() >= _CLAIMS:
            return False
        self._command(table, player, "claims", {"kind": self.random.choice(claims)})
        return True

    def propose(self, table: Json, player: Player) -> bool:
        """Propose something, or that a pause ends."""
        is_paused = any(pause["reason"] == "vote" for pause in table["pauses"])
        if table["proposal"] or self.random.random() >= (_ENDS if is_paused else _PROPOSES):
            return False
        kind = "resume" if is_paused else self.random.choice(_PROPOSALS)
        self._command(table, player, "proposals", {"kind": kind})
        return True

    def move(self, table: Json, player: Player) -> bool:
        """Move, if *player* is on turn and does not let their time run out."""
        turn, place = table["turn"], (table["id"], player.id)
        if table["on_turn"] != table["you"]["seat"] or not table["you"]["moves"]:
            return False
        if self._idles.get(place, (-1, False))[0] != turn:
            self._idles[place] = turn, self.random.random() < _IDLES
        if self._idles[place][1]:
            return False
        if self.calls is not None:
            turn -= turn > 0 and self.random.random() < _STALE
            self._wait_for_deadline(table)
        self._command(table, player, "moves", {"turn": turn, "move": self.random.choice(table["you"]["moves"])})
        return True

    def _wait_for_deadline(self, table: Json) -> None:
        """Wait, at times, until the deadline is near."""
        deadline = _seen(table).deadline
        left = 0.0 if deadline is None else deadline + self.random.uniform(*_NEAREST) - clock()
        if 0 < left < _LONGEST_WAIT and self.random.random() < _NEAR:
            time.sleep(left)

    def plan(self, table: Json, player: Player) -> bool:
        """Make a plan, if *player* is not on turn. Others may move meanwhile: then it is refused with 409."""
        if table["on_turn"] in (None, table["you"]["seat"]) or self.random.random() >= _PLANS:
            return False
        moves = [*table["you"]["hand"][:20], "accept", "draw", "pass"]
        body = {"deal": table["deal"], "moves": [{"move": move} for move in moves]}
        path = f"/games/{table['id']}/plan"
        put = self._send(player, "PUT", path, body)
        _expect(put.answer, 200, 409)
        if self.calls is not None and put.answer.status == 200:
            got = self._send(player, "GET", path)
            is_kept = got.answer.status == 200 and len(got.answer.body["moves"]) == len(moves)
            code = "" if is_kept else "gone"
            self._note(player, table["id"], "plan", got, began=put.last, code=code)
        return True

    def _command(self, table: Json, player: Player, what: str, body: Json, method: str = "POST") -> None:
        """Send a command until it is answered, and note the answer. What comes too late is refused with 409."""
        sent = Sent(table["id"], player.id, PREFIX + new_key())
        self.ledger.begin(sent)
        path, turn = f"/games/{table['id']}/{what}", body.get("turn")
        command = Command(sent, player, path, method, body, turn, None if turn is None else _seen(table).deadline)
        self._send_command(command)
        if self.calls is not None and self._done and self.random.random() < _REPEATS:
            self._send_command(self.random.choice(self._done), is_repeated=True)

    def _send_command(self, command: Command, *, is_repeated: bool = False) -> None:
        asked = self._send(command.player, command.method, command.path, command.body, command.sent.key)
        answer = asked.answer
        is_done = answer.status < 300
        body = answer.body if isinstance(answer.body, dict) else {}
        table, code = body.get("table"), str(body.get("code", ""))
        self._note(
            command.player, command.sent.game, command.path.rpartition("/")[2], asked,
            seen=_seen(table) if table else None, code=code, key=command.sent.key,
            versions=tuple(event["version"] for event in answer.body["events"]) if is_done else (),
            turn=command.turn, deadline=command.deadline,
        )  # fmt: skip
        if is_repeated and not is_done:
            self.ledger.fault(f"refused when it was repeated: {command.sent} got {answer.status} {code}")
            return
        _expect(answer, 200, 201, 409)
        if is_done:
            self.ledger.acknowledge(command.sent, answer)
            if not is_repeated:
                self._done.append(command)

    def _note(self, player: Player, game: str, what: str, asked: Asked, *, began: float = 0.0, **more: Any) -> None:
        """Note a request in the history, if there is one."""
        if self.calls is not None:
            self.calls.append(
                Call(
                    player=player.id, game=game, what=what, began=began or asked.began, ended=asked.ended,
                    status=asked.answer.status, unanswered=asked.unanswered,
                    replayed="idempotency-replayed" in asked.answer.headers, **more,
                )
            )  # fmt: skip

    def _ask(self, player: Player, method: str, path: str, body: Json | None = None) -> Answer:
        """Return the first answer that is not 429 or 503."""
        return self._send(player, method, path, body).answer

    def _send(  # noqa: PLR0913, PLR0917 - the parts of a request
        self, player: Player, method: str, path: str, body: Json | None = None, key: str = "",
        headers: Mapping[str, str] = _NONE,
    ) -> Asked:  # fmt: skip
        """Send a request until it is answered by something else than 429 or 503."""
        given = {**player.headers, **headers}
        if key or method == "POST":
            given["Idempotency-Key"] = key or new_key()
        begun, unanswered = clock(), 0
        while True:
            assert clock() < begun + self.patience, f"a request hangs: {method} {path}"
            last = clock()
            try:
                answer = player.http.send(method, path, body, given)
            except Unreachable:
                self.ledger.note(Answer(0, {}, None))
                unanswered += 1
            else:
                ended = clock()
                self.ledger.note(answer)
                if answer.status not in _BUSY:
                    self.ledger.waits.append(ended - begun)
                    return Asked(answer, begun, last, ended, unanswered)
                unanswered += answer.status == _MAYBE
            time.sleep(_PAUSE)


def _seen(table: Json) -> Seen:
    deadline = table["deadline"]
    return Seen(
        game=table["id"], version=table["version"], turn=table["turn"], on_turn=table["on_turn"],
        deadline=None if deadline is None else datetime.fromisoformat(deadline).timestamp(),
    )  # fmt: skip


def _expect(answer: Answer, *statuses: int) -> Json:
    """Return the body of *answer*. Raises AssertionError if its status is none of *statuses*."""
    assert answer.status in statuses, f"an answer {answer.status}: {answer.body}"
    body: Json = answer.body
    return body


POLICY: Final[tuple[Callable[[Party, Json, Player], bool], ...]] = (
    Party.rest, Party.come_back, Party.vote, Party.claim, Party.propose, Party.move, Party.plan,
)  # fmt: skip
"""What a player tries in turn, until one of them acts. Add here what players can do besides."""


def parties_of(  # noqa: PLR0913, PLR0917 - all that makes a party
    players: Sequence[Player], ledger: Ledger, random: Random, bot_pause: int = 0, patience: float = PATIENCE,
    calls: list[Call] | None = None,
) -> list[Party]:  # fmt: skip
    """Let *players* sit in pairs; together they open games of each variant and size, with bots that pause so long."""
    listed = players[0].get("/variants").body["items"]
    kinds = [
        Kind(one["key"], seats)
        for one in listed
        for seats in range(one["players"]["least"], one["players"]["most"] + 1)
    ]
    random.shuffle(kinds)
    return [
        Party(
            (one, other),
            kinds[number :: len(players) // 2],
            ledger,
            Random(random.random()),
            bot_pause,
            patience=patience,
            calls=calls,
        )
        for number, one, other in zip(count(), players[::2], players[1::2], strict=False)
    ]
