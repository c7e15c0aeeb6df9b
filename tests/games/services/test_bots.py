"""A bot's turn: due, played once, by what it sees, and never left standing."""

from datetime import timedelta
from random import Random
from uuid import UUID

import pytest

from games import bots, loops, services, store, tasks
from games.rules.commands import Move, Pass
from games.rules.sight import Sight
from games.services import Allowance, Carried, Terms
from games.store import claims
from games.store.proof import game_faults
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
AT_ONCE = Terms(bot_pause=0)


def bots_alone(*levels: str, terms: Terms = AT_ONCE) -> Sitting:
    game = services.open_game(player=None, variant="mau_mau", seats=len(levels), bots=levels, terms=terms)
    return Sitting(game, ())


def test_bots_play_a_whole_game_by_the_tasks_alone() -> None:
    table = bots_alone("clever", "novice", "clever")

    while table.row.status == "playing":
        before = table.row.version
        tasks.bots()
        assert table.row.version > before

    played = [one for one in store.read(table.game) if one.key]
    assert {one.actor for one in played} == {"bot:0", "bot:1", "bot:2"}
    assert not list(game_faults(table.game))
    assert not claims.claim_bots(1)


def test_a_late_or_second_wake_up_does_nothing() -> None:
    table = bots_alone("clever", "novice")
    turn = table.row.turn
    assert services.play_bot(table.game, turn) is not None
    version = table.row.version

    assert services.play_bot(table.game, turn) is None
    assert services.play_bot(UUID(int=7), turn) is None
    assert table.row.version == version


def test_a_bot_waits_for_its_pause() -> None:
    table = bots_alone("clever", "novice", terms=Terms(bot_pause=60))

    assert services.play_bot(table.game, table.row.turn) is None
    assert not claims.claim_bots(1)
    assert 50 < (claims.next_bot() or 0) <= 60


def test_the_seat_of_a_player_is_not_played() -> None:
    table = Sitting.of(2)

    assert services.play_bot(table.game, table.row.turn) is None


def fails(sight: Sight, rng: Random, budget: float) -> Move:  # noqa: ARG001
    raise RuntimeError("out of ideas")


def cheats(sight: Sight, rng: Random, budget: float) -> Move:  # noqa: ARG001
    assert sight.viewer is not None
    return Pass(seat=sight.viewer)


@pytest.mark.parametrize("broken", [fails, cheats])
def test_a_bot_that_fails_is_replaced_by_clever(broken: bots.Bot) -> None:
    table = bots_alone("novice", "novice")

    done = services.play_bot(table.game, table.row.turn, levels={**bots.LEVELS, "novice": broken})

    assert isinstance(done, Carried)
    assert done.events[0].type in ("cards-played", "cards-drawn")


@pytest.mark.parametrize("broken", [fails, cheats])
def test_where_all_fail_the_default_move_is_made(broken: bots.Bot) -> None:
    table = bots_alone("novice", "clever")

    done = services.play_bot(table.game, table.row.turn, levels={"novice": broken, "clever": broken})

    assert isinstance(done, Carried)
    assert done.events[0].actor.startswith("bot:")


def test_the_driver_speaks_for_bots_too_when_nobody_plays_them() -> None:
    table = bots_alone("clever", "novice", terms=Terms(clock=Allowance(60, 0), bot_pause=0))
    table.age(timedelta(minutes=2))

    loops.clock()

    assert "time-ran-out" in [one.type for one in store.read(table.game)]
