"""A game as it is answered: the table, the events of its feed, and receipts."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from games.api.profiles import Person
from games.api.tables import examples
from games.api.tables.feed import Event
from games.api.variants.schema import Pinned
from games.clocks.terms import Absence, Preset, Visibility
from games.ladders import WhyUnrated
from games.rules.events import Ask
from games.rules.fairness import NonceAsk
from players.http.answers import Answer, Timestamp, TimestampText

Cards = Annotated[Sequence[str], Meta(description="Cards in the notation, such as `7S`.")]
GameStatus = Literal["waiting", "playing", "over"]
SeatBot = Annotated[
    str | None,
    Meta(
        description="The level of the bot that sits there; `program` beside a player whose own program sat down for "
        "them, with an access token of scope `bot`; null for a person, and for nobody."
    ),
]


class Unrated(Answer, frozen=True):
    """Why a game that was made to be rated does not count."""

    reason: WhyUnrated
    detail: Annotated[str, Meta(description="The same in words.")]


UnratedWhy = Annotated[
    Unrated | None,
    Meta(
        description="Why the game does not count although its terms say `rated`; null where it counts, or was not made "
        "to be rated. `not_played` shows at the end only, `no_opponents` and `daily_limit` from the start on."
    ),
]


class Seat(Answer, frozen=True):
    """What everybody sees of one seat."""

    seat: int
    player: Person | None
    bot: SeatBot
    cards: Annotated[int, Meta(description="How many it holds.")]
    announced: Annotated[bool, Meta(description="Whether a word of this seat is in force, right or wrong.")]
    out: Annotated[bool, Meta(description="Whether it has gone out in this deal.")]
    waiting: Annotated[bool, Meta(description="Whether it has no cards and is out only when its turn comes again.")]
    resigned: bool
    eliminated: bool
    score: int
    lost: Annotated[int, Meta(description="Deals lost.")]
    progress: Annotated[
        int | None, Meta(description="How far it has come to the `goal`; null in a game of a single deal.")
    ]
    absent: bool
    hand: Annotated[Sequence[str] | None, Meta(description="Your own; all others' when a deal is over.")]


class PinnedTable(Pinned, frozen=True):
    """The rules of a game, and how its cards look."""

    pack: Annotated[
        Literal["french", "german", "swiss"],
        Meta(description="What its cards look like; the notation is the same for all."),
    ]


class Demand(Answer, frozen=True):
    """The suit or rank that a card must have; null where none is asked for."""

    suit: str | None
    rank: str | None


class Claim(Answer, frozen=True):
    """A card laid face down that the seat on turn must believe or challenge."""

    seat: Annotated[int, Meta(description="Who laid it.")]
    card: Annotated[str, Meta(description="What it is said to be.")]


class Window(Answer, frozen=True):
    """Something that may still be done out of turn."""

    seat: Annotated[int, Meta(description="Whom it is about.")]
    kind: Literal["announcement"]


class Hit(Answer, frozen=True):
    """Cards to draw, and who draws them."""

    cards: int
    whom: Literal["next", "beyond", "previous", "chosen", "others"]


class Effects(Answer, frozen=True):
    """What a play would do; only what happens is named."""

    draws: Annotated[
        Hit | UnsetType, Meta(description="The penalty that is live after it, with what was live before.")
    ] = UNSET
    cancels: Annotated[bool | UnsetType, Meta(description="It ends the live penalty.")] = UNSET
    skips: Annotated[int | UnsetType, Meta(description="Turns that the next seat misses.")] = UNSET
    strikes: Annotated[Hit | UnsetType, Meta(description="These draw at once.")] = UNSET
    reverses: Annotated[bool | UnsetType, Meta(description="Play turns round.")] = UNSET
    follow: Annotated[Literal["must", "may"] | UnsetType, Meta(description="You lay one more card.")] = UNSET
    again: Annotated[bool | UnsetType, Meta(description="You have a further turn.")] = UNSET
    fine: Annotated[int | UnsetType, Meta(description="Cards that you draw, as it is a bad last card.")] = UNSET


class You(Answer, frozen=True):
    """What only the caller may see."""

    seat: int
    hand: Cards
    drawn: Annotated[str | None, Meta(description="The card just drawn in this turn.")]
    looked: Annotated[Sequence[str], Meta(description="Cards looked at in the cut.")]
    offered: Annotated[str | None, Meta(description="The card drawn for a penalty that may be laid at once.")]
    moves: Annotated[
        Sequence[str], Meta(description="Every move open to you, ready to send back; `resign` always is too.")
    ]
    effects: Annotated[
        dict[str, Effects],
        Meta(
            description="What the plays open to you would do, by the cards that they lay (`7S`, `7S+7D`). Plays that "
            "do nothing are not named, nor are cards laid face down."
        ),
    ]


class Result(Answer, frozen=True):
    """How the game ended."""

    winners: Annotated[Sequence[int], Meta(description="Seats.")]
    places: Annotated[Sequence[int], Meta(description="One entry a seat, from 1; ties shared.")]


class ClockTerms(Answer, frozen=True):
    """The time to think, in seconds; without `turn` and `bank` there is no clock."""

    preset: Preset | Literal["custom"]
    turn: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET


class Terms(Answer, frozen=True):
    """What the table agreed on apart from the rules."""

    clock: ClockTerms
    absence: Absence
    visibility: Visibility
    rated: bool
    auto_accept: bool
    sealed: Annotated[bool, Meta(description="Whether nonces are sealed until every seat is taken.")]
    bot_pause: Annotated[int, Meta(description="Seconds after which a bot answers.")]


class Goal(Answer, frozen=True):
    """What ends the game."""

    end: Annotated[
        Literal["single", "to", "knock_out", "first_to", "deals_lost"],
        Meta(
            description="`single`: one deal. `to`: a player reaches `at` points, and the lowest wins. `knock_out`: who "
            "reaches `at` points is eliminated. `first_to`: the first with `at` points wins. `deals_lost`: who has "
            "lost `at` deals is eliminated."
        ),
    ]
    at: int | None


class NoncesDue(Answer, frozen=True):
    """What seats of a sealed table still owe before the first card."""

    ask: Annotated[NonceAsk, Meta(description="What to send to `/games/{game}/nonces`.")]
    seats: Annotated[Sequence[int], Meta(description="The seats that owe it.")]


class Table(Answer, frozen=True):
    """A game as the caller may see it; a spectator has `you: null`."""

    example: ClassVar = examples.TABLE
    id: UUID
    version: Annotated[int, Meta(description="How many events there are.")]
    head: Annotated[str, Meta(description="Hash of the last one.")]
    turn: Annotated[int, Meta(description="Number of the decision that is due.")]
    status: GameStatus
    deal: int
    dealer: int | None
    ruleset: PinnedTable
    goal: Goal
    terms: Terms
    unrated: UnratedWhy
    nonces_due: Annotated[
        NoncesDue | None,
        Meta(description="What seats of a sealed table owe: when every seat is taken, until `deadline`."),
    ]
    result: Result | None
    seats: list[Seat]
    on_turn: Annotated[int | None, Meta(description="The seat that must act.")]
    ask: Annotated[Ask, Meta(description="What it is asked for.")]
    direction: Annotated[int, Meta(description="1 clockwise, -1 the other way round.")]
    up_card: str | None
    demand: Demand | None
    nominated: str | None
    penalty: Annotated[int, Meta(description="Cards that the seat on turn must draw unless it answers.")]
    skip: Annotated[int, Meta(description="Turns that the seat on turn must miss unless it answers.")]
    claim: Claim | None
    windows: list[Window]
    stock: int
    discards: int
    layout: Annotated[str | None, Meta(description="The deal in one line, `?` for what is hidden.")]
    you: You | None
    deadline: Timestamp | None
    server_time: Timestamp


class Receipt(Answer, frozen=True):
    """The service's signature on the head of a game. Keep the last one of each game.

    Two receipts for one game and version with different heads prove that the service rewrote the game.
    """

    game: UUID
    version: int
    head: Annotated[str, Meta(description="Hash of the event of this version.")]
    at: Annotated[TimestampText, Meta(description="When that event was recorded.")]
    kid: Annotated[str, Meta(description="The key that signed, one of `/api/v1/keys`.")]
    signature: Annotated[
        str,
        Meta(
            description="Ed25519, in base64url without padding, over `maumau receipt v1`, a line feed, and "
            "the JSON of the other fields with sorted keys and no blanks."
        ),
    ]


class ReceivedTable(Table, frozen=True):
    """A game as the caller may see it, with a receipt for its version."""

    receipt: Receipt


class MoveAnswer(Answer, frozen=True):
    """What a move made happen, and the table after it."""

    events: list[Event]
    table: Table
    receipt: Receipt


class Verdict(Answer, frozen=True):
    """A dry run's answer to a legal move; an illegal one gets the refusal that it would get."""

    legal: Literal[True]
