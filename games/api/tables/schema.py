"""What is answered. The answers are plain data; these classes are their description."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api import profiles
from games.ladders import WhyUnrated

_BOT = (
    "The level of the bot that sits there; `program` beside a player whose own program sat down for him, with an "
    "access token of scope `bot`; null for a person, and for nobody."
)
UNRATED = (
    "Why the game does not count although its terms say `rated`; null where it counts, or was not made to be rated. "
    "`not_played` shows at the end only, `no_opponents` and `daily_limit` from the start on."
)
_ANY_OPTION = {"type": ["boolean", "integer", "string"]}


class Answer(serializers.Serializer[Any]):
    """Plain data, described."""


@extend_schema_field(_ANY_OPTION)
class OptionValue(serializers.Field):  # type: ignore[type-arg]  # a boolean, a number or a word
    """An option's value."""


class Options(serializers.DictField):
    """Options by name."""

    child = OptionValue()


@extend_schema_field(profiles.Person)  # type: ignore[arg-type]  # the extension takes classes
class Person(serializers.Field):  # type: ignore[type-arg]  # until every answer here is a Struct
    """A player as others see them."""


class Seat(Answer):
    """What everybody sees of one seat."""

    seat = serializers.IntegerField()
    player = Person(allow_null=True)
    bot = serializers.CharField(allow_null=True, help_text=_BOT)
    cards = serializers.IntegerField(help_text="How many it holds.")
    announced = serializers.BooleanField(help_text="Whether a word of this seat is in force, right or wrong.")
    out = serializers.BooleanField(help_text="Whether it has gone out in this deal.")
    waiting = serializers.BooleanField(help_text="Whether it has no cards and is out only when its turn comes again.")
    resigned = serializers.BooleanField()
    eliminated = serializers.BooleanField()
    score = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="Deals lost.")
    progress = serializers.IntegerField(
        allow_null=True, help_text="How far it has come to the `goal`; null in a game of a single deal."
    )
    absent = serializers.BooleanField()
    hand = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Your own; all others' when a deal is over."
    )


class Pinned(Answer):
    """The rules of a game."""

    key = serializers.CharField()
    hash = serializers.CharField()
    options = Options(help_text="Options that differ from their defaults.")
    href = serializers.CharField(help_text="Where the ruleset is.")


class PinnedTable(Pinned):
    """The rules of a game, as its table tells them."""

    pack = serializers.ChoiceField(
        choices=["french", "german", "swiss"], help_text="What its cards look like; the notation is the same for all."
    )


class Demand(Answer):
    """What is asked for: this suit or this rank; null where it is not asked for."""

    suit = serializers.CharField(allow_null=True)
    rank = serializers.CharField(allow_null=True)


class Claim(Answer):
    """A card laid face down that the seat on turn must believe or challenge."""

    seat = serializers.IntegerField(help_text="Who laid it.")
    card = serializers.CharField(help_text="What it is said to be.")


class Window(Answer):
    """Something that may still be done out of turn."""

    seat = serializers.IntegerField(help_text="Whom it is about.")
    kind = serializers.CharField()


class Hit(Answer):
    """Cards to draw, and who draws them."""

    cards = serializers.IntegerField()
    whom = serializers.ChoiceField(choices=["next", "beyond", "previous", "chosen", "others"])


class Effects(Answer):
    """What a play would do; only what happens is named."""

    draws = Hit(required=False, help_text="The penalty that is live after it, with what was live before.")
    cancels = serializers.BooleanField(required=False, help_text="It ends the live penalty.")
    skips = serializers.IntegerField(required=False, help_text="Turns that the next seat misses.")
    strikes = Hit(required=False, help_text="These draw at once.")
    reverses = serializers.BooleanField(required=False, help_text="Play turns round.")
    follow = serializers.ChoiceField(choices=["must", "may"], required=False, help_text="You lay one more card.")
    again = serializers.BooleanField(required=False, help_text="You have a further turn.")
    fine = serializers.IntegerField(required=False, help_text="Cards that you draw, as it is a bad last card.")


class You(Answer):
    """What only the caller may see."""

    seat = serializers.IntegerField()
    hand = serializers.ListField(child=serializers.CharField())
    drawn = serializers.CharField(allow_null=True, help_text="The card just drawn in this turn.")
    looked = serializers.ListField(child=serializers.CharField(), help_text="Cards looked at in the cut.")
    offered = serializers.CharField(allow_null=True, help_text="The card drawn for a penalty that may be laid at once.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="Every move open to you, ready to send back; `resign` always is too."
    )
    effects = serializers.DictField(
        child=Effects(),
        help_text="What the plays open to you would do, by the cards that they lay (`7S`, `7S+7D`); plays that do "
        "nothing are not named, nor are cards laid face down.",
    )


class Result(Answer):
    """How the game ended."""

    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Seats.")
    places = serializers.ListField(child=serializers.IntegerField(), help_text="One entry a seat, from 1; ties shared.")


class ClockTerms(Answer):
    """The time to think, in seconds; without `turn` and `bank` there is no clock."""

    preset = serializers.CharField()
    turn = serializers.IntegerField(required=False)
    bank = serializers.IntegerField(required=False)


class Terms(Answer):
    """What the table agreed on apart from the rules."""

    clock = ClockTerms()
    absence = serializers.CharField()
    visibility = serializers.CharField()
    rated = serializers.BooleanField()
    auto_accept = serializers.BooleanField()
    sealed = serializers.BooleanField(help_text="Whether nonces are sealed until every seat is taken.")
    bot_pause = serializers.IntegerField(help_text="Seconds after which a bot answers.")


class Unrated(Answer):
    """Why a game that was made to be rated does not count."""

    reason = serializers.ChoiceField(choices=[*WhyUnrated])
    detail = serializers.CharField(help_text="The same in words.")


class Goal(Answer):
    """What ends the game."""

    end = serializers.ChoiceField(
        choices=["single", "to", "knock_out", "first_to", "deals_lost"],
        help_text="`single`: one deal. `to`: somebody reaches `at` points, and the lowest wins. `knock_out`: who "
        "reaches `at` points is eliminated. `first_to`: the first with `at` points wins. `deals_lost`: who has lost "
        "`at` deals is eliminated.",
    )
    at = serializers.IntegerField(allow_null=True)


class NoncesDue(Answer):
    """What seats of a sealed table still owe before the first card."""

    ask = serializers.ChoiceField(choices=["seal", "open"], help_text="What to send to `/games/{game}/nonces`.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="The seats that owe it.")


class Table(Answer):
    """A game as the caller may see it; a spectator has `you: null`."""

    id = serializers.UUIDField()
    version = serializers.IntegerField(help_text="How many events there are.")
    head = serializers.CharField(help_text="Hash of the last one.")
    turn = serializers.IntegerField(help_text="Number of the decision that is due.")
    status = serializers.ChoiceField(choices=["waiting", "playing", "over"])
    deal = serializers.IntegerField()
    dealer = serializers.IntegerField(allow_null=True)
    ruleset = PinnedTable()
    goal = Goal()
    terms = Terms()
    unrated = Unrated(allow_null=True, help_text=UNRATED)
    nonces_due = NoncesDue(
        allow_null=True,
        help_text="What seats of a sealed table owe: when every seat is taken, until `deadline`.",
    )
    result = Result(allow_null=True)
    seats = Seat(many=True)
    on_turn = serializers.IntegerField(allow_null=True, help_text="The seat that must act.")
    ask = serializers.CharField(help_text="What it is asked for.")
    direction = serializers.IntegerField(help_text="1 clockwise, -1 the other way round.")
    up_card = serializers.CharField(allow_null=True)
    demand = Demand(allow_null=True)
    nominated = serializers.CharField(allow_null=True)
    penalty = serializers.IntegerField(help_text="Cards that the seat on turn must draw unless it answers.")
    skip = serializers.IntegerField(help_text="Turns that the seat on turn must miss unless it answers.")
    claim = Claim(allow_null=True)
    windows = Window(many=True)
    stock = serializers.IntegerField()
    discards = serializers.IntegerField()
    layout = serializers.CharField(allow_null=True, help_text="The deal in one line, `?` for what is hidden.")
    you = You(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    server_time = serializers.DateTimeField()


class Receipt(Answer):
    """The service's signature on the head of a game. Keep the last one of each game.

    Two receipts for one game and version with different heads prove that the service rewrote the game.
    """

    game = serializers.UUIDField()
    version = serializers.IntegerField()
    head = serializers.CharField(help_text="Hash of the event of this version.")
    at = serializers.CharField(help_text="When that event was recorded.")
    kid = serializers.CharField(help_text="The key that signed, one of `/api/v1/keys`.")
    signature = serializers.CharField(
        help_text="Ed25519, in base64url without padding, over `maumau receipt v1`, a line feed, and "
        "the JSON of the other fields with sorted keys and no blanks."
    )


class ReceivedTable(Table):
    """A game as the caller may see it, with a receipt for its version."""

    receipt = Receipt()


class Event(Answer):
    """An event of the feed. The chain can be recomputed from it; the feed's description says how."""

    version = serializers.IntegerField()
    turn = serializers.IntegerField(help_text="Number of the decision that was due when it happened.")
    type = serializers.CharField()
    schema = serializers.IntegerField(help_text="Number of the form that the fields of `data` have for this type.")
    at = serializers.CharField(help_text="RFC 3339 with six decimals: as it was hashed.")
    seat = serializers.IntegerField(allow_null=True)
    command = serializers.CharField(
        allow_null=True,
        help_text="What caused this event and those behind it, up to the next one with a command: `0 JC>H` is a move "
        "of seat 0, `clock 0 draw` one that the clock made, the others are `start`, `deal` and `clock`. A hidden card "
        "is `?`; words are written out. Once the game is over `data.command` has the canonical spelling with all "
        "cards.",
    )
    data = serializers.DictField()  # type: ignore[assignment]  # also the name of a property, unused here
    private = serializers.ListField(
        child=serializers.CharField(), help_text="Fields of `data` that not everybody sees: no part of the hash."
    )
    hash = serializers.CharField()
    secret_digest = serializers.CharField()
    salt = serializers.CharField(allow_null=True, help_text="Null until the game is over.")
    origin = serializers.CharField(
        allow_null=True,
        help_text="Digest of who made the event, a part of `secret_digest`. Null until the game is over.",
    )


class EventPage(Answer):
    """A stretch of the feed."""

    items = Event(many=True)
    next_cursor = serializers.CharField(
        allow_null=True,
        help_text="The next `after` or `cursor`, where there is more already; null at the end of the feed.",
    )


class MoveAnswer(Answer):
    """What a move made happen, and the table after it."""

    events = Event(many=True)
    table = Table()
    receipt = Receipt()


class Verdict(Answer):
    """A dry run's answer to a legal move; an illegal one gets the refusal that it would get."""

    legal = serializers.BooleanField()


class Sitter(Answer):
    """Who sits on a seat of a listed game; both null for a free seat, both set for a program of a player."""

    player = Person(allow_null=True)
    bot = serializers.CharField(allow_null=True, help_text=_BOT)


class Listing(Answer):
    """A game that waits for players."""

    id = serializers.UUIDField()
    variant = serializers.CharField()
    ruleset = Pinned()
    terms = Terms()
    seats = Sitter(many=True)
    free = serializers.IntegerField(help_text="How many seats are free.")
    created_at = serializers.DateTimeField()


class OwnGame(Answer):
    """One of the caller's games, in short."""

    id = serializers.UUIDField()
    variant = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    turn = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="Yours.")
    on_turn = serializers.IntegerField(allow_null=True)
    awaiting = serializers.BooleanField(help_text="Whether it waits for you: for your move, or for your nonce.")
    nonce_due = serializers.ChoiceField(
        choices=["seal", "open"],
        allow_null=True,
        help_text="What a sealed table asks you to send to `/games/{game}/nonces`; null if nothing.",
    )
    deadline = serializers.DateTimeField(allow_null=True)


class OwnGames(Answer):
    """The caller's games that are not over, the soonest deadline first."""

    items = OwnGame(many=True)
    badge = serializers.IntegerField(help_text="How many of all your games wait for you.")
    next_cursor = serializers.CharField(allow_null=True)
    server_time = serializers.DateTimeField()
