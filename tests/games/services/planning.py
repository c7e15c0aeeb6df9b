"""Players with plans, and what makes these due."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from games import services
from games.db import rows
from games.models import Plan
from games.rules.legality.objections import legal_moves
from games.rules.notation import print_move
from games.services import Terms
from games.services.plans import Step
from tests.games.services.noticing import follow, player
from tests.games.services.sitting import Sitting

IMPOSSIBLE: Final = (Step("name S"), Step("keep none"))
"""Moves that this variant does not have."""


def seated(seats: int = 2, *, terms: Terms | None = None) -> Sitting:
    """Return a running game of players who have accounts. In this variant a seat may always draw, or accept."""
    players = tuple(player() for _ in range(seats))
    game = services.open_game(player=players[0], variant="mau_mau_official", seats=seats, terms=terms)
    for one in players[1:]:
        services.take_seat(game, player=one)
    return Sitting(game, players)


def waiting_seat(table: Sitting) -> int:
    """Return the seat that is on turn next."""
    return next(seat for seat in range(len(table.players)) if seat != table.row.on_turn)


def plan(table: Sitting, seat: int, *moves: str | Step) -> None:
    """Let the player of *seat* make a plan."""
    steps = [move if isinstance(move, Step) else Step(move) for move in moves]
    services.make_plan(table.game, steps, deal=table.state.deals, player=table.players[seat])


def anything(table: Sitting, seat: int) -> list[str]:
    """Return moves of which one is legal when the turn of *seat* comes, whatever the other seats do."""
    hand = sorted({str(card) for card in table.state.table.hands[seat]})
    plays = [f"{card}{suit}{word}" for card in hand for suit in suits(card) for word in ("!", "")]
    return [*plays[:37], "accept", "draw", "pass"]


def suits(card: str) -> list[str]:
    return [f">{suit}" for suit in "SHDC"] if card[0] == "J" else [""]


def turn_comes(table: Sitting, seat: int) -> None:
    """Let the others move until it is the turn of *seat*."""
    while table.row.on_turn != seat:
        table.move()
        assert table.row.status == "playing"


def legal(table: Sitting) -> list[str]:
    state = table.state
    assert state.on_turn is not None
    return [print_move(move, state.rules, state.table) for move in legal_moves(state, state.on_turn)]


@contextmanager
def undone() -> Iterator[None]:
    """Undo what happens in the block, which may have durable transactions of its own."""
    rows("SAVEPOINT undone")
    yield
    rows("ROLLBACK TO SAVEPOINT undone")


def wait_out() -> None:
    """Let each plan whose turn has come be due, and its delay be over."""
    follow()
    rows("UPDATE plan SET due_at = clock_timestamp() - %s WHERE due_at IS NOT NULL", [timedelta(milliseconds=1)])


def play() -> int:
    """Play the plans that are due, as a worker does. Return how many were."""
    wait_out()
    return services.play_plans().done


def plans_of(table: Sitting) -> list[int]:
    """Return the seats that have a plan."""
    return [*Plan.objects.filter(game=table.game).order_by("seat").values_list("seat", flat=True)]
