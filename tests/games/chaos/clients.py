"""Players who go on whatever the service does: what was not answered they send again under the same key."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Final

from games.client.api_client import new_key
from games.client.http import Answer, Json, Unreachable
from tests.benchmarks.ledger import PREFIX, Ledger, Sent
from tests.benchmarks.service import Player

_BUSY: Final = {429, 503}
_PAUSE: Final = 0.2
PATIENCE: Final = 120.0
"""Seconds in which every request is answered, also while everything is killed."""
_IDLES: Final = 0.15
"""How often a player lets their time run out."""
_PLANS: Final = 0.2
"""How often a player who waits makes a plan."""
_LEVELS: Final = ("novice", "clever", "expert")
_SEATED: Final = (5, 4, 1)
"""How often bots of each level are seated. An `expert` keeps a core busy while it thinks."""
_PROPOSES: Final = 0.05
"""How often a player proposes something."""
_PROPOSALS: Final = ("pause", "extend", "extend", "abandon")
_AGREES: Final = 0.8
_CLAIMS: Final = 0.3
"""How often a player claims what they can while the other one is absent."""
_LEAVES: Final = 0.01
"""How often a player goes on vacation."""
_ENDS: Final = 0.2
"""How often a player on vacation ends it, and how often one at a paused table wants to go on."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a game is like."""

    variant: str
    seats: int


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
    opened: list[str] = field(default_factory=list)
    """All games, the first ones first."""
    _running: dict[str, list[Player]] = field(default_factory=dict)
    _away: set[str] = field(default_factory=set)
    """Who is on vacation."""
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

    def _act(self, game: str, player: Player) -> None:
        table = _expect(self._ask(player, "GET", f"/games/{game}"), 200)
        if table["status"] == "over":
            self._running.pop(game, None)
            return
        for act in POLICY:
            if act(self, table, player):
                return

    def come_back(self, table: Json, player: Player) -> bool:
        """Come back, if *player* was absent."""
        if not table["you"]["may_return"] or self.random.random() < _IDLES:
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
        if table["on_turn"] != table["you"]["seat"] or self.random.random() < _IDLES or not table["you"]["moves"]:
            return False
        self._command(
            table, player, "moves", {"turn": table["turn"], "move": self.random.choice(table["you"]["moves"])}
        )
        return True

    def plan(self, table: Json, player: Player) -> bool:
        """Make a plan, if *player* is not on turn. Others may move meanwhile: then it is refused with 409."""
        if table["on_turn"] in (None, table["you"]["seat"]) or self.random.random() >= _PLANS:
            return False
        moves = [*table["you"]["hand"][:20], "accept", "draw", "pass"]
        body = {"deal": table["deal"], "moves": [{"move": move} for move in moves]}
        _expect(self._ask(player, "PUT", f"/games/{table['id']}/plan", body), 200, 409)
        return True

    def _command(self, table: Json, player: Player, what: str, body: Json, method: str = "POST") -> None:
        """Send a command until it is answered, and note the answer. What comes too late is refused with 409."""
        sent = Sent(table["id"], player.id, PREFIX + new_key())
        self.ledger.begin(sent)
        answer = self._ask(player, method, f"/games/{table['id']}/{what}", body, sent.key)
        _expect(answer, 200, 201, 409)
        if answer.status != 409:
            self.ledger.acknowledge(sent, answer)

    def _ask(self, player: Player, method: str, path: str, body: Json | None = None, key: str = "") -> Answer:
        """Return the first answer that is not 429 or 503."""
        headers = {**player.headers, "Idempotency-Key": key or new_key()} if key or method == "POST" else player.headers
        begun = time.monotonic()
        while True:
            assert time.monotonic() < begun + self.patience, f"{method} {path} is not answered"
            try:
                answer = player.http.send(method, path, body, headers)
            except Unreachable:
                self.ledger.note(Answer(0, {}, None))
            else:
                self.ledger.note(answer)
                if answer.status not in _BUSY:
                    self.ledger.waits.append(time.monotonic() - begun)
                    return answer
            time.sleep(_PAUSE)


def _expect(answer: Answer, *statuses: int) -> Json:
    """Return the body of *answer*. Raises AssertionError if its status is none of *statuses*."""
    assert answer.status in statuses, (answer.status, answer.body)
    body: Json = answer.body
    return body


POLICY: Final[tuple[Callable[[Party, Json, Player], bool], ...]] = (
    Party.rest, Party.come_back, Party.vote, Party.claim, Party.propose, Party.move, Party.plan,
)  # fmt: skip
"""What a player tries in turn, until one of them acts. Add here what players can do besides."""


def parties_of(
    players: Sequence[Player], ledger: Ledger, random: Random, bot_pause: int = 0, patience: float = PATIENCE
) -> list[Party]:
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
        )
        for number, one, other in zip(count(), players[::2], players[1::2], strict=False)
    ]
