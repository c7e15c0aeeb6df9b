"""Whole games in memory, by the service's own drafts and chance, and the feeds that it would tell of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from msgspec import to_builtins

from games.api.history.fairness import disclosure_of
from games.api.tables.feed import read_by
from games.clocks import Terms
from games.log.hash_chain import GENESIS
from games.log.stored_event import Source, StoredEvent, chain
from games.rules import commands
from games.rules.commands import Command
from games.rules.events import GameOpened
from games.rules.fairness import NonceSource, commit, house_nonce, seal
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.notation import Happening
from games.rules.ruleset import OptionValue
from games.rules.variants import load
from games.services.drafts import Draft

BEGIN: Final = datetime(2026, 11, 21, 9, tzinfo=UTC)
PATIENCE: Final = 150
"""After so many decisions seats give up one by one, which ends a game too."""


@dataclass
class Whole:
    """A game, played by random moves; each command is recorded *pause* after the one before."""

    variant: str
    seats: int
    number: int = 1
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    pause: timedelta = timedelta(seconds=7)
    draft_type: type[Draft] = Draft
    """With the chance that the house plays with."""
    sealed: bool = False
    nonces: tuple[str, ...] | None = None
    """By seats; the house gives those of the last seats. By default every seat gives one."""
    seed: str = ""
    """In hexadecimal digits; by default it follows from the number."""
    log: list[StoredEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(f"{self.variant}/{self.seats}/{self.number}")
        self.id = UUID(int=self.random.getrandbits(128) & ~(0xF << 76) | 0x7 << 76)
        pinned, seed = load(self.variant), self.seed or f"{self.number:064x}"
        rules = pinned.ruleset(self.seats, self.options)
        self.draft = self.draft_type(self.id, Game(rules))
        commitment = commit(seed, game=str(self.id), ruleset=pinned.hash, seats=self.seats)
        self.draft.emit(GameOpened(ruleset=pinned.hash, options=rules.options, seats=self.seats, game=str(self.id),
                                   terms=Terms(sealed=self.sealed).pinned(self.seats),
                                   commitment=commitment, seed=seed))  # fmt: skip
        own = [f"nonce {seat}" for seat in range(self.seats)] if self.nonces is None else self.nonces
        for seat, nonce in enumerate(own):
            taken = commands.TakeSeat(seat=seat, player=f"player {seat}", nonce=nonce)
            self.draft.handle(replace(taken, nonce="", seal=seal(nonce)) if self.sealed else taken)
        for seat in range(len(own), self.seats):
            house = house_nonce(seed, seat)
            self.draft.handle(commands.TakeSeat(seat=seat, bot="novice", nonce=house, nonce_source=NonceSource.HOUSE))
        if self.sealed:
            self.open_nonces(own)
        self.draft.handle(commands.StartGame())
        self.record(self.draft.events)

    def open_nonces(self, own: Sequence[str]) -> None:
        """Open the nonces that the first seats have sealed."""
        for seat, nonce in enumerate(own):
            self.draft.handle(commands.OpenNonce(seat=seat, nonce=nonce))

    def do(self, command: Command) -> "Whole":
        """Carry out a command, and record what it set off."""
        before = len(self.draft.events)
        self.draft.handle(command)
        self.record(self.draft.events[before:])
        return self

    def record(self, happened: Iterable[Happening]) -> None:
        at = self.log[-1].recorded_at + self.pause if self.log else BEGIN
        before = self.log[-1].hash if self.log else GENESIS
        source = Source(stream=self.id, actor="test", key=None, at=at)
        self.log += chain(happened, source=source, version=len(self.log), before=before)

    def play(self) -> "Whole":
        """Play to the end."""
        for number in range(10 * PATIENCE):
            if self.draft.game.status == Status.OVER:
                break
            self.do(self._next(number))
        return self

    def _next(self, number: int) -> Command:
        game = self.draft.game
        seat = game.on_turn
        assert seat is not None
        left = [one for one in range(self.seats) if one not in game.resigned]
        if number > PATIENCE or (number > 20 and self.random.random() < 0.01):
            return commands.Resign(seat=self.random.choice(left))
        if self.random.random() < 0.04:
            return commands.TimeUp(seat=seat)
        return self.random.choice(legal_moves(game, seat))

    def feed(self, viewer: int | None = None) -> list[dict[str, Any]]:
        return read_by(self.log, viewer, over=self.draft.game.status == Status.OVER)

    @property
    def fairness(self) -> dict[str, Any]:
        """What `/fairness` answers."""
        return {
            "game": str(self.id),
            "status": str(self.draft.game.status),
            **to_builtins(disclosure_of(self.feed())._asdict()),
            "ruleset": load(self.variant).content.decode(),
        }
