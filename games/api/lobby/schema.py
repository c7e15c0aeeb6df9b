"""Games that wait for players, and your own games, as they are answered."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from games.api.profiles import Person
from games.api.tables.schema import GameStatus, SeatBot, Terms, UnratedWhy
from games.api.variants.schema import Pinned
from games.rules.fairness import NonceAsk
from players.http.answers import Answer, NextCursor, Timestamp


class Sitter(Answer, frozen=True):
    """Who sits on a seat of a listed game; both null for a free seat, both set for a program of a player."""

    player: Person | None
    bot: SeatBot


class WaitingGame(Answer, frozen=True):
    """A game that waits for players."""

    id: UUID
    variant: str
    ruleset: Pinned
    terms: Terms
    unrated: UnratedWhy
    seats: list[Sitter]
    free: Annotated[int, Meta(description="How many seats are free.")]
    created_at: Timestamp


class LobbyPage(Answer, frozen=True):
    """A page of the lobby, the oldest game first."""

    items: list[WaitingGame]
    next_cursor: NextCursor


class OwnGame(Answer, frozen=True):
    """One of your games, in short."""

    id: UUID
    variant: str
    status: GameStatus
    version: int
    turn: int
    seat: Annotated[int, Meta(description="Yours.")]
    on_turn: int | None
    awaiting: Annotated[bool, Meta(description="Whether it waits for you: for your move, or for your nonce.")]
    nonce_due: Annotated[
        NonceAsk | None,
        Meta(description="What a sealed table asks you to send to `/games/{game}/nonces`; null if nothing."),
    ]
    deadline: Timestamp | None


class OwnGames(Answer, frozen=True):
    """Your games that are not over, the soonest deadline first."""

    items: list[OwnGame]
    badge: Annotated[int, Meta(description="How many of all your games wait for you.")]
    next_cursor: NextCursor
    server_time: Timestamp
