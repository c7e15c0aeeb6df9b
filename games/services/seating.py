"""What every way to sit down shares: who may sit where, and the start when the last seat is taken."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from games import store
from games.bots import LEVELS
from games.rules.commands import StartGame, TakeSeat
from games.rules.fairness import NonceSource, house_nonce
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.services.errors import (
    AlreadySeated,
    GameFull,
    GameOver,
    IllegalMove,
    InProgress,
    Lack,
    MoveRefused,
    NoSuchBot,
    NoSuchGame,
    NotSeated,
    SeatKept,
    SeatOccupied,
    SeatRefused,
    TooManyGames,
    WrongNonce,
)
from games.services.rating import hindrance
from games.store import GameRow, invitations, rematches
from games.store.rematches import KeptSeat
from players.blocks import blocked_among


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Somebody who wants to sit down."""

    player: UUID
    seat: int | None = None
    """The seat that they want; None for any."""
    nonce: str = ""
    seal: str = ""
    """What a sealed table takes in place of the nonce."""
    program: bool = False
    """Whether a program plays for the player."""
    lacks: Lack = None
    """Whether the player has no account yet."""
    owner: UUID | None = None
    """For whom the experts of a table think that they open; None for the player."""


@contextmanager
def waiting(row: GameRow) -> Iterator[Draft]:
    """Yield a draft of a game that has not started. Needs the *row* locked.

    Raises InProgress, GameOver; MoveRefused if the rules refuse a command in it.
    """
    if row.status == Status.PLAYING:
        raise InProgress
    if row.status == Status.OVER:
        raise GameOver
    before = store.game_of(row)
    try:
        yield Draft(row.id, before)
    except IllegalMove as why:
        raise MoveRefused(why, before, row) from why


def bot_sitting(seed: str, seat: int, level: str) -> TakeSeat:
    """Return the command that seats a bot of this *level*. Raises NoSuchBot."""
    if level not in LEVELS:
        raise NoSuchBot(f"{level!r} is none of {', '.join(LEVELS)}")
    return TakeSeat(seat=seat, bot=level, nonce=house_nonce(seed, seat), nonce_source=NonceSource.HOUSE)


def player_sitting(  # noqa: PLR0913 - all but three by name
    game: Game, seat: int, player: UUID, *, nonce: str, seal: str, program: bool
) -> TakeSeat:
    """Return the command that seats *player*; the house gives a nonce if they send none. Raises WrongNonce."""
    if nonce and game.terms.get("sealed"):
        raise WrongNonce("nonce", "Send `seal` at a sealed table: the SHA-256 of your nonce.")
    if seal and not game.terms.get("sealed"):
        raise WrongNonce("seal", "Send `nonce`: this table is not sealed.")
    own = bool(nonce or seal)
    return TakeSeat(
        seat=seat,
        player=str(player),
        nonce=nonce if own else house_nonce(game.seed, seat),
        nonce_source=NonceSource.OWN if own else NonceSource.HOUSE,
        seal=seal,
        program=program,
    )


def check_room(player: UUID) -> None:
    """Raise TooManyGames if *player* has a seat in as many open games as they may have. Needs a transaction."""
    if store.open_count(player, settings.OPEN_GAMES) >= settings.OPEN_GAMES:
        raise TooManyGames


def sit(row: GameRow, draft: Draft, who: Newcomer, *, has_link: bool = False) -> None:
    """Seat *who* at the table of *draft*; the game starts if it was the last free seat. Needs the *row* locked.

    An invitation that names them is accepted by that. A private table takes only those who are invited or *has_link*,
    and a rematch those who played the game before; it keeps their seats for a while.

    Raises AlreadySeated, NoSuchGame for a private table that they may not see, AccountRequired for a guest at a rated
    table, SeatRefused if they and somebody who sits there are blocked, GameFull, SeatOccupied, SeatKept, TooManyGames,
    WrongNonce; MoveRefused for a seat that does not exist.
    """
    game = draft.game
    if seat_of(game, who.player) is not None:
        raise AlreadySeated
    places = rematches.kept_seats(row.id)
    own = next((one.seat for one in places if one.player == who.player), None)
    is_invited = invitations.use_own(row.id, who.player) or has_link or own is not None
    if row.visibility != "public" and not is_invited:
        raise NoSuchGame(str(row.id))
    wanted = own if who.seat is None and own is not None and game.sitters[own] is None else who.seat
    seat = free_seat(game, wanted, held=held_seats(game, places) - {own})
    if who.lacks and game.terms.get("rated", False):
        raise who.lacks
    if blocked_among(who.player, [UUID(sitter.player) for sitter in game.sitters if sitter and sitter.player]):
        raise SeatRefused
    check_room(who.player)
    draft.handle(player_sitting(game, seat, who.player, nonce=who.nonce, seal=who.seal, program=who.program))
    start_if_full(draft)


def start_if_full(draft: Draft) -> None:
    """Start the game if all seats are taken and no nonce is missing."""
    if None not in draft.game.sitters and draft.game.nonces_due is None:
        start_now(draft)


def start_now(draft: Draft) -> None:
    """Start the game. Raises MoveRefused while a seat is free."""
    draft.handle(StartGame(unrated=hindrance(draft.game_id, draft.game)))


def held_seats(game: Game, places: Iterable[KeptSeat]) -> set[int | None]:
    """Return the seats that nobody may take yet but the players for whom they are kept, who have no seat so far."""
    return {one.seat for one in places if one.is_held and seat_of(game, one.player) is None}


def free_seat(game: Game, wanted: int | None, *, held: Collection[int | None] = (), last: bool = False) -> int:
    """Return the seat that is *wanted*, which the rules refuse if there is none; by default the first or *last* free.

    Raises GameFull, SeatOccupied; SeatKept for a seat that is *held* for somebody else.
    """
    free = [seat for seat, sitter in enumerate(game.sitters) if sitter is None]
    if not free:
        raise GameFull
    if wanted is None:
        open_ = [seat for seat in free if seat not in held]
        if not open_:
            raise SeatKept
        return open_[-1 if last else 0]
    if wanted < len(game.sitters) and wanted not in free:
        raise SeatOccupied
    if wanted in held:
        raise SeatKept
    return wanted


def seat_of(game: Game, player: UUID) -> int | None:
    """Return the seat of *player*, None without one."""
    return next((seat for seat, one in enumerate(game.sitters) if one and one.player == str(player)), None)


def own_seat(game: Game, player: UUID) -> int:
    """Return the seat of *player*. Raises NotSeated."""
    seat = seat_of(game, player)
    if seat is None:
        raise NotSeated
    return seat
