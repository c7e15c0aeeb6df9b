"""Two who ask for a rematch at the same moment, on real connections, get the same game."""

from functools import partial
from uuid import UUID, uuid4

import pytest

from games import services, store
from games.db import rows
from games.integrity.games import game_findings
from games.models import Game, Rematch
from games.rules.commands import Resign
from games.services import Newcomer
from tests.games.services.sitting import Sitting
from tests.games.services.test_races import at_once

pytestmark = pytest.mark.usefixtures("committed_db")
ROUNDS = 5


def finished(players: list[UUID]) -> UUID:
    """Return the id of a game of these *players* that is over."""
    first, *others = players
    game = services.open_game(player=first, variant="mau_mau", seats=len(players))
    for one in others:
        services.take_seat(game, player=one)
    for seat, one in enumerate(others, 1):
        services.make_move(game, Resign(seat=seat), turn=None, actor=str(one), key=f"r{seat}", request_hash=b"")
    return game


def test_of_two_at_once_both_get_the_same_game() -> None:
    for _ in range(ROUNDS):
        players = [uuid4(), uuid4(), uuid4()]
        old = finished(players)

        answers = at_once(*[partial(services.rematch, old, Newcomer(player=one)) for one in (*players, players[0])])

        (made,) = {*answers}
        assert isinstance(made, UUID)
        row = store.find(made)
        assert row is not None
        assert row.status == "playing"
        game = store.game_of(row)
        assert [one and one.player for one in game.sitters] == [str(players[1]), str(players[2]), str(players[0])]
        assert not list(game_findings(made))
    assert Game.objects.count() == 2 * ROUNDS
    assert Rematch.objects.count() == ROUNDS


def test_another_table_follows_one_that_was_closed() -> None:
    anna, bert = uuid4(), uuid4()
    old = finished([anna, bert])
    closed = services.rematch(old, Newcomer(player=anna))
    services.leave_seat(closed, player=anna)

    assert store.rematches.next_of(old) is None
    again = services.rematch(old, Newcomer(player=bert))

    assert again != closed
    assert store.rematches.next_of(old) == again
    assert services.rematch(old, Newcomer(player=anna)) == again
    assert Sitting(again, (anna, bert)).row.status == "playing"


def test_no_game_follows_a_table_that_was_closed() -> None:
    anna = uuid4()
    game = services.open_game(player=anna, variant="mau_mau", seats=2)
    services.leave_seat(game, player=anna)
    expired = services.open_game(player=anna, variant="mau_mau", seats=2)
    rows("UPDATE game SET lapses_at = clock_timestamp() - interval '1 s' WHERE id = %s", [expired])
    services.settle_lapsed()

    with pytest.raises(services.NotSeated):
        services.rematch(game, Newcomer(player=anna))
    with pytest.raises(services.NotOver):
        services.rematch(expired, Newcomer(player=anna))
