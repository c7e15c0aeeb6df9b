"""Rematches: one and the same game for all who want to play again."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from games import store
from games.log.append import CommandContext
from games.rules.game import Game, Status
from games.services import notices
from games.services.errors import NotOver
from games.services.opening import new_table, store_table
from games.services.seating import Newcomer, bot_sitting, check_room, own_seat, player_sitting, seat_of, sit, waiting
from games.services.writing import locked, write
from games.store import rematches

HELD: Final = timedelta(hours=24)
"""How long the seats of a rematch are kept for the players of the game before."""


def rematch(game: UUID, who: Newcomer) -> UUID:
    """Seat *who*, a player of a *game* that is over, at the game that follows it, and return its id.

    The first one opens it: with the same rules, terms and bots, and everybody one seat further. Others get their seat
    there, or nothing happens if they have it.

    Raises NoSuchGame, NotSeated, NotOver, TooManyGames, WrongNonce; what the player lacks for a rated table. If
    the other game went on without *who*: InProgress, GameOver, GameFull, SeatKept, SeatRefused.
    """
    # The row of the old game is the lock, so of two at once one opens the game and the other one finds it.
    with locked(game) as row:
        old = store.game_of(row)
        own_seat(old, who.player)
        if row.status != Status.OVER or not old.deals:
            raise NotOver
        following = rematches.next_of(game)
        if following is None:
            following = _open(old, who)
            rematches.add(game, following, HELD)
            others = [UUID(one.player) for one in old.sitters if one and one.player and one.player != str(who.player)]
            notices.plan_rematch(following, maker=who.player, others=others, lasts=HELD)
            return following
        with locked(following) as next_row:
            if seat_of(store.game_of(next_row), who.player) is None:
                with waiting(next_row) as draft:
                    sit(next_row, draft, who)
                    write(next_row, draft, CommandContext(actor=str(who.player)))
        return following


def _open(old: Game, who: Newcomer) -> UUID:
    """Open the game that follows *old* with *who* and the bots, and return its id."""
    if who.lacks and old.terms.get("rated", False):
        raise who.lacks
    check_room(who.player)
    pinned, seats = store.kept(old.content), len(old.sitters)
    draft = new_table(pinned, pinned.ruleset(seats, old.options), seats, old.terms)
    for seat, sitter in enumerate(old.sitters):
        place = rematches.shifted(seat, seats)
        if sitter and sitter.bot:
            draft.handle(bot_sitting(draft.game.seed, place, sitter.bot))
        elif sitter and sitter.player == str(who.player):
            player = player_sitting(draft.game, place, who.player, nonce=who.nonce, seal=who.seal, program=who.program)
            draft.handle(player)
    store_table(draft, pinned, actor=str(who.player), owner=who.owner or who.player, maker=who.player)
    return draft.game_id
