"""A bot's turn: due, played once, by what it sees, and never left standing."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from uuid import UUID

import pytest
from django.db import transaction

from games import bots, loops, services, store, tasks
from games.integrity.games import game_findings
from games.log.read import read
from games.log.stored_event import StoredEvent
from games.rules.commands import Move, Pass
from games.rules.observation import Observation
from games.services import Allowance, Terms
from games.services.due import try_work
from games.services.playing import answer
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
    table = bots_alone("clever", "novice", terms=Terms(bot_pause=1))
    make_older(table.game, timedelta(seconds=2))
    (claim,) = claims.claim_bots(1)
    assert try_work(claim, answer)
    version = table.row.version

    assert not try_work(claim, answer)
    assert not try_work(replace(claim, key=str(UUID(int=7))), answer)
    assert table.row.version == version


def test_a_bot_waits_for_its_pause() -> None:
    bots_alone("clever", "novice", terms=Terms(bot_pause=60))

    assert not play_bot()
    assert 50 < (claims.next_bot() or 0) <= 60


def test_the_seat_of_a_player_is_not_played() -> None:
    table = Sitting.of(2)

    with transaction.atomic():
        row = store.lock(table.game)
        assert row
        assert not answer(row)
    assert not play_bot()


def fails(observation: Observation, rng: Random, budget: float) -> Move:  # noqa: ARG001
    raise RuntimeError("out of ideas")


def cheats(observation: Observation, rng: Random, budget: float) -> Move:  # noqa: ARG001
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
