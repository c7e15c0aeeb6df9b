"""A bot's turn: due, played once, by what it sees, and never left standing."""

from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from random import Random
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import bots, loops, services, store, tasks
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.bots.remembering import remember
from games.integrity.games import game_findings
from games.log.read import event_of, read
from games.log.stored_event import StoredEvent
from games.models import Claim as ClaimRow
from games.rules.commands import Move, Pass
from games.rules.observation import Observation, seen_by
from games.services import Allowance, Terms, memories
from games.services.due import try_bot
from games.services.playing import answer, think
from games.store import claims
from tests.games.integrity.planting import make_older
from tests.games.services.claiming import play_bot
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
AT_ONCE = Terms(bot_pause=0)


def bots_alone(*levels: str, terms: Terms = AT_ONCE) -> Sitting:
    game = services.open_game(player=None, variant="mau_mau", seats=len(levels), bots=levels, terms=terms)
    return Sitting(game, ())


def decisions(table: Sitting) -> list[StoredEvent]:
    """What was recorded of decisions: they have keys."""
    return [one for one in read(table.game) if one.key]


def test_bots_play_a_whole_game_by_the_tasks_alone() -> None:
    table = bots_alone("clever", "novice", "clever")

    while table.row.status == "playing":
        before = table.row.version
        tasks.bots()
        assert table.row.version > before

    assert {one.actor for one in decisions(table)} == {"bot:0", "bot:1", "bot:2"}
    assert not list(game_findings(table.game))
    assert not claims.claim_bots(1)


def test_a_claim_that_another_has_worked_off_does_nothing() -> None:
    table = bots_alone("clever", "novice", terms=Terms(bot_pause=10))
    make_older(table.game, timedelta(seconds=11))
    (claim,) = claims.claim_bots(1)
    assert try_bot(claim)
    version = table.row.version

    assert not try_bot(claim)
    assert not try_bot(replace(claim, key=str(UUID(int=7))))
    assert table.row.version == version


def test_a_bot_waits_for_its_pause() -> None:
    bots_alone("clever", "novice", terms=Terms(bot_pause=60))

    assert not play_bot()
    assert 50 < (claims.next_bot() or 0) <= 60


def test_the_seat_of_a_player_is_not_played() -> None:
    table = Sitting.of(2)

    assert think(table.game) is None
    assert not play_bot()


def fails(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:  # noqa: ARG001
    raise RuntimeError("out of ideas")


def cheats(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:  # noqa: ARG001
    assert observation.viewer is not None
    return Pass(seat=observation.viewer)


@pytest.mark.parametrize("broken", [fails, cheats])
def test_a_bot_that_fails_is_replaced_by_clever(broken: bots.Bot) -> None:
    table = bots_alone("novice", "novice")

    assert play_bot(levels={**bots.LEVELS, "novice": broken})

    assert decisions(table)[0].type in ("cards-played", "cards-drawn")


@pytest.mark.parametrize("broken", [fails, cheats])
def test_where_all_fail_the_default_move_is_made(broken: bots.Bot) -> None:
    table = bots_alone("novice", "clever")

    assert play_bot(levels={"novice": broken, "clever": broken})

    assert decisions(table)[0].actor.startswith("bot:")


def test_the_driver_speaks_for_bots_too_when_nobody_plays_them() -> None:
    table = bots_alone("clever", "novice", terms=Terms(clock=Allowance(60, 0), bot_pause=0))
    table.age(timedelta(minutes=2))

    loops.clock()

    assert "time-ran-out" in [one.type for one in read(table.game)]


def test_what_was_thought_before_the_game_moved_on_is_dropped() -> None:
    table = bots_alone("clever", "novice")

    def is_overtaken(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:
        tasks.bots()
        return bots.LEVELS["clever"](observation, memory, rng, budget)

    thought = think(table.game)
    assert thought is not None
    assert play_bot()
    version = table.row.version
    with transaction.atomic():
        row = store.lock(table.game)
        assert row
        assert not answer(row, thought)

    # The same in a worker: another one moves while it thinks. Its claim is given back.
    claim = next(iter(claims.claim_bots(1)))
    ClaimRow.objects.all().delete()
    assert not try_bot(claim, levels=dict.fromkeys(bots.LEVELS, is_overtaken))
    made = [key for key, _ in groupby((one.actor, one.key) for one in decisions(table))]
    assert len(made) == len(set(made))
    assert table.row.version > version


def test_bots_that_think_are_claimed_apart() -> None:
    slow, fast = bots_alone("clever", "clever"), bots_alone("novice", "novice")
    (at_once_,) = claims.claim_bots(5, thinking={"clever"})
    (thinking,) = claims.claim_thinker({"clever"})

    assert (at_once_.game, thinking.game) == (fast.game, slow.game)
    until = {one.key: one.next_try for one in ClaimRow.objects.all()}
    assert until[str(fast.game)] - store.now() <= timedelta(seconds=1)
    assert until[str(slow.game)] - until[str(fast.game)] > timedelta(seconds=2)


def test_a_bot_remembers_its_own_feed_and_reads_each_event_once() -> None:
    table = bots_alone("clever", "novice", "clever")
    memories.forget()
    statements = 2  # it looks for the beginning of the deal once, and then reads what is new
    while table.row.status == "playing":
        row, rules = table.row, table.state.rules
        with CaptureQueriesContext(connection) as queries:
            kept = memories.memory_at(row, 0, rules)
        assert len(queries) == statements
        statements = 1
        feed = [seen_by(0, event_of(one)) for one in read(table.game)]
        assert kept == remember(Memory(0), feed, rules)
        for _ in range(5):
            tasks.bots()

    memories.forget()
    assert memories.memory_at(table.row, 0, table.state.rules) == remember(
        Memory(0), [seen_by(0, event_of(one)) for one in read(table.game)], table.state.rules
    )
