"""The bot that searches: legal everywhere, the same for the same dice, within its time, and blind to what is hidden."""

import ast
import time
from pathlib import Path
from random import Random

import pytest

from games import bots
from games.bots import expert
from games.bots.budget import Budget
from games.bots.rewards import rewards_of
from games.management.bot_matches import steps
from games.rules import variants
from games.rules.decide import decide
from games.rules.game import Status
from games.rules.notation import print_move
from games.rules.observation import observe
from tests.games.bots.feeds import positions
from tests.games.bots.positions import observation_of, position
from tests.games.bots.test_bots import tables
from tests.rules.tables import Table

FEW = Budget(iterations=24)
FOLDER = Path(bots.__file__).parent


def chosen(game_text: tuple[str, ...], *, iterations: int = 300, seed: int = 1) -> str:
    """Return what an expert does at a table of mau_mau."""
    game = position("mau_mau", *game_text)
    return print_move(expert.choose(observation_of(game), None, Random(seed), Budget(iterations=iterations)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", variants.KEYS)
def test_it_makes_legal_moves_in_every_ruleset_and_with_a_memory(variant: str) -> None:
    for table in tables(variant, 2):
        for number, found in enumerate(positions(table, steps=25, unrest=0.02)):
            seat = found.game.on_turn
            if seat is None or number % 2:
                continue
            observation = observe(found.game, seat)
            move = expert.choose(observation, found.memories[seat], Random(table.seed), FEW)
            assert move in observation.moves, table


def test_it_plays_a_table_of_five_to_the_end_of_a_deal() -> None:
    table = Table(variant="crazy_eights", seats=5, seed=2)
    game, random = table.dealt(), Random(2)
    for _ in range(400):
        if game.status == Status.OVER or game.on_turn is None:
            break
        move = expert.choose(observe(game, game.on_turn), None, random, Budget(iterations=6))
        game = decide(game, move, chance=table.dice).after
    assert game.ended is not None
    assert len(rewards_of(game)) == 5


def test_the_choice_follows_from_the_dice_and_the_iterations() -> None:
    game = ("9S", "9H KH 7S TS 8D", "QD TD 8C AC")

    assert chosen(game) == chosen(game)
    assert chosen(game, seed=2, iterations=40) == chosen(game, seed=2, iterations=40)


def test_it_stops_when_its_time_is_over() -> None:
    observation = observation_of(position("mau_mau", "9S", "9H KH 7S TS 8D", "QD TD 8C AC"))

    begun = time.monotonic()
    move = expert.choose(observation, None, Random(1), Budget(seconds=0.3))

    assert move in observation.moves
    assert 0.2 < time.monotonic() - begun < 20


def test_it_goes_out_where_it_can() -> None:
    assert chosen(("9S", "9H", "QD TD"), iterations=60) == "9H"


def test_it_may_search_only_games_that_it_imagines() -> None:
    """Only the search imports from ``decide``, and only the rollout, which plays a copy of what it is given."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                for name in node.names:
                    found.setdefault(node.module, set()).add((path.name, name.name))
            assert not isinstance(node, ast.Import) or node.names[0].name == "time"

    assert found["games.rules.decide"] == {("search.py", "Rollout")}
    forbidden = ("games.log", "games.store", "games.services", "games.selectors", "games.models", "django")
    assert not [module for module in found if module.startswith(forbidden)]
    assert not [module for module in found if module.startswith("games.rules.decide.")]


def test_a_rollout_leaves_the_game_as_it_was() -> None:
    game = position("mau_mau", "9S", "9H KH 7S TS 8D", "QD TD 8C AC")
    before = game.copy()

    expert.choose(observe(game, 0), None, Random(1), FEW)

    assert game == before


def test_it_thinks_to_the_end_of_a_game_in_which_seats_are_knocked_out() -> None:
    """An imagined game ends with places for all, also for those who are out already."""
    levels = ["expert", "clever", "clever"]
    *_, last = steps("mau_mau_official", levels, 2, budget=Budget(iterations=2))

    assert last.game.status is Status.OVER
    assert len(last.game.gone) == 2


def test_points_and_places_count() -> None:
    """Who wins a deal gets most, and who is left with less gets more."""
    game, dice = Table(variant="crazy_eights", seats=3, seed=1).dealt(), Table(variant="crazy_eights", seats=3).dice
    random = Random(1)
    while game.ended is None:
        assert game.on_turn is not None
        game = decide(game, bots.LEVELS["clever"](observe(game, game.on_turn), None, random, FEW), chance=dice).after

    rewards = rewards_of(game)
    winner = game.ended.winner
    assert winner is not None
    assert max(rewards) == rewards[winner]
    assert all(0 <= one <= 1 for one in rewards)
