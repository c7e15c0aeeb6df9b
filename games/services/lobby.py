"""Before the first card: open a table, take and leave seats, exchange nonces, start."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from games import store
from games.bots import LEVELS
from games.clocks import Terms
from games.ladders import WhyUnrated
from games.log.append import CommandContext
from games.rules import variants
from games.rules.commands import LeaveSeat, OpenNonce, SealNonce, StartGame, TakeSeat
from games.rules.events import GameOpened
from games.rules.fairness import NonceAsk, NonceSource, commit, house_nonce
from games.rules.fairness import seal as seal_of
from games.rules.game import Game, Sitter, Status
from games.rules.ruleset import Options
from games.sandbox import check_bounds
from games.services.drafts import Draft
from games.services.errors import (
    AccountRequired,
    AlreadySeated,
    GameFull,
    GameOver,
    IllegalMove,
    InProgress,
    MoveRefused,
    NonceNotAsked,
    NoncesMissing,
    NoSuchBot,
    NotSeated,
    SeatOccupied,
    SeatRefused,
    TableTooSmall,
    TimeIsUp,
    WrongNonce,
)
from games.services.rating import hindrance
from games.services.writing import is_late, locked, write
from games.store import GameRow
from players.blocks import blocked_among
from players.identifiers import uuid7

SEED_BYTES = 32


def open_game(  # noqa: PLR0913 - a table has as many sides
    *,
    player: UUID | None,
    variant: str | None,
    ruleset: str | None = None,
    options: Options | None = None,
    seats: int,
    bots: Sequence[str] = (),
    terms: Terms | None = None,
    nonce: str = "",
    seal: str = "",
    program: bool = False,
    guest: bool = False,
) -> UUID:
    """Make a table, and return its id. *player* sits at seat 0, *bots* take the last seats.

    *variant* is the key of a variant of the service; *ruleset*, which wins, is the content hash of any kept one.
    With *player* None only bots play. The game starts at once if no seat is free.
    *program* says that a program plays for *player*, *guest* that they have no account yet. A sealed table takes a
    *seal* in place of a *nonce*.

    Raises RulesetError, UnknownRuleset, NoSuchBot, TableTooSmall, WrongNonce; AccountRequired if a guest makes a rated
    table.
    """
    pinned = store.kept(ruleset) if ruleset is not None else variants.load(variant or "")
    terms = terms or Terms()
    if guest and terms.rated:
        raise AccountRequired
    rules = pinned.ruleset(seats, options)
    if pinned.key not in variants.KEYS:
        check_bounds(rules)  # options of a custom variant can make games that cost too much
    if len(bots) + (player is not None) > seats:
        raise TableTooSmall(f"{len(bots)} bots do not find a seat at a table of {seats}")
    game_id, seed = uuid7(), secrets.token_hex(SEED_BYTES)
    unrated = WhyUnrated.OPTIONS if terms.rated and rules.options else ""
    draft = Draft(game_id, Game(rules))
    draft.emit(
        GameOpened(
            ruleset=pinned.hash,
            options=rules.options,
            seats=seats,
            terms=terms.pinned(seats),
            game=str(game_id),
            commitment=commit(seed, game=str(game_id), ruleset=pinned.hash, seats=seats),
            seed=seed,
            unrated=unrated,
        )
    )
    if player is not None:
        draft.handle(_sitting(draft.game, 0, player, nonce=nonce, seal=seal, program=program))
    for seat, level in enumerate(bots, seats - len(bots)):
        draft.handle(_bot(seed, seat, level))
    with transaction.atomic():
        _start_if_full(draft)
        store.keep(pinned)
        row = store.open_stream(game_id, ruleset=pinned.hash, variant=pinned.key, visibility=terms.visibility)
        write(row, draft, CommandContext(actor=str(player) if player else "service"))
    return game_id


def _bot(seed: str, seat: int, level: str) -> TakeSeat:
    if level not in LEVELS:
        raise NoSuchBot(f"{level!r} is none of {', '.join(LEVELS)}")
    return TakeSeat(seat=seat, bot=level, nonce=house_nonce(seed, seat), nonce_source=NonceSource.HOUSE)


def _sitting(  # noqa: PLR0913 - all but three by name
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


def _start_if_full(draft: Draft) -> None:
    if None not in draft.game.sitters and draft.game.nonces_due is None:
        _start(draft)


def _start(draft: Draft) -> None:
    draft.handle(StartGame(unrated=hindrance(draft.game_id, draft.game)))


def take_seat(  # noqa: PLR0913 - each says another thing about who sits down
    game: UUID,
    *,
    player: UUID,
    nonce: str = "",
    seal: str = "",
    seat: int | None = None,
    program: bool = False,
    guest: bool = False,
) -> None:
    """Seat *player* at *seat*, or at the first free one. The game starts when the last seat is taken.

    A sealed table takes a *seal* in place of a *nonce*, and starts when all nonces are open.

    Raises NoSuchGame, InProgress, GameOver, AlreadySeated, GameFull, SeatOccupied; AccountRequired for a *guest* at a
    rated table; SeatRefused if *player* and somebody who sits there are blocked; WrongNonce; MoveRefused for a seat
    that does not exist.
    """
    with locked(game) as row, _waiting(row) as draft:
        if _seat_of(draft.game, player) is not None:
            raise AlreadySeated
        wanted = _free_seat(draft.game, seat)
        if guest and draft.game.terms.get("rated", False):
            raise AccountRequired
        if blocked_among(player, [UUID(sitter.player) for sitter in draft.game.sitters if sitter and sitter.player]):
            raise SeatRefused
        draft.handle(_sitting(draft.game, wanted, player, nonce=nonce, seal=seal, program=program))
        _start_if_full(draft)
        write(row, draft, CommandContext(actor=str(player)))


def leave_seat(game: UUID, *, player: UUID) -> None:
    """Free the seat of *player* before the start. Raises NoSuchGame, InProgress, GameOver, NotSeated."""
    with locked(game) as row, _waiting(row) as draft:
        draft.handle(LeaveSeat(seat=_own_seat(draft.game, player)))
        write(row, draft, CommandContext(actor=str(player)))


def add_bot(game: UUID, *, player: UUID, level: str, seat: int | None = None) -> None:
    """Seat a bot at *seat*, or at the last free one, of the table at which *player*, who asks for it, sits.

    Raises NoSuchBot, NoSuchGame, InProgress, GameOver, NotSeated, GameFull, SeatOccupied; MoveRefused for a seat
    that does not exist.
    """
    with locked(game) as row, _waiting(row) as draft:
        _own_seat(draft.game, player)
        draft.handle(_bot(draft.game.seed, _free_seat(draft.game, seat, last=True), level))
        _start_if_full(draft)
        write(row, draft, CommandContext(actor=str(player)))


def start(game: UUID, *, player: UUID) -> None:
    """Start a game whose seats are all taken, and in which *player*, who asks for it, sits.

    Raises NoSuchGame, InProgress, GameOver, NotSeated, NoncesMissing, MoveRefused while a seat is free.
    """
    with locked(game) as row, _waiting(row) as draft:
        _own_seat(draft.game, player)
        if draft.game.nonces_due and None not in draft.game.sitters:
            raise NoncesMissing
        _start(draft)
        write(row, draft, CommandContext(actor=str(player)))


def seal_nonce(game: UUID, *, player: UUID, seal: str) -> None:
    """Seal a new nonce for the seat of *player*, whose last one was voided. Sealing the same again changes nothing.

    Raises NoSuchGame, InProgress, GameOver, NotSeated, TimeIsUp, NonceNotAsked.
    """
    with locked(game) as row, _waiting(row) as draft:
        seat = _own_seat(draft.game, player)
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
        seat = _own_seat(state, player)
        sitter = _sitter(state, seat)
        if sitter.seal and sitter.nonce == nonce:
            return  # before the status is checked: the last nonce started the game, and may be sent again
        with _waiting(row) as draft:
            _check_asked(row, draft.game, NonceAsk.OPEN, seat)
            if seal_of(nonce) != sitter.seal:
                raise WrongNonce("nonce", "This is not the nonce that you sealed.")
            draft.handle(OpenNonce(seat=seat, nonce=nonce))
            _start_if_full(draft)
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


@contextmanager
def _waiting(row: GameRow) -> Iterator[Draft]:
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


def _free_seat(game: Game, wanted: int | None, *, last: bool = False) -> int:
    """Return the seat that is *wanted*, which the rules refuse if there is none; by default the first or *last* free.

    Raises GameFull, SeatOccupied.
    """
    free = [seat for seat, sitter in enumerate(game.sitters) if sitter is None]
    if not free:
        raise GameFull
    if wanted is None:
        return free[-1 if last else 0]
    if wanted < len(game.sitters) and wanted not in free:
        raise SeatOccupied
    return wanted


def _seat_of(game: Game, player: UUID) -> int | None:
    return next((seat for seat, one in enumerate(game.sitters) if one and one.player == str(player)), None)


def _own_seat(game: Game, player: UUID) -> int:
    seat = _seat_of(game, player)
    if seat is None:
        raise NotSeated
    return seat
