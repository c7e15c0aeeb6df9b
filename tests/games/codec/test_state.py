"""The stored state: the same game, the same bytes, and back."""

import msgspec
import pytest

from games.log.codec import StaleState, dump_state, load_state
from games.rules.evolve import fold
from games.rules.game import Game
from tests.games.tables import Table


@pytest.mark.parametrize("variant", ["mau_mau", "crazy_eights"])
@pytest.mark.parametrize("number", range(5))
def test_a_game_comes_back_at_every_step(number: int, variant: str) -> None:
    table = Table(number, seats=2 + number % 3, variant=variant)
    game = Game()
    for events in table.script(60):
        game = table.after(game, events)
        state = dump_state(game)
        again = load_state(state, game.ruleset)
        assert again == game
        assert again.ruleset is game.ruleset
        assert dump_state(again) == state


def test_a_game_goes_on_from_its_stored_state() -> None:
    table = Table(3, seats=3)
    script = table.script(60)
    straight = stored = Game()
    for events in script:
        straight = fold(straight, events)
        stored = load_state(dump_state(fold(stored, events)))
    assert dump_state(stored) == dump_state(straight)


def test_the_order_in_which_options_came_does_not_show() -> None:
    one, other = Game(options={"a": 1, "b": 2}), Game(options={"b": 2, "a": 1})
    assert dump_state(one) == dump_state(other)


def test_the_ruleset_is_not_written() -> None:
    table = Table()
    game = Game(ruleset=table.variant.ruleset(2))
    assert dump_state(game) == dump_state(Game())


def test_a_state_of_another_shape_is_stale() -> None:
    told = msgspec.json.decode(dump_state(Game()))
    with pytest.raises(StaleState):
        load_state(msgspec.json.encode({**told, "shape": "0" * 16}))
