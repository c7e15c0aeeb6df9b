"""Cards laid face down: what is claimed, and what is believed."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.bots.bluffing import chance_of_lie, value_of_doubt
from games.bots.unseen import Unseen, open_discards
from games.rules.cards import Card, parse_cards
from games.rules.commands import Play
from games.rules.game import Game
from tests.games.bots.positions import choice, move_of, observation_of, position


def blind(up_card: str, *hands: str, moves: Sequence[str] = (), options: dict[str, Any] | None = None) -> Game:
    options = {"blind": True, **(options or {})}
    return position("prsi", up_card, *hands, options=options, turn=1 if moves else 0, moves=moves)


def doubt(game: Game) -> float:
    observation = observation_of(game)
    return value_of_doubt(observation, Unseen(observation))


def lie(game: Game) -> float:
    observation = observation_of(game)
    return chance_of_lie(observation, Unseen(observation))


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(blind("9S", "9H KD 8C", "TH 8D TC", moves=["1 TH~9H"]), id="held by the doubter"),
        pytest.param(blind("9S", "8H KD 8C", "TH 8D TC", moves=["1 TH~9S"]), id="lies on the table"),
    ],
)
def test_an_impossible_claim_is_challenged(game: Game) -> None:
    assert lie(game) == 1
    assert choice(game) == "challenge"


def test_with_two_decks_a_second_copy_is_possible() -> None:
    one_held = blind("9S", "9H KD 8C", "TH 8D TC", moves=["1 TH~9H"], options={"decks": "two"})
    both_held = blind("9S", "9H 9H 8C", "TH 8D TC", moves=["1 TH~9H"], options={"decks": "two"})

    assert lie(one_held) < lie(both_held) == 1
    assert choice(both_held) == "challenge"


def test_a_likely_claim_is_believed() -> None:
    game = blind("9S", "JH KD 8C", "TH 8D TC 9C AH AC", moves=["1 TH~9H"])

    assert 0 < lie(game) < 0.5
    assert choice(game) == "believe"


def test_a_claim_that_goes_out_is_doubted_since_to_believe_it_loses() -> None:
    assert choice(blind("9S", "JH KD 8C", "TH", moves=["1 TH~9H"])) == "challenge"


def test_a_fewer_of_the_claimed_and_more_at_stake_make_doubt_likelier() -> None:
    plain = blind("9S", "JH KD 8C", "TH 8D TC", moves=["1 TH~TS"])
    seven = blind("9S", "JH KD 8C", "TH 8D TC", moves=["1 TH~7S"])
    dear = blind("9S", "JH KD 8C", "TH 8D TC", moves=["1 TH~TS"], options={"blind_truth_fine": 2})

    assert doubt(dear) < doubt(plain) < doubt(seven)


def test_what_is_true_is_claimed_where_something_fits() -> None:
    move = move_of(blind("9S", "9H KD 8C", "TH 8D TC"))

    assert isinstance(move, Play)
    assert move.cards == (move.claim,) == parse_cards("9H")


def test_where_nothing_fits_a_card_is_claimed_that_may_be_true() -> None:
    game = blind("9S", "KD 8C TH", "TD 8D TC")

    for seed in range(10):
        move = move_of(game, seed)
        assert isinstance(move, Play)
        assert move.claim not in (None, *move.cards, Card.parse("9S"))


def test_nobody_lies_with_the_last_card_when_a_lie_costs_more_than_a_draw() -> None:
    assert choice(blind("9S", "KD", "TD 8D TC", options={"blind_lie_fine": 2})) == "draw"


def test_a_seat_knows_what_it_laid_face_down_itself() -> None:
    moves = ["1 TH~9H", "0 believe", "0 9C~9C", "1 believe"]
    game = blind("9S", "9C KD 8C", "TH 8D TC", moves=moves)
    observation = observation_of(game)

    assert open_discards(observation) == parse_cards("9S TH")
    assert Unseen(observation).copies(parse_cards("9H")) == 1


def test_how_likely_a_hand_holds_a_card() -> None:
    observation = observation_of(position("mau_mau", "9S", "9H KD", "7D 8D"))
    unseen = Unseen(observation)

    assert unseen.total == 29
    assert unseen.chance(parse_cards("9H"), 5) == 0
    assert unseen.chance(parse_cards("9D"), 1) == pytest.approx(1 / 29)
    assert unseen.chance(parse_cards("9D 9C"), 2) == pytest.approx(1 - 27 / 29 * 26 / 28)
    assert unseen.chance(observation.ruleset.deck, 1) == 1
