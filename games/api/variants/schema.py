"""The answers about variants, rulesets, and checks of rulesets."""

from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType, field

from base.http.answers import Answer, NextCursor, Timestamp
from games.api.options import OptionValue

Paragraph = Annotated[str, Meta(description="The paragraph of the rules that describes it.")]
Kernel = Annotated[str, Meta(description="The paragraphs that hold unless the variant says otherwise, in Markdown.")]
Place = Annotated[str, Meta(description="The key with its dots. Empty for the whole ruleset.")]
Pack = Literal["french", "german", "swiss"]


class Pinned(Answer, frozen=True):
    """The rules of a game."""

    key: Annotated[str, Meta(description="The key of the variant.")]
    hash: Annotated[str, Meta(description="The content hash of the ruleset, with `sha256:` before it.")]
    options: Annotated[dict[str, OptionValue], Meta(description="The options that differ from their defaults.")]
    href: Annotated[str, Meta(description="The address of the ruleset.")]


class VariantOption(Answer, frozen=True):
    """An option that players can set when they open a game."""

    name: Annotated[str, Meta(description="The name of the option. Send it in `options`.")]
    label: Annotated[str, Meta(description="What the option is called, for people.")]
    default_value: Annotated[OptionValue, Meta(description="The value that the option has unless you set it.")]
    choices: Annotated[
        list[OptionValue], Meta(description="All values. Empty if it takes any number from `least` to `most`.")
    ]
    least: Annotated[int | None, Meta(description="The smallest number. Null if the option is no number.")]
    most: Annotated[int | None, Meta(description="The largest number. Null if the option is no number.")]
    paragraph: Paragraph
    about: Annotated[str, Meta(description="What the option does, in a sentence.")]


class PlayerRange(Answer, frozen=True):
    """The number of players that a variant takes."""

    least: Annotated[int, Meta(description="The fewest players.")]
    most: Annotated[int, Meta(description="The most players.")]


class Summary(Answer, frozen=True):
    """The name of a variant, and its options."""

    key: Annotated[str, Meta(description="The key of the variant.")]
    name: Annotated[str, Meta(description="The name of the variant.")]
    hash: Annotated[str, Meta(description="The content hash of the ruleset, with `sha256:` before it.")]
    ruleset: Annotated[str, Meta(description="The address of the ruleset.")]
    players: Annotated[PlayerRange, Meta(description="How many players can play.")]
    options: Annotated[list[VariantOption], Meta(description="What players can choose when they open a game.")]


class RuleLine(Answer, frozen=True):
    """A line of the rules in short."""

    text: Annotated[str, Meta(description="What the line says.")]
    cards: Annotated[
        list[str], Meta(description="The cards of which it says what they do, in the notation. Empty for other lines.")
    ]


class Variant(Summary, frozen=True):
    """A variant, with the hash of its current ruleset."""

    sketch: Annotated[
        str, Meta(description="What it is like, in a sentence or two. Empty if the text of an author does not say it.")
    ]
    pack: Annotated[Pack, Meta(description="How people call its suits and ranks.")]
    in_short: Annotated[
        list[RuleLine],
        Meta(description="The rules in about ten lines, without options, for three players or the fewest."),
    ]
    author: Annotated[
        UUID | None, Meta(description="The player who published it. Null for a variant that comes with the service.")
    ]


class VariantPage(Answer, frozen=True):
    """A page of variants."""

    items: Annotated[list[Variant], Meta(description="The variants of this page.")]
    next_cursor: NextCursor


class Ruleset(Summary, frozen=True):
    """A ruleset. It never changes under its hash."""

    rules: Annotated[dict[str, Any], Meta(description="The rules as data.")]
    text: Annotated[str, Meta(description="The rules for people, as numbered paragraphs in Markdown.")]
    kernel: Kernel
    examples: Annotated[str, Meta(description="The address of its examples.")]


class Example(Answer, frozen=True, kw_only=True):
    """An example that the rules must satisfy. The section Examples of the notation says what its fields mean."""

    id: Annotated[str, Meta(description="The fragment of a link to this example.")]
    name: Annotated[str, Meta(description="The name of the example.")]
    proves: Annotated[list[str], Meta(description="The paragraphs that the example proves.")]
    options: Annotated[
        dict[str, OptionValue] | UnsetType, Meta(description="The options that differ from their defaults.")
    ] = UNSET
    hands: Annotated[list[str] | UnsetType, Meta(description="The cards of each seat.")] = UNSET
    up_card: Annotated[str | UnsetType, Meta(description="The card on top of the discard pile.")] = UNSET
    below: Annotated[str | UnsetType, Meta(description="The cards below the up-card.")] = UNSET
    stock: Annotated[str | UnsetType, Meta(description="The cards of the stock, the top card first.")] = UNSET
    turn: Annotated[int | UnsetType, Meta(description="The seat on turn.")] = UNSET
    direction: Annotated[int | UnsetType, Meta(description="1 is clockwise, -1 is counter-clockwise.")] = UNSET
    dealer: Annotated[int | UnsetType, Meta(description="The seat that deals.")] = UNSET
    nominated: Annotated[str | UnsetType, Meta(description="The suit or rank that was named with the up-card.")] = UNSET
    penalty: Annotated[int | UnsetType, Meta(description="The cards of the live penalty.")] = UNSET
    skip: Annotated[int | UnsetType, Meta(description="The turns of the live skip.")] = UNSET
    announced: Annotated[list[int] | UnsetType, Meta(description="The seats whose announcement counts.")] = UNSET
    scores: Annotated[list[int] | UnsetType, Meta(description="The score of each seat.")] = UNSET
    lost: Annotated[list[int] | UnsetType, Meta(description="How many deals each seat has lost.")] = UNSET
    gone: Annotated[list[int] | UnsetType, Meta(description="The seats that have left the game.")] = UNSET
    winner: Annotated[int | UnsetType, Meta(description="The seat that won the deal before.")] = UNSET
    loser: Annotated[int | UnsetType, Meta(description="The seat that lost the deal before.")] = UNSET
    shuffles: Annotated[list[str] | UnsetType, Meta(description="The order that each coming shuffle gives.")] = UNSET
    deck: Annotated[str | UnsetType, Meta(description="The shuffled deck before the deal, the top card first.")] = UNSET
    players: Annotated[int | UnsetType, Meta(description="The number of seats.")] = UNSET
    moves: Annotated[list[str] | UnsetType, Meta(description="The moves that are made, in the notation.")] = UNSET
    then: Annotated[dict[str, Any] | UnsetType, Meta(description="What must be true after the moves.")] = UNSET


class ExampleList(Answer, frozen=True):
    """All examples of a ruleset."""

    ruleset: Annotated[str, Meta(description="The content hash of the ruleset, with `sha256:` before it.")]
    items: Annotated[list[Example], Meta(description="All examples.")]
    next_cursor: Annotated[str | None, Meta(description="Always null: there is only one page.")]


class EffectiveOption(Answer, frozen=True):
    """An option as it is set in a game."""

    name: Annotated[str, Meta(description="The name of the option. Send it in `options`.")]
    label: Annotated[str, Meta(description="What the option is called, for people.")]
    value: Annotated[OptionValue, Meta(description="The value that the option has in this game.")]
    default_value: Annotated[OptionValue, Meta(description="The value that the option has unless it is set.")]
    paragraph: Paragraph
    about: Annotated[str, Meta(description="What the option does, in a sentence.")]


ExplainedMove = Literal[
    "draw", "group", "claim", "believe", "challenge", "say", "accuse", "name", "cut", "keep", "rescue"
]


class Explanation(Answer, frozen=True):
    """A sentence about special cards or moves, for somebody who meets them for the first time."""

    id: Annotated[str, Meta(description="Which explanation it is. A client can note that it has shown it.")]
    text: Annotated[str, Meta(description="What the cards or the moves do, in the language of `lang`.")]
    cards: Annotated[
        list[str],
        Meta(
            description="The cards that it is about, in the notation. It matters when you hold one of them, or when "
            "somebody plays one."
        ),
    ]
    moves: Annotated[
        list[ExplainedMove],
        Meta(
            description="The moves that it is about. It matters when one of them is legal: a move of this `kind`, or a "
            "`play` of several cards (`group`), face down (`claim`) or with a word (`say`)."
        ),
    ]
    paragraph: Annotated[str | None, Meta(description="The paragraph of the rules about it. Null if none is known.")]
    example_id: Annotated[
        str | None, Meta(description="The `id` of an example in `examples` that shows it. Null for none.")
    ]


class EffectiveRules(Answer, frozen=True):
    """The rules of one game, with its options applied."""

    ruleset: Annotated[Pinned, Meta(description="The ruleset of the game, and the options that differ.")]
    seats: Annotated[int, Meta(description="The number of seats.")]
    summary: Annotated[list[str], Meta(description="The rules in about ten lines, in the language of `lang`.")]
    options: Annotated[list[EffectiveOption], Meta(description="All options of the variant, as they are set.")]
    rules: Annotated[dict[str, Any], Meta(description="The rules as data, with the options applied.")]
    text: Annotated[str, Meta(description="The numbered paragraphs of the variant, in Markdown.")]
    kernel: Kernel
    examples: Annotated[list[Example], Meta(description="The examples that hold under these options.")]
    explanations: Annotated[
        list[Explanation],
        Meta(description="What special cards and rare moves do, those about the fewest cards first."),
    ]


class Fault(Answer, frozen=True):
    """A fault of a ruleset, and its place."""

    place: Place
    why: Annotated[str, Meta(description="What is wrong.")]
    line: Annotated[int | None, Meta(description="The line of a TOML text that cannot be read.")]


class ExampleOutcome(Answer, frozen=True):
    """The result of an example."""

    name: Annotated[str, Meta(description="The name of the example.")]
    held: Annotated[bool, Meta(description="Whether everything was as the example expects.")]
    faults: Annotated[list[str], Meta(description="What the example expects, and what happened instead.")]


class Spread(Answer, frozen=True):
    """The distribution of a number."""

    mean: Annotated[float, Meta(description="The average.")]
    least: Annotated[int, Meta(description="The smallest value.")]
    median: Annotated[int, Meta(description="Half of the values are not above this one.")]
    p90: Annotated[int, Meta(description="Nine of ten values are not above this one.")]
    most: Annotated[int, Meta(description="The largest value.")]


class Drawn(Answer, frozen=True):
    """How much is drawn for one cause, on average in a deal."""

    cards: Annotated[float, Meta(description="How many cards are drawn.")]
    times: Annotated[float, Meta(description="How often cards are drawn.")]


class Trouble(Answer, frozen=True):
    """A deal or a game that does not end, or that cannot be played."""

    seats: Annotated[int, Meta(description="The number of seats.")]
    options: Annotated[dict[str, OptionValue], Meta(description="The options that differ from their defaults.")]
    seed: Annotated[str, Meta(description="The seed from which its cards and moves follow.")]
    what: Annotated[str, Meta(description="What happened.")]


class Winners(Answer, frozen=True):
    """How often each seat won, at tables of one size."""

    by_turn: Annotated[list[int], Meta(description="How many deals each seat won, in the order of their first turns.")]
    nobody: Annotated[int, Meta(description="How many deals nobody won.")]


class WholeGames(Answer, frozen=True):
    """Whole games that were played for the check."""

    played: Annotated[int, Meta(description="How many games were played.")]
    ended: Annotated[int, Meta(description="How many of them came to an end.")]
    deals: Annotated[Spread | None, Meta(description="How many deals a game has.")]


class Deals(Answer, frozen=True):
    """Statistics of random deals, in which seats sometimes forget an announcement. Numbers are averages of a deal."""

    asked: Annotated[int, Meta(description="How many deals you asked for.")]
    played: Annotated[int, Meta(description="How many deals were played with all options at their defaults.")]
    ended: Annotated[int, Meta(description="How many of these came to an end.")]
    with_options: Annotated[int, Meta(description="How many more deals were played with other options.")]
    troubles: Annotated[list[Trouble], Meta(description="What did not end, or could not be played.")]
    turns: Annotated[Spread | None, Meta(description="How many turns a deal has. Null if none ended.")]
    decisions: Annotated[Spread | None, Meta(description="How many decisions a deal has. Null if none ended.")]
    drawn: Annotated[dict[str, Drawn], Meta(description="By cause: `own-accord`, `penalty`, `strike` or `fine`.")]
    accusations: Annotated[float, Meta(description="How often a seat was accused.")]
    skipped: Annotated[float, Meta(description="How many turns seats missed.")]
    endings: Annotated[dict[str, int], Meta(description="How many deals ended, by the kind of ending.")]
    blocked: Annotated[float, Meta(description="The share of deals, from 0 to 1, in which nobody could go on.")]
    winners: Annotated[dict[str, Winners], Meta(description="By the number of seats.")]
    games: Annotated[WholeGames, Meta(description="Whole games, after the deals.")]


class RulesetReport(Answer, frozen=True):
    """The result of a check of a ruleset."""

    passed: Annotated[bool, Meta(description="Whether everything that you asked for was checked and has no fault.")]
    finished: Annotated[bool, Meta(description="False if the check ran out of time or memory.")]
    hash: Annotated[str | None, Meta(description="The hash under which the ruleset would be published.")]
    key: Annotated[str | None, Meta(description="The key in the ruleset. Null if it cannot be read.")]
    name: Annotated[str | None, Meta(description="The name in the ruleset. Null if it cannot be read.")]
    faults: Annotated[list[Fault], Meta(description="The faults of the ruleset. Empty if it has none.")]
    examples: Annotated[list[ExampleOutcome], Meta(description="The result of each example that was run.")]
    deals: Annotated[
        Deals | None, Meta(description="Null if you asked for no deals, or if the ruleset has another fault.")
    ]


class CheckStatus(StrEnum):
    """The progress of a check."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class Check(Answer, frozen=True):
    """A check in the background."""

    id: Annotated[UUID, Meta(description="The id of the check.")]
    status: Annotated[
        CheckStatus, Meta(description="`waiting` until a worker has time, then `running`, and `done` with the report.")
    ]
    deals: Annotated[int, Meta(description="How many random deals you asked for.")]
    created_at: Annotated[Timestamp, Meta(description="When you asked for the check.")]
    expires_at: Annotated[Timestamp, Meta(description="Until then you can read the check.")]
    report: Annotated[RulesetReport | None, Meta(description="The result. Null until the check is done.")]


class RulesetSchema(Answer, frozen=True):
    """A JSON Schema of rulesets in TOML, with which editors complete keys and say what they mean."""

    dialect: Annotated[str, Meta(description="The version of JSON Schema.")] = field(name="$schema")
    title: Annotated[str, Meta(description="What the schema describes.")]
    type: Annotated[str, Meta(description="`object`: a ruleset is a table of keys.")]
    additional_properties: Annotated[bool, Meta(description="Whether a ruleset may have other keys.")] = field(
        name="additionalProperties"
    )
    pattern_properties: Annotated[
        dict[str, Any], Meta(description="The schema of each key that matches: `+key` and `=key` change a base.")
    ] = field(name="patternProperties")
    required: Annotated[list[str], Meta(description="The keys that each ruleset has.")]
    properties: Annotated[dict[str, Any], Meta(description="The schema of each key.")]
