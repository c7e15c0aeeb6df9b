"""Before the first card: take and leave seats, exchange nonces, start."""

from uuid import UUID

from games import store
from games.log.append import CommandContext
from games.rules.commands import LeaveSeat, OpenNonce, SealNonce
from games.rules.fairness import NonceAsk
from games.rules.fairness import seal as seal_of
from games.rules.game import Game, Sitter
from games.services.errors import (
    Lack,
    NonceNotAsked,
    NoncesMissing,
    NotSeated,
    TimeIsUp,
    WrongNonce,
)
from games.services.seating import (
    Newcomer,
    bot_sitting,
    free_seat,
    held_seats,
    own_seat,
    sit,
    start_if_full,
    start_now,
    waiting,
)
from games.services.writing import is_late, locked, write
from games.store import GameRow


def take_seat(  # noqa: PLR0913 - each says another thing about who sits down
    game: UUID,
    *,
    player: UUID,
    nonce: str = "",
    seal: str = "",
    seat: int | None = None,
    program: bool = False,
    lacks: Lack = None,
) -> None:
    """Seat *player* at *seat*, or at the first free one. The game starts when the last seat is taken.

    A sealed table takes a *seal* in place of a *nonce*, and starts when all nonces are open. A private table takes only
    players who are invited, and for all others there is no such game.

    Raises NoSuchGame, InProgress, GameOver, AlreadySeated, GameFull, SeatOccupied, SeatKept; what the player *lacks*
    for a rated table; SeatRefused if *player* and somebody who sits there are blocked; WrongNonce; MoveRefused for a
    seat that does not exist.
    """
    who = Newcomer(player=player, nonce=nonce, seal=seal, seat=seat, program=program, lacks=lacks)
    with locked(game) as row, waiting(row) as draft:
        sit(row, draft, who)
        write(row, draft, CommandContext(actor=str(player)))


def leave_seat(game: UUID, *, player: UUID) -> None:
    """Free the seat of *player* before the start. Raises NoSuchGame, InProgress, GameOver, NotSeated."""
    with locked(game) as row, waiting(row) as draft:
        draft.handle(LeaveSeat(seat=own_seat(draft.game, player)))
        write(row, draft, CommandContext(actor=str(player)))


def add_bot(game: UUID, *, player: UUID, level: str, seat: int | None = None) -> None:
    """Seat a bot at *seat*, or at the last free one, of the table at which *player*, who asks for it, sits.

    Raises NoSuchBot, NoSuchGame, InProgress, GameOver, NotSeated, GameFull, SeatOccupied, SeatKept; MoveRefused
    for a seat that does not exist.
    """
    with locked(game) as row, waiting(row) as draft:
        own_seat(draft.game, player)
        held = held_seats(draft.game, store.rematches.kept_seats(game))
        draft.handle(bot_sitting(draft.game.seed, free_seat(draft.game, seat, held=held, last=True), level))
        start_if_full(draft)
        write(row, draft, CommandContext(actor=str(player)))


def start(game: UUID, *, player: UUID) -> None:
    """Start a game whose seats are all taken, and in which *player*, who asks for it, sits.

    Raises NoSuchGame, InProgress, GameOver, NotSeated, NoncesMissing, MoveRefused while a seat is free.
    """
    with locked(game) as row, waiting(row) as draft:
        own_seat(draft.game, player)
        if draft.game.nonces_due and None not in draft.game.sitters:
            raise NoncesMissing
        start_now(draft)
        write(row, draft, CommandContext(actor=str(player)))


def seal_nonce(game: UUID, *, player: UUID, seal: str) -> None:
    """Seal a new nonce for the seat of *player*, whose last one was voided. Sealing the same again changes nothing.

    Raises NoSuchGame, InProgress, GameOver, NotSeated, TimeIsUp, NonceNotAsked.
    """
    with locked(game) as row, waiting(row) as draft:
        seat = own_seat(draft.game, player)
        if _sitter(draft.game, seat).seal != seal:
            _check_asked(row, draft.game, NonceAsk.SEAL, seat)
            draft.handle(SealNonce(seat=seat, seal=seal))
            write(row, draft, CommandContext(actor=str(player)))


def open_nonce(game: UUID, *, player: UUID, nonce: str) -> None:
    """Open the nonce that *player* has sealed; with the last one the game starts. Opening it again changes nothing.

    Raises NoSuchGame, InProgress, GameOver, NotSeated, TimeIsUp, NonceNotAsked, WrongNonce.
    """
    with locked(game) as row:
        state = store.game_of(row)
        seat = own_seat(state, player)
        sitter = _sitter(state, seat)
        if sitter.seal and sitter.nonce == nonce:
            return  # before the status is checked: the last nonce started the game, and may be sent again
        with waiting(row) as draft:
            _check_asked(row, draft.game, NonceAsk.OPEN, seat)
            if seal_of(nonce) != sitter.seal:
                raise WrongNonce("nonce", "This is not the nonce that you sealed.")
            draft.handle(OpenNonce(seat=seat, nonce=nonce))
            start_if_full(draft)
            write(row, draft, CommandContext(actor=str(player)))


def _check_asked(row: GameRow, game: Game, ask: NonceAsk, seat: int) -> None:
    """Raise NonceNotAsked if *seat* does not owe what *ask* names, TimeIsUp if it is late."""
    due = game.nonces_due
    if due is None or due.ask is not ask or seat not in due.seats:
        raise NonceNotAsked
    if is_late(row):
        raise TimeIsUp(game, row)


def _sitter(game: Game, seat: int) -> Sitter:
    sitter = game.sitters[seat]
    if sitter is None:
        raise NotSeated
    return sitter
