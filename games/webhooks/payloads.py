"""What webhooks send: one class for each type of event. A payload holds nothing that only some seats may know."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias
from uuid import UUID, uuid5

import msgspec
from msgspec import Meta

from base.http.answers import Answer, Timestamp

_GAME: Final = "0193f0a5-6f0e-7cc3-98c4-dc0c0c07398f"
_AT: Final = "2026-11-23T08:00:00Z"

At = Annotated[Timestamp, Meta(description="When it happened.")]
Game = Annotated[UUID, Meta(description="The id of the game.")]
Version = Annotated[int, Meta(description="The version of the game.")]
Seat = Annotated[int, Meta(description="Your seat.")]


class WebhookEvent(StrEnum):
    """What a webhook can be called for."""

    GAME_STARTED = "game.started"
    """A game in which you have a seat started."""
    GAME_YOUR_TURN = "game.your_turn"
    """You are on turn."""
    GAME_MOVE = "game.move"
    """Something happened in a game in which you have a seat, whoever did it."""
    GAME_OVER = "game.over"
    """A game in which you have a seat is over."""
    GAME_EXPIRED = "game.expired"
    """A table at which you have a seat has waited too long for players, and is closed."""
    INVITATION_RECEIVED = "invitation.received"
    """Another player invites you to a table."""


PING: Final = "ping"
"""The type of what ``POST /webhooks/{webhook}/test`` sends. Every webhook gets it."""


class WebhookGameStartedData(Answer, frozen=True):
    """The `data` of `game.started`."""

    game: Game
    version: Version
    seat: Seat


class WebhookYourTurnData(Answer, frozen=True):
    """The `data` of `game.your_turn`. Read the table to see what you must decide."""

    game: Game
    version: Version
    turn: Annotated[int, Meta(description="The number of the decision that is due. Send it with your move.")]
    seat: Seat
    deadline: Annotated[
        Timestamp | None,
        Meta(description="When the clock moves for you. After an outage the table shows a later time. Null: no clock."),
    ]


class WebhookGameMoveData(Answer, frozen=True):
    """The `data` of `game.move`. Several events that follow each other closely are sent as one."""

    game: Game
    version: Version
    turn: Annotated[int, Meta(description="The number of the decision that is due.")]


class WebhookGameOverData(Answer, frozen=True):
    """The `data` of `game.over`."""

    game: Game
    version: Version
    seat: Seat
    winners: Annotated[list[int], Meta(description="The seats in the first place.")]
    places: Annotated[list[int], Meta(description="One place for each seat, from 1. Ties share a place.")]


class WebhookGameExpiredData(Answer, frozen=True):
    """The `data` of `game.expired`."""

    game: Game
    version: Version
    seat: Seat


class WebhookInvitationData(Answer, frozen=True):
    """The `data` of `invitation.received`. Read the invitation to see who invites you to what."""

    invitation: Annotated[UUID, Meta(description="The id of the invitation.")]
    game: Game
    expires_at: Annotated[Timestamp, Meta(description="When the invitation expires.")]


class WebhookPingData(Answer, frozen=True):
    """The `data` of `ping`."""

    webhook: Annotated[UUID, Meta(description="The id of the webhook.")]


class WebhookGameStarted(Answer, frozen=True, kw_only=True):
    """A game in which you have a seat started."""

    example: ClassVar = {"type": "game.started", "timestamp": _AT, "data": {"game": _GAME, "version": 9, "seat": 0}}
    type: Annotated[Literal["game.started"], Meta(description="The type of the event.")] = "game.started"
    timestamp: At
    data: Annotated[WebhookGameStartedData, Meta(description="What started.")]


class WebhookYourTurn(Answer, frozen=True, kw_only=True):
    """You are on turn. It is sent once for each decision, unless you have made it before it could be sent."""

    example: ClassVar = {
        "type": "game.your_turn", "timestamp": _AT,
        "data": {"game": _GAME, "version": 57, "turn": 12, "seat": 0, "deadline": "2026-11-24T08:00:00Z"},
    }  # fmt: skip
    type: Annotated[Literal["game.your_turn"], Meta(description="The type of the event.")] = "game.your_turn"
    timestamp: At
    data: Annotated[WebhookYourTurnData, Meta(description="Which decision is due.")]


class WebhookGameMove(Answer, frozen=True, kw_only=True):
    """A game in which you have a seat has new events. Read them from its feed."""

    example: ClassVar = {"type": "game.move", "timestamp": _AT, "data": {"game": _GAME, "version": 57, "turn": 12}}
    type: Annotated[Literal["game.move"], Meta(description="The type of the event.")] = "game.move"
    timestamp: At
    data: Annotated[WebhookGameMoveData, Meta(description="How far the game is.")]


class WebhookGameOver(Answer, frozen=True, kw_only=True):
    """A game in which you have a seat is over."""

    example: ClassVar = {
        "type": "game.over", "timestamp": _AT,
        "data": {"game": _GAME, "version": 211, "seat": 0, "winners": [1], "places": [2, 1]},
    }  # fmt: skip
    type: Annotated[Literal["game.over"], Meta(description="The type of the event.")] = "game.over"
    timestamp: At
    data: Annotated[WebhookGameOverData, Meta(description="How the game ended.")]


class WebhookGameExpired(Answer, frozen=True, kw_only=True):
    """A table at which you have a seat has waited too long for players, and is closed. The game has no result."""

    example: ClassVar = {"type": "game.expired", "timestamp": _AT, "data": {"game": _GAME, "version": 3, "seat": 0}}
    type: Annotated[Literal["game.expired"], Meta(description="The type of the event.")] = "game.expired"
    timestamp: At
    data: Annotated[WebhookGameExpiredData, Meta(description="Which table is closed.")]


class WebhookInvitationReceived(Answer, frozen=True, kw_only=True):
    """Another player invites you to a table. A link that you get elsewhere is not announced."""

    example: ClassVar = {
        "type": "invitation.received", "timestamp": _AT,
        "data": {"invitation": "0193f0a5-7e55-7a04-8d1b-51f0f6d6f1c2", "game": _GAME,
                 "expires_at": "2026-11-30T08:00:00Z"},
    }  # fmt: skip
    type: Annotated[Literal["invitation.received"], Meta(description="The type of the event.")] = "invitation.received"
    timestamp: At
    data: Annotated[WebhookInvitationData, Meta(description="Which invitation it is.")]


class WebhookPing(Answer, frozen=True, kw_only=True):
    """A test, which `POST /webhooks/{webhook}/test` orders."""

    example: ClassVar = {"type": "ping", "timestamp": _AT, "data": {"webhook": _GAME}}
    type: Annotated[Literal["ping"], Meta(description="The type of the event.")] = "ping"
    timestamp: At
    data: Annotated[WebhookPingData, Meta(description="Which webhook is tested.")]


Payload: TypeAlias = (
    WebhookGameStarted
    | WebhookYourTurn
    | WebhookGameMove
    | WebhookGameOver
    | WebhookGameExpired
    | WebhookInvitationReceived
    | WebhookPing
)
PAYLOADS: Final[tuple[type[Payload], ...]] = (
    WebhookGameStarted, WebhookYourTurn, WebhookGameMove, WebhookGameOver, WebhookGameExpired,
    WebhookInvitationReceived, WebhookPing,
)  # fmt: skip
"""Every payload, in the order of the documentation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameNews:
    """What has happened in a game since the last time, for one seat. It has public facts only."""

    game: UUID
    seat: int
    at: datetime
    """When the last of the events was recorded."""
    version: int
    turn: int
    on_turn: int | None
    deadline: datetime | None
    started: int | None
    """The version at which the game started, if it has just started."""
    ended: tuple[int, Mapping[str, Any]] | None
    """The version of the end and the public data of the event, if the game has just ended."""
    expired: int | None
    """The version at which the table was closed, if it has just expired."""


def payloads_of(news: GameNews) -> Iterator[Payload]:
    """Yield what a webhook that is called for everything gets."""
    if news.started is not None:
        data = WebhookGameStartedData(news.game, news.started, news.seat)
        yield WebhookGameStarted(timestamp=news.at, data=data)
    yield WebhookGameMove(timestamp=news.at, data=WebhookGameMoveData(news.game, news.version, news.turn))
    if news.on_turn == news.seat:
        turn = WebhookYourTurnData(news.game, news.version, news.turn, news.seat, news.deadline)
        yield WebhookYourTurn(timestamp=news.at, data=turn)
    if news.ended is not None:
        version, result = news.ended
        over = WebhookGameOverData(news.game, version, news.seat, result["winners"], result["places"])
        yield WebhookGameOver(timestamp=news.at, data=over)
    if news.expired is not None:
        expired = WebhookGameExpiredData(news.game, news.expired, news.seat)
        yield WebhookGameExpired(timestamp=news.at, data=expired)


def id_of(payload: Payload, webhook: UUID) -> UUID:
    """Return the id of a delivery, which is the same whenever the same event is found again.

    A game asks each seat for each decision once, so the number of the decision stands for `game.your_turn`.
    """
    match payload.data:
        case WebhookPingData():
            raise TypeError("a ping is new each time")
        case WebhookYourTurnData(game=game, turn=number) | WebhookGameMoveData(game=game, version=number):
            return uuid5(webhook, f"{payload.type} {game} {number}")
        case WebhookInvitationData(invitation=invitation):
            return uuid5(webhook, f"{payload.type} {invitation}")
        case WebhookGameStartedData(game=game) | WebhookGameOverData(game=game) | WebhookGameExpiredData(game=game):
            return uuid5(webhook, f"{payload.type} {game}")


def to_text(payload: Payload) -> str:
    """Return the payload as the JSON that is stored, signed and sent."""
    return msgspec.json.encode(payload).decode()
