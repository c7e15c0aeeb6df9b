"""Players who are absent: when they are, and what becomes of their seats (K-120, K-123, K-125)."""

from typing import Final

from games.rules.commands import ClaimBot, ClaimWin, Resign
from games.rules.decide.ending import in_game
from games.rules.decide.execution import Execution
from games.rules.decide.resigning import resign
from games.rules.edition import FIRST
from games.rules.events import AbsencePolicy, Leaving, SeatAbsent, SeatCovered
from games.rules.game import Game, Status
from games.rules.legality.absence import players
from games.rules.scoring import may_give_up

_TWO: Final = 2
MOST_TURNS_AWAY: Final = 100
"""After so many turns that its policy played, a seat is removed: a game that nobody plays ends."""


def time_up(run: Execution, seat: int) -> None:
    """Let *seat*, whose time has run out, be absent or leave where that follows."""
    game, sitter = run.game, run.game.sitters[seat]
    if sitter is None or not sitter.player or not game.attendance:
        return
    attendance = game.attendance[seat]
    if attendance.policy is None:
        if attendance.cover is None and attendance.has_missed_too_many:
            run.emit(SeatAbsent(seat=seat, policy=policy_of(game)))
    elif attendance.is_absent and (attendance.policy is AbsencePolicy.REMOVE or attendance.away > MOST_TURNS_AWAY):
        _remove(run, seat)
    _end_where_nobody_is(run)


def cover(run: Execution, seat: int) -> None:
    """Let the table's policy play this turn of *seat*, whose player is on vacation. It removes nobody for that."""
    policy = policy_of(run.game)
    run.emit(SeatCovered(seat=seat, policy=AbsencePolicy.DRAW_PASS if policy is AbsencePolicy.REMOVE else policy))


def claim(run: Execution, command: ClaimWin | ClaimBot) -> None:
    """Let the one player who is there win, or play on against a bot."""
    (other,) = run.game.absent
    if isinstance(command, ClaimBot):
        run.emit(SeatAbsent(seat=other, policy=AbsencePolicy.BOT))
    else:
        _remove(run, other)


def leave(run: Execution, seat: int) -> None:
    """Let *seat* resign: without loss if another player is absent, and as the winner if nobody else is there."""
    absent = run.game.absent
    if not absent or seat in absent or (run.edition > FIRST and not may_give_up(run.game, seat)):
        resign(run, seat)
        _end_where_nobody_is(run)
    elif len(_playing(run)) == len(absent) + 1 and len(players(run.game)) > 1:
        _remove_all(run, absent)
    else:
        resign(run, seat, Leaving.WITHOUT_LOSS)
        _end_where_nobody_is(run)


def policy_of(game: Game) -> AbsencePolicy:
    """Return what plays for players who are absent, as the table agreed."""
    return AbsencePolicy(game.terms.get("absence", AbsencePolicy.DRAW_PASS))


def _end_where_nobody_is(run: Execution) -> None:
    """Remove the absent seats where no other player is left, or where the last one has won.

    A table of one player and bots goes on: the player may come back to it. At a table of two, the player who is there
    decides. Otherwise the last player who is there wins if no bot is left beside them.
    """
    game = run.game
    absent = game.absent
    if not absent or game.status is Status.OVER or len(players(game)) < _TWO:
        return
    there = [seat for seat in _playing(run) if seat not in absent]
    people = [seat for seat in there if seat in players(game)]
    if not people or (len(there) == 1 and len(game.sitters) > _TWO):
        _remove_all(run, absent)


def _playing(run: Execution) -> tuple[int, ...]:
    """Return the seats whose place in the game is still open, and those whose players are absent."""
    game, seats = run.game, in_game(run.game)
    return tuple(s for s in seats if run.edition == FIRST or s in game.absent or may_give_up(game, s))


def _remove_all(run: Execution, seats: tuple[int, ...]) -> None:
    """Remove *seats*, until the game is over. Where only the deal is over, the others follow in the next one."""
    for seat in seats:
        if run.game.ended is None:
            _remove(run, seat)


def _remove(run: Execution, seat: int) -> None:
    if not run.acts or run.acts[-1].first < len(run.events):  # otherwise a claim, which stands there, causes it
        run.begin(Resign(seat=seat), by_clock=True)
    resign(run, seat, Leaving.REMOVED)
