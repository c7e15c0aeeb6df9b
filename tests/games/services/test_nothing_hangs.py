"""Nothing ever hangs: whatever happens at a table, something goes on by itself, and a table that all have left ends.

The first law runs the rules and the clock without a database, for every variant, size of table and policy. The second
one runs the services on PostgreSQL.
"""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import bots, services, store
from games.clocks import Clock, Terms, agreed
from games.clocks.reckoning import Happened, after_all
from games.clocks.terms import Absence
from games.integrity.games import game_findings
from games.models import Game as GameRowModel
from games.rules.commands import ClaimBot, ClaimWin, ComeBack, Resign, StartGame, TakeSeat, TimeUp
from games.rules.events import GameOpened
from games.rules.fairness import commit
from games.rules.game import Game, Status
from games.rules.legality.absence import is_open
from games.rules.observation import observe
from games.rules.variants import KEYS, load
from games.services import Allowance
from games.services.drafts import Draft
from games.services.writing import header_of
from games.store import GameHeader, claims
from tests.games.services.claiming import play_bot
from tests.games.services.sitting import Sitting

BEGAN: Final = datetime(2026, 11, 24, 9, tzinfo=UTC)
GAME: Final = UUID("01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47")
SEED: Final = "5e" * 32
POLICIES: Final[tuple[Absence, ...]] = ("draw-pass", "bot", "remove")
MOST_ALONE: Final = 20_000
"""Sweeps after which a table that everybody has left must be over."""
MOST_MISSES: Final = 10
"""Turns of each player after which a table of several players that all have left must be over."""
STEPS: Final = ("move", "sweep", "sweep", "bot", "return", "win", "bot claim", "resign")


class Simulated:
    """A table with its clock and the time, but without a database."""

    def __init__(self, variant: str, seats: int, bot_seats: int, policy: Absence, turn: int) -> None:
        self.now = BEGAN
        pinned = load(variant)
        terms = Terms(clock=Allowance(turn, 2 * turn), absence=policy).pinned(seats)
        draft = Draft(GAME, Game(pinned.ruleset(seats, {})))
        commitment = commit(SEED, game=str(GAME), ruleset=pinned.hash, seats=seats)
        draft.emit(
            GameOpened(
                ruleset=pinned.hash, options={}, seats=seats, terms=terms, game=str(GAME), commitment=commitment,
                seed=SEED,
            )
        )  # fmt: skip
        self.players = range(seats - bot_seats)
        for seat in range(seats):
            player, bot = (str(UUID(int=seat + 1)), "") if seat in self.players else ("", "novice")
            draft.handle(TakeSeat(seat=seat, player=player, bot=bot, nonce=f"nonce {seat}"))
        draft.handle(StartGame())
        self.clock = Clock(allowance=agreed(terms))
        self.game = draft.game
        self._write(draft)

    @property
    def header(self) -> GameHeader:
        return header_of(self.game, self.clock, opened=self.written, now=self.written)

    @property
    def is_over(self) -> bool:
        return self.game.status is Status.OVER

    def handle(self, *commands: object) -> None:
        draft = Draft(GAME, self.game)
        for command in commands:
            draft.handle(command)  # type: ignore[arg-type]
        self._write(draft)

    def _write(self, draft: Draft) -> None:
        self.written = self.now
        self.clock = after_all(self.clock, [Happened(one.event, self.now) for one in draft.events])
        self.game = draft.game

    def sweep(self) -> None:
        """Let the time run out, and the clock move. A bot that is due first is dead."""
        header = self.header
        assert header.deadline is not None
        assert header.on_turn is not None
        self.now = max(self.now, header.deadline)
        self.handle(TimeUp(seat=header.on_turn))

    def step(self, step: str, chance: Random) -> None:
        seat = self.game.on_turn
        assert seat is not None
        player = chance.choice(self.players)
        match step:
            case "move":
                if (due := self.header.bot_due) is not None:
                    self.now = max(self.now, due)
                else:
                    self.now += timedelta(seconds=1)
                if (deadline := self.header.deadline) and self.now > deadline:
                    self.sweep()
                    return
                came_back = [ComeBack(seat=seat)] if self.header.bot_due is None and seat in self.game.absent else []
                self.handle(*came_back, bots.LEVELS["novice"](observe(self.game, seat), None, chance, bots.BUDGET))
            case "sweep":
                self.sweep()
            case "bot" if self.header.bot_due is not None:
                self.now = max(self.now, self.header.bot_due)
                self.handle(bots.LEVELS["novice"](observe(self.game, seat), None, chance, bots.BUDGET))
            case "return" if is_open(self.game, ComeBack(seat=player)):
                self.handle(ComeBack(seat=player))
            case "win" if is_open(self.game, ClaimWin(seat=player)):
                self.handle(ClaimWin(seat=player))
            case "bot claim" if is_open(self.game, ClaimBot(seat=player)):
                self.handle(ClaimBot(seat=player))
            case "resign" if player not in self.game.resigned and chance.random() < 0.1:
                self.handle(Resign(seat=player))
            case _:
                pass

    def goes_on(self) -> bool:
        """Return whether the game is over, or something is due in it at a time that is still to come."""
        header = self.header
        return self.is_over or (header.deadline is not None and header.deadline > self.written)


def sizes() -> st.SearchStrategy[tuple[str, int]]:
    return st.sampled_from(
        [(key, seats) for key in KEYS for seats in range(load(key).players.least, load(key).players.most + 1)]
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    size=sizes(), bot_share=st.integers(0, 2), policy=st.sampled_from(POLICIES), turn=st.sampled_from([60, 3600]),
    steps=st.lists(st.sampled_from(STEPS), max_size=60), seed=st.integers(0, 2**32),
)  # fmt: skip
def test_something_is_always_due_and_a_table_that_all_have_left_ends(  # noqa: PLR0913, PLR0917
    size: tuple[str, int], bot_share: int, policy: Absence, turn: int, steps: list[str], seed: int
) -> None:
    (variant, seats), chance = size, Random(seed)
    table = Simulated(variant, seats, min(bot_share, seats - 1), policy, turn)
    assert table.goes_on()

    for step in steps:
        if table.is_over:
            return
        table.step(step, chance)
        assert table.goes_on(), (step, table.header)

    # Now everybody has left, and only the clock and the bots go on.
    turns = [table.game.attendance[seat].turns for seat in table.players]
    for _ in range(MOST_ALONE):
        if table.is_over:
            break
        before = table.game.turn
        table.step("bot" if table.header.bot_due is not None else "sweep", chance)
        assert table.goes_on()
        assert table.game.turn > before
    assert table.is_over
    if len(table.players) > 1:
        assert all(table.game.attendance[seat].turns <= turns[seat] + MOST_MISSES for seat in table.players)


@pytest.mark.django_db
@settings(max_examples=8, deadline=None, suppress_health_check=[*HealthCheck])
@given(
    seats=st.integers(2, 4), policy=st.sampled_from(POLICIES),
    steps=st.lists(st.sampled_from([*STEPS, "lost claim"]), max_size=25), seed=st.integers(0, 2**32),
)  # fmt: skip
def test_nothing_hangs_in_the_services(seats: int, policy: Absence, steps: list[str], seed: int) -> None:
    table, chance = Sitting.of(seats, terms=Terms(clock=Allowance(60, 0), absence=policy)), Random(seed)

    for step in steps:
        if table.row.status == "over":
            break
        serve(table, step, chance)
        row = table.row
        assert row.status == "over" or (row.deadline and row.deadline > row.now) or row.bot_due

    for _ in range(400):
        if table.row.status == "over":
            break
        before = table.row.version
        serve(table, "bot" if table.row.bot_due else "sweep", chance)
        assert table.row.version > before
    assert table.row.status == "over"
    assert list(game_findings(table.game)) == []


def serve(table: Sitting, step: str, chance: Random) -> None:
    """Do one step by the services; nothing where it is not open."""
    row, game = table.row, table.state
    seat = chance.randrange(len(table.players))
    actor = str(table.players[seat])
    match step:
        case "move":
            table.move()
        case "sweep" if row.deadline is not None:
            table.age(row.deadline - row.now)
            assert services.resolve_late().done == 1
        case "bot" if row.bot_due is not None:
            GameRowModel.objects.filter(id=table.game).update(bot_due=store.now())
            assert play_bot()
        case "lost claim":  # a worker was killed between its claim and its work
            if row.bot_due is not None:
                GameRowModel.objects.filter(id=table.game).update(bot_due=store.now())
                assert claims.claim_bots(1)
                claims.forget()
                claims.release_all()
        case "return" if is_open(game, ComeBack(seat=seat)):
            table.move(ComeBack(seat=seat), turn=None, actor=actor)
        case "win" if is_open(game, ClaimWin(seat=seat)):
            table.move(ClaimWin(seat=seat), turn=None, actor=actor)
        case "bot claim" if is_open(game, ClaimBot(seat=seat)):
            table.move(ClaimBot(seat=seat), turn=None, actor=actor)
        case "resign" if seat not in game.resigned and chance.random() < 0.1:
            table.move(Resign(seat=seat), turn=None, actor=actor)
        case _:
            pass
