"""Seats without cards that can be brought back, at a position that no play leads to."""

import pytest

from games.rules.decide.execution import Execution
from games.rules.decide.turns import begin_turn
from games.rules.events import DealEnded, Event, SeatWentOut
from tests.rules.tables import Table


def turn_comes(stock: str) -> tuple[list[Event], int]:
    """Let the turn come to seat 0, who waits without cards below a live seven of hearts; return its cards then too."""
    table = Table(variant="prsi", seats=3, options={"return_by_7h": True})
    game = table.at(
        f"-/8D9D/TD dealer:1 {stock} discards:7H on_turn:2 ask:play penalty:2 chain:sevens cause:7H waiting:0"
    )
    execution = Execution(game, table.dice)
    begin_turn(execution, 0)
    return execution.events, len(execution.deal.hands[0])


@pytest.mark.proves("PR-43")
def test_who_cannot_draw_a_single_card_is_out_for_good() -> None:
    """Whoever lays the seven leaves a card under it that can be drawn, so the rule is asked without a play."""
    happened, cards = turn_comes("stock:-")

    assert SeatWentOut(seat=0) in happened
    assert cards == 0
    assert next(event for event in happened if isinstance(event, DealEnded)).winner == 0


def test_one_card_is_enough_to_be_back() -> None:
    happened, cards = turn_comes("stock:KS")

    assert SeatWentOut(seat=0) not in happened
    assert cards == 1
