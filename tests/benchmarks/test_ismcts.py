"""The match against OpenSpiel's bot is fair: what it imagines agrees with all that its seat has seen."""

from random import Random
from typing import Any

import pytest

from tests.benchmarks import ismcts
from tests.rules.openspiel import DRAW

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel cannot be imported", exc_type=ImportError)


def positions(seed: int) -> list[Any]:
    """Return the states of a game by chance in which a seat must act."""
    state, rng, found = pyspiel.load_game("crazy_eights(players=2)").new_initial_state(), Random(seed), []
    while not state.is_terminal():
        actions = state.legal_actions()
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(rng.choice(actions))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_seat_cannot_tell_a_resampled_state_from_the_true_one(seed: int) -> None:
    rng = Random(seed)
    for state in positions(seed)[::3]:
        viewer = state.current_player()
        other = ismcts.resampled(state, viewer, rng)

        assert other.observation_string(viewer) == state.observation_string(viewer)
        assert other.legal_actions() == state.legal_actions()
        held_by = ismcts.owners(state.full_history())
        assert held_by == ismcts.owners(other.full_history())
        for owner, true, imagined in zip(held_by, state.full_history(), other.full_history(), strict=True):
            assert imagined.player == true.player
            assert imagined.action == true.action or owner == 1 - viewer


def test_the_hidden_cards_differ() -> None:
    state, rng = positions(1)[10], Random(1)
    viewer = state.current_player()

    found = {tuple(ismcts.resampled(state, viewer, rng).history()) for _ in range(30)}

    assert len(found) > 25


def test_a_card_that_was_played_was_held_before() -> None:
    """Otherwise OpenSpiel refuses the history; here it is played again, and each hand stays as large."""
    state = positions(2)[-1]
    other = ismcts.resampled(state, state.current_player(), Random(2))

    assert other.move_number() == state.move_number()
    assert sum(action < DRAW for action in other.history()) == sum(action < DRAW for action in state.history())


def test_a_match_is_played_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    ismcts.main(["--deals", "1", "--seconds", "0.002"])

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 games: expert won ")
    assert "simulations a search" in lines[-1]
