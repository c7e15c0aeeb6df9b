"""The events of streams that are not in the log."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, TypeAlias
from uuid import UUID

from msgspec import Meta
from msgspec.json import schema_components

from base.http.answers import Answer, Timestamp
from base.http.openapi import tidy
from games.rules.fairness import NonceAsk

EndReason: TypeAlias = Literal["game_over", "gone", "session_ended", "replaced", "token_expired", "busy", "shutdown"]

_GAME = "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"
_WAITING: dict[str, Any] = {
    "game": _GAME,
    "turn": 42,
    "version": 119,
    "deadline": "2026-11-22T09:20:59Z",
    "nonce_due": None,
}


class StreamEnd(Answer, frozen=True):
    """The event `end`, the last one of a stream: why it ends."""

    example: ClassVar = {"reason": "game_over"}
    reason: Annotated[
        EndReason,
        Meta(
            description="`game_over`: the game is over, and you have its last event. `gone`: you may not see the game "
            "any more. `session_ended`: sign in again. `replaced`: you have opened too many other streams. With these "
            "do not open the stream again by yourself. `token_expired`: refresh the token, and open the stream again. "
            "`busy` and `shutdown`: open the stream again after the time in `retry`."
        ),
    ]


class WaitingGame(Answer, frozen=True):
    """The event `your-turn`: a game waits for you."""

    example: ClassVar = _WAITING
    game: Annotated[UUID, Meta(description="The id of the game.")]
    turn: Annotated[int, Meta(description="The number of the decision that is due.")]
    version: Annotated[int, Meta(description="The version of the game.")]
    deadline: Annotated[
        Timestamp | None, Meta(description="When your time is up. Null if the game has no limit on it.")
    ]
    nonce_due: Annotated[
        NonceAsk | None,
        Meta(description="What a sealed table asks you for before it starts. Null if the game waits for a move."),
    ]


class GameNotice(Answer, frozen=True):
    """The events `game-started` and `game-over`: one of your games has started or ended."""

    example: ClassVar = {"game": _GAME, "version": 119}
    game: Annotated[UUID, Meta(description="The id of the game.")]
    version: Annotated[int, Meta(description="The version of the game.")]


class StreamNotice(Answer, frozen=True):
    """The event `notice`: your inbox has a new notice, which `/me/notices` shows in words."""

    example: ClassVar = {
        "id": "01975e0c-8d2f-7b10-a6c3-2f7f5b1e6c3d", "kind": "deadline-near", "game": _GAME, "seat": 0, "turn": 12,
        "deadline": "2026-11-22T09:20:59Z", "issued_at": "2026-11-21T09:20:59Z",
    }  # fmt: skip
    id: Annotated[UUID, Meta(description="The id of the notice.")]
    kind: Annotated[str, Meta(description="Its kind, as `/me/notices` names it. New kinds may be added.")]
    game: Annotated[UUID, Meta(description="The id of the game.")]
    seat: Annotated[int | None, Meta(description="The seat of which it speaks. Null if it speaks of none.")]
    turn: Annotated[int | None, Meta(description="The decision that was due. Null if it speaks of no turn.")]
    deadline: Annotated[Timestamp | None, Meta(description="When your time is up. Null if it speaks of no deadline.")]
    issued_at: Annotated[Timestamp, Meta(description="When it was issued.")]


class StreamInvitation(Answer, frozen=True):
    """The event `invitation`: another player invites you. Accept with the id of the invitation."""

    example: ClassVar = {"invitation": "0193f0a5-7e55-7a04-8d1b-51f0f6d6f1c2", "game": _GAME}
    invitation: Annotated[UUID, Meta(description="The id of the invitation.")]
    game: Annotated[UUID, Meta(description="The id of the game.")]


class StreamRematch(Answer, frozen=True):
    """The event `rematch`: another player of a game that is over wants to play again, and your seat is kept."""

    example: ClassVar = {"game": _GAME, "player": "01970000-0000-7000-8000-000000000001"}
    game: Annotated[UUID, Meta(description="The id of the new game.")]
    player: Annotated[UUID, Meta(description="Who wants to play again.")]


class WaitingCount(Answer, frozen=True):
    """The event `badge`: how many games wait for you now."""

    example: ClassVar = {"badge": 2}
    badge: Annotated[int, Meta(description="The number of your games that wait for you.")]


class AccountSnapshot(Answer, frozen=True):
    """The event `snapshot`, the first one of the stream of an account: what waits for you now."""

    example: ClassVar = {"badge": 1, "waiting": [_WAITING], "server_time": "2026-11-21T09:21:07Z"}
    badge: Annotated[int, Meta(description="The number of your games that wait for you.")]
    waiting: Annotated[
        list[WaitingGame], Meta(description="These games, the soonest deadline first, at most 100 of them.")
    ]
    server_time: Annotated[datetime, Meta(tz=True, description="The time of the service when it read them.")]


def describe_streams(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Add a component for each event of streams to OpenAPI's document; a postprocessing hook of drf-spectacular.

    OpenAPI 3.1 has no schema for the events of a stream, which is a text. So the schema of that text names the schemas
    of what its events contain.
    """
    if "/api/v1/me/stream" not in result["paths"]:
        return result
    kinds: tuple[type[Answer], ...] = (
        AccountSnapshot, WaitingGame, GameNotice, WaitingCount, StreamNotice, StreamInvitation,
        StreamRematch, StreamEnd,
    )  # fmt: skip
    _, schemas = schema_components(kinds, ref_template="#/components/schemas/{name}")
    components = result["components"]["schemas"]
    for kind in kinds:
        components[kind.__name__] = tidy(schemas[kind.__name__]) | {"examples": [vars(kind)["example"]]}
    for path, names in (
        ("/api/v1/games/{game}/stream", ("GameEvent", "StreamEnd")),
        ("/api/v1/me/stream", [kind.__name__ for kind in kinds]),
    ):
        text = result["paths"][path]["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"]
        text["contentMediaType"] = "text/event-stream"
        text["contentSchema"] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result
