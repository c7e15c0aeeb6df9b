"""The answers about a game: the table with its parts, answers to moves, and receipts."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal, get_args
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from base.http.answers import Answer, Timestamp, TimestampText
from games.api.clock import GameClock
from games.api.profiles import Person
from games.api.tables import examples
from games.api.tables.agreement_schema import ClockPause, OpenProposal
from games.api.tables.digest import DigestPage
from games.api.tables.feed import GameEvent
from games.api.variants.schema import Pinned
from games.clocks.terms import Absence, Visibility
from games.ladders import WhyUnrated
from games.rules.events import Ask
from games.rules.fairness import NonceAsk

Cards = Annotated[Sequence[str], Meta(description="Cards in the notation, such as `7S`.")]
GameStatus = Literal["waiting", "playing", "over"]
SeatBot = Annotated[
    str | None,
    Meta(
        description="The level of the bot in this seat. It is `program` if the program of a player sits there, with an "
        "access token of scope `bot`, and null for a person and for an empty seat."
    ),
]


ExpiresAt = Annotated[
    Timestamp | None,
    Meta(
        description="When the table is closed if the game has not begun by then. Null if it has, and while the seats "
        "of a full sealed table are asked for their nonces."
    ),
]


class Unrated(Answer, frozen=True):
    """Why a game that was made to be rated does not count."""

    reason: Annotated[
        str,
        Meta(
            description="The reason as a code. New ones may be added.",
            extra_json_schema={"x-extensible-enum": sorted(WhyUnrated)},
        ),
    ]
    detail: Annotated[str, Meta(description="The same in a sentence.")]


UnratedWhy = Annotated[
    Unrated | None,
    Meta(
        description="Why the game does not count although its terms say `rated`. Null if it counts, or was not made to "
        "be rated. `abandoned` is shown only at the end, `no_opponents` and `daily_limit` from the start."
    ),
]


class SeatSummary(Answer, frozen=True):
    """What everybody sees of one seat, without cards."""

    seat: Annotated[int, Meta(description="The number of the seat, from 0.")]
    player: Annotated[Person | None, Meta(description="The player in the seat. Null for a bot, and for an empty seat.")]
    bot: SeatBot
    cards: Annotated[int, Meta(description="How many cards it has in hand.")]
    announced: Annotated[bool, Meta(description="Whether an announcement of this seat counts now, right or wrong.")]
    out: Annotated[bool, Meta(description="Whether the seat has gone out in this deal.")]
    waiting: Annotated[bool, Meta(description="Whether it has no cards, but is out only when its turn comes again.")]
    resigned: Annotated[bool, Meta(description="Whether the seat has resigned.")]
    eliminated: Annotated[
        bool, Meta(description="Whether the seat has lost the game before its end, and gets no more cards.")
    ]
    score: Annotated[int, Meta(description="The sum of the points of the seat so far.")]
    lost: Annotated[int, Meta(description="How many deals it has lost.")]
    progress: Annotated[
        int | None, Meta(description="How far it has come towards the `goal`. Null in a game of a single deal.")
    ]
    absent: Annotated[
        bool,
        Meta(description="Whether the player is absent: they have missed two turns running, or three of the last ten."),
    ]
    absence: Annotated[
        str | None,
        Meta(
            description="What happens in the turns of the seat while its player is absent, as in `terms`. Null if the "
            "player is not.",
            extra_json_schema={"x-extensible-enum": [*get_args(Absence)]},
        ),
    ]
    misses: Annotated[int, Meta(description="How many of the last ten turns of the seat its player has missed.")]


class Seat(SeatSummary, frozen=True):
    """What everybody sees of one seat, and the cards that you may see."""

    hand: Annotated[Sequence[str] | None, Meta(description="Shown for your own seat, and for all when a deal is over.")]


class PinnedTable(Pinned, frozen=True):
    """The rules of a game, and the kind of its cards."""

    pack: Annotated[
        Literal["french", "german", "swiss"],
        Meta(description="What the cards look like. The notation is the same for all packs."),
    ]


class Demand(Answer, frozen=True):
    """The suit or rank that the next card must match. Each is null if none is demanded."""

    suit: Annotated[str | None, Meta(description="The suit, as the notation writes it: `C`, `D`, `H` or `S`.")]
    rank: Annotated[str | None, Meta(description="The rank, as the notation writes it, such as `7` or `J`.")]


class Claim(Answer, frozen=True):
    """A card laid face down that the seat on turn must believe or challenge."""

    seat: Annotated[int, Meta(description="The seat that laid the card.")]
    card: Annotated[str, Meta(description="The card that the seat claims it to be.")]


class AnnouncementWindow(Answer, frozen=True):
    """Something that may still be done out of turn."""

    seat: Annotated[int, Meta(description="The seat that it is about.")]
    kind: Annotated[
        Literal["announcement"],
        Meta(description="`announcement`: the seat may still announce, and others may accuse it."),
    ]


class Hit(Answer, frozen=True):
    """A number of cards to draw, and the seats that draw them."""

    cards: Annotated[int, Meta(description="How many cards are drawn.")]
    whom: Annotated[
        Literal["next", "beyond", "previous", "chosen", "others"],
        Meta(
            description="The `next` seat, the one `beyond` it, the `previous` one, the `chosen` one, or all `others`."
        ),
    ]


class Effects(Answer, frozen=True):
    """What a play would do. Effects that it does not have are left out."""

    draws: Annotated[
        Hit | UnsetType, Meta(description="The live penalty after the play, with what was live before.")
    ] = UNSET
    cancels: Annotated[bool | UnsetType, Meta(description="The play ends the live penalty.")] = UNSET
    skips: Annotated[int | UnsetType, Meta(description="How many turns the next seat misses.")] = UNSET
    strikes: Annotated[Hit | UnsetType, Meta(description="These seats draw at once.")] = UNSET
    reverses: Annotated[bool | UnsetType, Meta(description="The direction of play changes.")] = UNSET
    follow: Annotated[Literal["must", "may"] | UnsetType, Meta(description="You must or may lay one more card.")] = (
        UNSET
    )
    again: Annotated[bool | UnsetType, Meta(description="You have a further turn.")] = UNSET
    fine: Annotated[int | UnsetType, Meta(description="How many cards you draw for a bad last card.")] = UNSET


MOST_CHOICES: Final = 1_000
"""Each has about 200 bytes. A seat rarely has more than 60 moves, but custom rules may allow thousands."""
MoveKind = Literal[
    "play", "draw", "accept", "pass", "say", "accuse", "name", "cut", "keep", "believe", "challenge", "rescue",
    "decline", "resign",
]  # fmt: skip


class MoveChoice(Answer, frozen=True, kw_only=True):
    """A move that you may make: its notation, its parts, and a label for people."""

    notation: Annotated[str, Meta(description="The move in the notation. Send it back as `move`.")]
    kind: Annotated[
        MoveKind,
        Meta(
            description="`play`: lay `cards`. `draw`: draw from the stock. `accept`: draw the cards of a penalty, or "
            "miss a turn. `pass`: end your turn. `say`: announce `word`. `accuse`: accuse `target` of not saying the "
            "word. `name`: `nominate` the suit of a wild up-card. `cut`: cut the stock. `keep`: keep `cards` of those "
            "that you looked at in the cut, or none. `believe`, `challenge`: answer a card laid face down. `rescue`: "
            "play the card that you drew for a penalty. `decline`: do not play it. `resign`: give the game up."
        ),
    ]
    cards: Annotated[
        Sequence[str], Meta(description="For `play` the cards that you lay, the last one on top. For `keep` the cards.")
    ] = ()
    claim: Annotated[str | None, Meta(description="For a card laid face down: the card that you claim it to be.")] = (
        None
    )
    nominate: Annotated[
        str | None, Meta(description="The suit or rank that you nominate, as the notation writes it. Null for none.")
    ] = None
    target: Annotated[
        int | None, Meta(description="The seat that the cards strike, or that you accuse. Null for none.")
    ] = None
    word: Annotated[str | None, Meta(description="The word that you say, written out. Null for none.")] = None
    word_due: Annotated[
        bool, Meta(description="Whether a play says the word that is due. The notation then writes `!` without it.")
    ] = False
    label: Annotated[str, Meta(description="What you would do, as a short phrase in the language of the answer.")]


AbsenceClaim = Literal["win", "bot"]
MayReturn = Annotated[
    bool, Meta(description="Whether you are absent, and can come back with `POST /games/{game}/return`.")
]
Claims = Annotated[
    Sequence[AbsenceClaim],
    Meta(
        description="What you can send to `/games/{game}/claims` because the other player at a table of two is absent: "
        "`win` ends the game, and with `bot` a bot plays for the other player. Empty otherwise."
    ),
]
LeavesWithoutLoss = Annotated[
    bool,
    Meta(
        description="Whether you would lose nothing if you resigned now, because another player is absent. If all "
        "others are absent, you would win."
    ),
]


class You(Answer, frozen=True):
    """What only the caller may see."""

    seat: Annotated[int, Meta(description="Your seat.")]
    hand: Cards
    drawn: Annotated[str | None, Meta(description="The card that you have just drawn in this turn.")]
    looked: Annotated[Sequence[str], Meta(description="The cards that you have seen in the cut.")]
    offered: Annotated[str | None, Meta(description="The card that you drew for a penalty and may lay at once.")]
    moves: Annotated[
        Sequence[str], Meta(description="All your legal moves, ready to send back. You may also resign at any time.")
    ]
    choices: Annotated[
        Sequence[MoveChoice],
        Meta(
            description="The same moves in the same order, as structures with a label in the language of `lang`. If "
            f"there are more than {MOST_CHOICES}, only the first {MOST_CHOICES}."
        ),
    ]
    resignation: Annotated[
        MoveChoice | None,
        Meta(
            description="The move with which you resign. Null if you have nothing to give up: you have left, or your "
            "place in the game stands."
        ),
    ]
    effects: Annotated[
        dict[str, Effects],
        Meta(
            description="What your legal plays would do, by the cards that they lay (`7S`, `7S+7D`). Plays without an "
            "effect are left out, and so are cards laid face down."
        ),
    ]
    may_return: MayReturn
    claims: Claims
    leaves_without_loss: LeavesWithoutLoss


class GameResult(Answer, frozen=True):
    """How the game ended."""

    winners: Annotated[Sequence[int], Meta(description="The seats that have won.")]
    places: Annotated[Sequence[int], Meta(description="The place of each seat, from 1. Seats that tie share a place.")]


class Terms(Answer, frozen=True):
    """The terms of the game apart from its rules."""

    clock: Annotated[GameClock, Meta(description="The time to think.")]
    absence: Annotated[
        Absence,
        Meta(
            description="What happens in the turns of a player who is absent. `draw-pass`: the clock moves. `bot`: a "
            "bot moves. `remove`: the player leaves the game at their next turn."
        ),
    ]
    visibility: Annotated[
        Visibility,
        Meta(description="Everybody can find and watch a `public` game. Only its players see a `private` one."),
    ]
    rated: Annotated[bool, Meta(description="Whether the game was made to be rated.")]
    auto_accept: Annotated[bool, Meta(description="Whether the service accepts for a seat that can do nothing else.")]
    sealed: Annotated[bool, Meta(description="Whether nonces are sealed until every seat is taken.")]
    bot_pause: Annotated[int, Meta(description="How many seconds a bot waits before it moves.")]


class Goal(Answer, frozen=True):
    """What ends the game."""

    end: Annotated[
        Literal["single", "to", "knock_out", "first_to", "deals_lost"],
        Meta(
            description="`single`: one deal. `to`: a player reaches `at` points, and the lowest score wins. "
            "`knock_out`: a player with `at` points is eliminated. `first_to`: the first player with `at` points wins. "
            "`deals_lost`: a player who has lost `at` deals is eliminated."
        ),
    ]
    at: Annotated[int | None, Meta(description="The points or lost deals that `end` speaks of. Null for `single`.")]


class NoncesDue(Answer, frozen=True):
    """What seats of a sealed table must still send before the game starts."""

    ask: Annotated[NonceAsk, Meta(description="What to send to `/games/{game}/nonces`.")]
    seats: Annotated[Sequence[int], Meta(description="The seats that must send it.")]


class GameTable(Answer, frozen=True):
    """A game as you may see it. For a spectator `you` is null."""

    example: ClassVar = examples.TABLE
    id: Annotated[UUID, Meta(description="The id of the game.")]
    version: Annotated[int, Meta(description="How many events the game has.")]
    head: Annotated[str, Meta(description="The hash of the last event.")]
    turn: Annotated[int, Meta(description="The number of the decision that is due.")]
    status: Annotated[
        GameStatus, Meta(description="`waiting` until it starts, then `playing`, and `over` after its end.")
    ]
    deal: Annotated[int, Meta(description="The number of the deal, from 1. It is 0 before the game starts.")]
    dealer: Annotated[int | None, Meta(description="The seat that deals. Null before the game starts.")]
    ruleset: Annotated[PinnedTable, Meta(description="The rules of the game.")]
    goal: Annotated[Goal, Meta(description="What ends the game.")]
    terms: Annotated[Terms, Meta(description="The terms of the game apart from its rules.")]
    unrated: UnratedWhy
    nonces_due: Annotated[
        NoncesDue | None,
        Meta(description="What seats of a sealed table must send before `deadline`, once every seat is taken."),
    ]
    result: Annotated[
        GameResult | None,
        Meta(description="How the game ended. Null until it is over, and if the table was closed before it began."),
    ]
    seats: Annotated[list[Seat], Meta(description="All seats, in the order of their numbers.")]
    on_turn: Annotated[int | None, Meta(description="The seat that must act.")]
    ask: Annotated[Ask, Meta(description="What that seat must decide.")]
    direction: Annotated[int, Meta(description="1 is clockwise, -1 is counter-clockwise.")]
    up_card: Annotated[str | None, Meta(description="The card on top of the discard pile. Null if no deal runs.")]
    demand: Annotated[
        Demand | None, Meta(description="What the next card must match. Null if no deal runs, and when any card fits.")
    ]
    nominated: Annotated[
        str | None, Meta(description="The suit or rank that was named with the up-card. Null if none was.")
    ]
    penalty: Annotated[int, Meta(description="How many cards the seat on turn must draw unless it answers.")]
    skip: Annotated[int, Meta(description="How many turns the seat on turn must miss unless it answers.")]
    claim: Annotated[
        Claim | None,
        Meta(description="The claim that the seat on turn must believe or challenge. Null if there is none."),
    ]
    windows: Annotated[list[AnnouncementWindow], Meta(description="What may still be done out of turn.")]
    stock: Annotated[int, Meta(description="How many cards are in the stock.")]
    discards: Annotated[int, Meta(description="How many cards are in the discard pile.")]
    layout: Annotated[str | None, Meta(description="The deal in one line, with `?` for hidden cards.")]
    you: Annotated[You | None, Meta(description="What only you may see. Null for a spectator.")]
    deadline: Annotated[
        Timestamp | None, Meta(description="When the clock moves for the seat on turn. Null if no clock runs.")
    ]
    pauses: Annotated[list[ClockPause], Meta(description="Why the clock stands still. It runs while this is empty.")]
    time_left: Annotated[
        int | None,
        Meta(
            description="The seconds that the seat on turn will have when the clock runs again. Null unless it stands "
            "still in a turn."
        ),
    ]
    proposal: Annotated[OpenProposal | None, Meta(description="The proposal that the players vote on.")]
    expires_at: ExpiresAt
    server_time: Annotated[Timestamp, Meta(description="The time of the service when it wrote this answer.")]


class Receipt(Answer, frozen=True):
    """The signature of the service on the head of a game. Keep the last receipt of each game.

    Two receipts for one game and version with different heads prove that the service rewrote the game.
    """

    game: Annotated[UUID, Meta(description="The id of the game.")]
    version: Annotated[int, Meta(description="The version that is signed.")]
    head: Annotated[str, Meta(description="The hash of the event of this version.")]
    at: Annotated[TimestampText, Meta(description="When that event was recorded.")]
    kid: Annotated[str, Meta(description="The id of the key that signed. `/api/v1/keys` lists the keys.")]
    signature: Annotated[
        str,
        Meta(
            description="An Ed25519 signature in base64url without padding. It signs `maumau receipt v1`, a line feed, "
            "and the JSON of the other fields with sorted keys and no blanks."
        ),
    ]


class ReceivedTable(GameTable, frozen=True):
    """A game as you may see it, with a receipt for its version."""

    receipt: Annotated[Receipt, Meta(description="The signature of the service on `version` and `head`.")]
    rematch: Annotated[
        UUID | None,
        Meta(
            description="The game that follows this one, for its players. Null until somebody asks for a rematch. "
            "`POST /games/{game}/rematch` gives you your seat there."
        ),
    ]


class CurrentTable(ReceivedTable, frozen=True):
    """A game as you may see it, with a receipt for its version and, if you ask for it, what has happened."""

    digest: Annotated[
        DigestPage | UnsetType,
        Meta(
            description="What has happened since the version in `since`: at most 50 lines. If there are more, read on "
            "with `GET /games/{game}/digest` and `next_cursor`. Left out without `since`."
        ),
    ] = UNSET


class MoveAnswer(Answer, frozen=True):
    """The events that a move caused, and the table after it."""

    events: Annotated[list[GameEvent], Meta(description="The events that the move caused, as you may see them.")]
    table: Annotated[GameTable, Meta(description="The table after the last of them.")]
    receipt: Annotated[Receipt, Meta(description="The signature of the service on the last event.")]


class LegalMove(Answer, frozen=True):
    """The answer to the check of a legal move. Any other move gets the problem that it would get as a move."""

    legal: Annotated[bool, Meta(description="Always true.")]
