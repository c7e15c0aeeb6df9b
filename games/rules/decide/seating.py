"""Before the first card: who sits where, and the nonces of a sealed table."""

from games.rules.commands import OpenNonce, SealNonce, TakeSeat
from games.rules.decide.execution import Execution
from games.rules.events import (
    ClosingCause,
    NonceOpened,
    NoncesCalled,
    NonceSealed,
    NoncesVoided,
    SeatForfeited,
    SeatLeft,
    SeatTaken,
    TableClosed,
)
from games.rules.fairness import NonceAsk, NonceSource


def take_seat(run: Execution, asked: TakeSeat) -> None:
    """Let somebody sit down; call for the nonces of a sealed table if it was the last seat."""
    run.emit(
        SeatTaken(
            seat=asked.seat, player=asked.player, bot=asked.bot, nonce=asked.nonce, nonce_source=asked.nonce_source,
            seal=asked.seal, program=asked.program,
        )
    )  # fmt: skip
    _call(run)


def leave_seat(run: Execution, seat: int) -> None:
    """Let *seat* stand up. Nonces that the others have opened are void: a newcomer could choose one to match them."""
    was_opening = run.game.nonces_asked is NonceAsk.OPEN
    run.emit(SeatLeft(seat=seat))
    if was_opening:
        _void(run)
    _close_if_empty(run)


def give_nonce(run: Execution, asked: SealNonce | OpenNonce) -> None:
    """Let a seat seal or open its nonce."""
    if isinstance(asked, SealNonce):
        run.emit(NonceSealed(seat=asked.seat, seal=asked.seal))
        _call(run)
    else:
        run.emit(NonceOpened(seat=asked.seat, nonce=asked.nonce))


def lapse(run: Execution) -> None:
    """Take out the seats that did not do what they were asked for; the others' opened nonces are void."""
    asked, due = run.game.nonces_asked, run.game.nonces_due
    if asked is None or due is None:
        return
    for seat in due.seats:
        run.emit(SeatForfeited(seat=seat))
    if asked is NonceAsk.OPEN:
        _void(run)
    _close_if_empty(run)


def close(run: Execution) -> None:
    """End a table that has waited too long."""
    run.emit(TableClosed(cause=ClosingCause.EXPIRED))


def _close_if_empty(run: Execution) -> None:
    """End a table that its last player has left: bots wait for nobody."""
    if not any(one and one.player for one in run.game.sitters):
        run.emit(TableClosed(cause=ClosingCause.EMPTY))


def _call(run: Execution) -> None:
    """Ask the seats of a full table for what they owe, once."""
    due = run.game.nonces_due
    if due and None not in run.game.sitters and run.game.nonces_asked is not due.ask:
        run.emit(NoncesCalled(ask=due.ask, seats=due.seats))


def _void(run: Execution) -> None:
    sitters = enumerate(run.game.sitters)
    opened = tuple(seat for seat, one in sitters if one and one.nonce and one.nonce_source is NonceSource.OWN)
    if opened:
        run.emit(NoncesVoided(seats=opened))
