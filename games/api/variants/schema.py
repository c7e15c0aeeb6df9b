"""Variants, rulesets and checks of rulesets: what is answered."""

from enum import StrEnum
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from players.http.answers import Answer, NextCursor, Timestamp

OptionValue: TypeAlias = bool | int | str
"""How an option is set."""
Paragraph = Annotated[str, Meta(description="The paragraph of the rules that states it.")]
Kernel = Annotated[str, Meta(description="The paragraphs that hold where the variant says nothing else; Markdown.")]
Place = Annotated[str, Meta(description="The key, dotted; empty for the whole.")]


class Pinned(Answer, frozen=True):
    """The rules of a game."""

    key: str
    hash: str
    options: Annotated[dict[str, OptionValue], Meta(description="Options that differ from their defaults.")]
    href: Annotated[str, Meta(description="Where the ruleset is.")]


class VariantOption(Answer, frozen=True):
    """Something that players can choose when they make a table."""

    name: str
    default: OptionValue
    choices: Annotated[list[OptionValue], Meta(description="All values; empty where any number will do.")]
    least: int | None
    most: int | None
    paragraph: Paragraph
    about: str


class PlayerRange(Answer, frozen=True):
    """For how many players a variant is."""

    least: int
    most: int


class Summary(Answer, frozen=True):
    """What a variant is called, and what its players can choose."""

    key: str
    name: str
    hash: str
    ruleset: Annotated[str, Meta(description="Where the ruleset is.")]
    players: PlayerRange
    options: list[VariantOption]


class Variant(Summary, frozen=True):
    """A variant, with the hash of its current ruleset."""

    author: Annotated[UUID | None, Meta(description="The player who published it; null for the service's own.")]


class VariantPage(Answer, frozen=True):
    """A page of variants."""

    items: list[Variant]
    next_cursor: NextCursor


class Ruleset(Summary, frozen=True):
    """A ruleset. It never changes under its hash."""

    rules: Annotated[dict[str, Any], Meta(description="The rules as data.")]
    text: Annotated[str, Meta(description="The rules for people, in numbered paragraphs (Markdown).")]
    kernel: Kernel
    examples: Annotated[str, Meta(description="Where its examples are.")]


class Example(Answer, frozen=True, kw_only=True):
    """An example that the rules must keep. The notation, section Examples, says what its fields mean."""

    id: Annotated[str, Meta(description="What a link's fragment names.")]
    name: str
    proves: list[str]
    options: dict[str, OptionValue] | UnsetType = UNSET
    hands: list[str] | UnsetType = UNSET
    up_card: str | UnsetType = UNSET
    below: str | UnsetType = UNSET
    stock: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    direction: int | UnsetType = UNSET
    dealer: int | UnsetType = UNSET
    nominated: str | UnsetType = UNSET
    penalty: int | UnsetType = UNSET
    skip: int | UnsetType = UNSET
    announced: list[int] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    lost: list[int] | UnsetType = UNSET
    gone: list[int] | UnsetType = UNSET
    winner: int | UnsetType = UNSET
    loser: int | UnsetType = UNSET
    shuffles: list[str] | UnsetType = UNSET
    deck: str | UnsetType = UNSET
    players: int | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET
    then: dict[str, Any] | UnsetType = UNSET


class ExampleList(Answer, frozen=True):
    """All examples of a ruleset."""

    ruleset: str
    items: list[Example]
    next_cursor: None


class OptionInForce(Answer, frozen=True):
    """How an option is set."""

    name: str
    value: OptionValue
    default: OptionValue
    paragraph: Paragraph
    about: str


class RulesInForce(Answer, frozen=True):
    """The rules of one game."""

    ruleset: Pinned
    seats: int
    summary: Annotated[
        list[str], Meta(description="The rules of this table in about ten lines, in the language asked for.")
    ]
    options: list[OptionInForce]
    rules: Annotated[dict[str, Any], Meta(description="The rules as data, the options applied.")]
    text: Annotated[str, Meta(description="The variant's numbered paragraphs; Markdown.")]
    kernel: Kernel
    examples: Annotated[list[Example], Meta(description="Those that hold under these options.")]


class Fault(Answer, frozen=True):
    """What is wrong, and where."""

    place: Place
    why: str
    line: Annotated[int | None, Meta(description="In a TOML text that cannot be read.")]


class ExampleOutcome(Answer, frozen=True):
    """What became of an example."""

    name: str
    held: bool
    faults: Annotated[list[str], Meta(description="What was expected, and what was found.")]


class Spread(Answer, frozen=True):
    """How a number is spread."""

    mean: float
    least: int
    median: int
    p90: Annotated[int, Meta(description="Nine of ten are not above it.")]
    most: int


class Drawn(Answer, frozen=True):
    """Drawing for one cause, in the mean of a deal."""

    cards: float
    times: float


class Trouble(Answer, frozen=True):
    """A deal or a game that does not end, or cannot be played."""

    seats: int
    options: dict[str, OptionValue]
    seed: Annotated[str, Meta(description="What its cards and choices follow from.")]
    what: str


class Winners(Answer, frozen=True):
    """Who won, at tables of one size."""

    by_turn: Annotated[
        list[int], Meta(description="Deals won, the seat whose turn is the first one before the others.")
    ]
    nobody: int


class WholeGames(Answer, frozen=True):
    """Whole games."""

    played: int
    ended: int
    deals: Annotated[Spread | None, Meta(description="Deals in a game.")]


class Deals(Answer, frozen=True):
    """What random deals are like, by seats that forget a word now and then. Numbers are means of a deal."""

    asked: int
    played: Annotated[int, Meta(description="With all options at their defaults.")]
    ended: int
    with_options: Annotated[int, Meta(description="Deals played besides, with options set.")]
    troubles: list[Trouble]
    turns: Spread | None
    decisions: Spread | None
    drawn: Annotated[dict[str, Drawn], Meta(description="By cause: own-accord, penalty, strike, fine.")]
    accusations: float
    skipped: Annotated[float, Meta(description="Turns that seats missed.")]
    endings: Annotated[dict[str, int], Meta(description="How many deals ended how.")]
    blocked: Annotated[float, Meta(description="The share of deals in which nobody could go on, 0 to 1.")]
    winners: Annotated[dict[str, Winners], Meta(description="By the number of seats.")]
    games: WholeGames


class Report(Answer, frozen=True):
    """What a check found out about a ruleset."""

    passed: Annotated[bool, Meta(description="Whether everything that was asked for was checked and is well.")]
    finished: Annotated[bool, Meta(description="False where time, memory or patience ended first.")]
    hash: Annotated[str | None, Meta(description="What it would be published under.")]
    key: str | None
    name: str | None
    faults: list[Fault]
    examples: list[ExampleOutcome]
    deals: Annotated[Deals | None, Meta(description="Null where none were asked for, or something else is wrong.")]


class CheckStatus(StrEnum):
    """How far a check is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class Check(Answer, frozen=True):
    """A check that was ordered."""

    id: UUID
    status: CheckStatus
    deals: int
    created_at: Timestamp
    expires_at: Annotated[Timestamp, Meta(description="Until then it can be read.")]
    report: Report | None
