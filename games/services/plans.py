"""Plans: a player says ahead what their seat does when its turn comes, and a worker makes that move like the player's.

Nobody else learns of a plan. It changes nothing that others can read, and it plays after a delay that was drawn when it
was stored, so how long it takes says nothing about the hand.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID, uuid4

from games import store
from games.clocks import plan_delay_of
from games.log.append import CommandContext
from games.notices.planning import Turn, your_turn
from games.rules.commands import Accuse, Move, Resign, Say
from games.rules.game import Game, Status
from games.rules.legality.objections import objection
from games.rules.notation import parse_move
from games.services.errors import GameOver, NotInGame, NotPlaying, OnTurn, OtherDeal
from games.services.moves import MoveResult, handle_locked
from games.services.seating import own_seat
from games.services.writing import locked
from games.store import GameRow, notices, plans
from games.store.plans import Plan, Step

__all__ = ["MOST_STEPS", "Plan", "Step", "drop_plan", "is_plannable", "make_plan", "plan_of", "play_plan"]

MOST_STEPS: Final = 40
"""The most moves of a plan: enough for every card of two suits, with what to do otherwise."""
_TURN_ENDS: Final = frozenset({"turn-began", "deal-ended"})
"""Events after which the seat is not in the turn in which it was."""


def is_plannable(move: Move) -> bool:
    """Return whether a plan may have *move*: not what a seat may do out of turn, for a plan waits for the turn."""
    return not isinstance(move, Say | Accuse | Resign)


def make_plan(game: UUID, steps: Sequence[Step], *, deal: int, player: UUID) -> None:
    """Store what the seat of *player* does when its turn comes in this *deal*, in place of the plan that it has.

    Raises, in this order, NoSuchGame, GameOver, NotSeated, NotPlaying, NotInGame, OtherDeal, OnTurn.
    """
    with locked(game) as row:
        now = store.game_of(row)
        if now.status == Status.OVER:
            raise GameOver
        seat = own_seat(now, player)
        if now.status != Status.PLAYING:
            raise NotPlaying
        if seat in now.resigned + now.gone + now.absent:
            raise NotInGame
        if now.deals != deal:
            raise OtherDeal
        if now.on_turn == seat:
            raise OnTurn
        delay = plan_delay_of(now.terms, random.random())  # noqa: S311 - nothing is won by a guess
        plan = Plan(seat=seat, player=player, key=uuid4(), deal=deal, steps=tuple(steps))
        plans.put(game, plan, delay=delay)


def plan_of(game: UUID, seat: int, player: UUID) -> Plan | None:
    """Return the plan of *player*, who has *seat*; None if there is none."""
    return plans.of(game, seat, player)


def drop_plan(game: UUID, seat: int) -> None:
    """Delete the plan of *seat*, if it has one."""
    plans.drop(game, seat)


def play_plan(row: GameRow, *, gives_up: bool = False) -> bool:
    """Make the move of the plan that is due in the game of *row*; return whether one was. Needs the *row* locked.

    A plan without a legal move is dropped, and its player is told that it is their turn. So is one that must be given
    up because it has failed before.
    """
    plan = plans.due(row.id)
    if plan is None:
        return False
    if (plan.seat, plan.turn) != (row.on_turn, row.turn) or row.turn_began is None:
        plans.disarm(row.id, plan.seat)  # the clock stands still, or the follower has not read of this decision yet
        return True
    if gives_up:
        _drop(row, plan)
        return True
    game = store.game_of(row)
    place, move = _choice(game, plan)
    if move is None:
        _drop(row, plan)
        return True

    context = CommandContext(actor=str(plan.player), key=f"plan {row.turn} {plan.key}")
    done = handle_locked(row, move, row.turn, context)  # drops the plan; so does the clock, if it was faster
    rest = plan.steps[place + 1 :]
    if rest and isinstance(done, MoveResult) and _goes_on(done, plan.seat):
        delay = plan_delay_of(game.terms, random.random())  # noqa: S311 - nothing is won by a guess
        plans.go_on(row.id, replace(plan, steps=rest, turn=done.after.turn), delay=delay)
    return True


def _choice(game: Game, plan: Plan) -> tuple[int, Move | None]:
    """Return the first move of *plan* that fits, and its place; (0, None) if none does."""
    if game.deals == plan.deal and plan.seat not in game.absent:
        for place, step in enumerate(plan.steps):
            move = parse_move(plan.seat, step.move)
            if step.ask in (None, game.table.ask) and objection(game, move) is None:
                return place, move
    return 0, None


def _goes_on(done: MoveResult, seat: int) -> bool:
    """Return whether *seat* must decide again in the same turn of the rule book."""
    return done.after.on_turn == seat and not any(event.type in _TURN_ENDS for event in done.events)


def _drop(row: GameRow, plan: Plan) -> None:
    """Drop *plan*, and plan the notice that did not go out because of it."""
    plans.drop(row.id, plan.seat)
    if row.turn_began is None or row.on_turn is None:
        raise ValueError("no turn runs")
    turn = Turn(plan.player, row.id, row.on_turn, row.turn, row.turn_began, row.deadline, row.now)
    notices.plan([your_turn(turn)])
