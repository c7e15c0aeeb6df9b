"""The answers about notices."""

from typing import Annotated, Any, ClassVar
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp
from games.api.profiles import Person

KINDS = (
    "`your-turn`: you are on turn; `deadline-near`: four fifths of your time are over; `last-hour`: you have one hour "
    "left, in a turn of more than five; `game-over`: a game in which you have a seat is over; `table-expired`: a "
    "table at which you have a seat has waited too long for players, and is closed; `invitation`: another player "
    "invites you; `rematch`: another player wants to play again, and your seat is kept; `seat-taken`: another player "
    "sits down at your table; `proposal`: another player proposes something on which you have a vote"
)
_NOTICE: dict[str, Any] = {
    "id": "01975e0c-8d2f-7b10-a6c3-2f7f5b1e6c3d",
    "kind": "your-turn",
    "title": "Your turn: Mau-Mau, Ben",
    "body": "Ben plays 7♠. Your time is up at 2026-11-24 18:00 (Europe/Berlin).",
    "game": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
    "seat": 0,
    "turn": 12,
    "deadline": "2026-11-24T17:00:00Z",
    "invitation": None,
    "player": None,
    "inviter": None,
    "issued_at": "2026-11-23T08:00:00Z",
    "read_at": None,
}


class Notice(Answer, frozen=True, kw_only=True):
    """A notice: something that the service tells you by itself. It has public facts only, never your cards."""

    example: ClassVar = _NOTICE
    id: Annotated[UUID, Meta(description="The id of the notice.")]
    kind: Annotated[str, Meta(description=f"{KINDS}. New kinds may be added: show their `title` and `body`.")]
    title: Annotated[str, Meta(description="One line for people, in the language of the answer.")]
    body: Annotated[
        str,
        Meta(
            description="More for people, perhaps empty. It says how the game is now. Times are in your time zone, and "
            "an outage may have moved them."
        ),
    ]
    game: Annotated[UUID, Meta(description="The id of the game.")]
    seat: Annotated[
        int | None,
        Meta(description="Your seat; with `seat-taken` the seat that was taken. Null with `invitation` and `rematch`."),
    ]
    turn: Annotated[int | None, Meta(description="The decision that was due. Null if the notice speaks of no turn.")]
    deadline: Annotated[
        Timestamp | None,
        Meta(
            description="When your time is up. After an outage the table shows a later time. Null if the game has no "
            "limit, or if the notice speaks of no turn."
        ),
    ]
    invitation: Annotated[UUID | None, Meta(description="The id of the invitation. Null for other kinds.")]
    player: Annotated[
        UUID | None,
        Meta(description="Who sat down, wants to play again, or proposes something. Null for other kinds."),
    ]
    inviter: Annotated[
        Person | None,
        Meta(description="Who invites you. `PUT /me/blocks/{id}` blocks them. Null for kinds other than `invitation`."),
    ]
    issued_at: Annotated[Timestamp, Meta(description="When the notice was issued.")]
    read_at: Annotated[
        Timestamp | None,
        Meta(description="When you read it, or made the move that it asks for. Null if you have done neither."),
    ]


class NoticePage(Answer, frozen=True):
    """Your notices, the newest first."""

    example: ClassVar = {"lang": "en", "items": [_NOTICE], "unread": 1, "next_cursor": None}
    lang: Annotated[str, Meta(description="The language of `title` and `body`.")]
    items: Annotated[list[Notice], Meta(description="The notices of this page.")]
    unread: Annotated[int, Meta(description="The number of all your notices that are not read.")]
    next_cursor: NextCursor


class UnreadNotices(Answer, frozen=True):
    """How many of your notices are not read."""

    example: ClassVar = {"unread": 0}
    unread: Annotated[int, Meta(description="The number of your notices that are not read.")]


class NoticePreference(Answer, frozen=True):
    """By which channels you get one kind of notice. The inbox and the stream of your account always have it."""

    kind: Annotated[str, Meta(description=f"{KINDS}. New kinds may be added.")]
    push: Annotated[bool, Meta(description="Whether it is sent to your devices. By default true.")]
    mail: Annotated[bool, Meta(description="Whether it is sent by mail. By default false.")]


class NoticePreferences(Answer, frozen=True):
    """By which channels you get notices. Your profile has your quiet hours."""

    example: ClassVar = {"items": [{"kind": "your-turn", "push": True, "mail": False}], "mail_ready": True}
    items: Annotated[list[NoticePreference], Meta(description="One entry for each kind.")]
    mail_ready: Annotated[
        bool, Meta(description="Whether you have a confirmed e-mail address. Without one no notice is sent by mail.")
    ]
