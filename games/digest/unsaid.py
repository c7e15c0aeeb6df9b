"""The keys of a ruleset of which the short rules say nothing, each with a reason.

A test changes every key of every variant, and expects another text unless the key stands here.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from games.rules.ruleset import Ruleset
from games.rules.ruleset.effect_sections import Chain, Penalty, Strike
from games.rules.ruleset.selectors import select


class Unsaid(NamedTuple):
    """A key that no line speaks of, always or in some rulesets."""

    key: str
    """A key such as ``cut.cutter``, or a section, for all its keys. Tables by name and lists count as one section: a
    key is ``penalty.amount`` whatever the name of the penalty is, and ``say.words.card`` whichever word it is."""
    why: str
    where: Callable[[Ruleset, Any], object] | None = None
    """Whether a ruleset, and the section or the entry of a list that has the key, are so; None if it is always so."""


def _is_made(rules: Ruleset, effect: Penalty | Strike) -> bool:
    """Return whether the deck has cards with this effect."""
    return not rules.faces.isdisjoint(select(effect.cards))


def _is_of_use(rules: Ruleset, chain: Chain) -> bool:
    """Return whether the deck has cards with a penalty of *chain*."""
    made = (penalty for penalty in rules.sections.penalty.values() if _is_made(rules, penalty))
    return any(rules.sections.chain[penalty.chain] is chain for penalty in made)


def _has_nominations(rules: Ruleset) -> set[str]:
    """Return what the players of wild cards nominate."""
    return {rules.nominates[card] for card in rules.faces} - {""}


UNSAID: Final = (
    # What a player sees, or need not know.
    Unsaid("players", "A table shows its seats, and the page of a variant how many there may be."),
    Unsaid("deck.pack", "It says what cards are called. No rule depends on it."),
    Unsaid("up_card.refused", "It decides only where a card lies that nobody plays."),
    Unsaid("penalty.needs_stock", "It matters only while the stock is empty, and then few cards can be drawn anyway."),
    Unsaid("end.stalled_by", "A deal is seldom blocked, and nobody could play otherwise for it."),
    Unsaid("draw.passing", "Where you still have to pass, you are asked to.", lambda _, draw: draw.passing != "spent"),
    Unsaid("draw.replenish", "You draw in the same way from every stock.", lambda _, draw: draw.replenish != "never"),
    Unsaid(
        "say.needless",
        "What counts is what a needless word costs.",
        lambda _, say: say.needless != "refused" or not say.needless_fine,
    ),
    # What changes nothing, because of what other keys say.
    Unsaid("cut.cutter", "Nobody cuts.", lambda _, cut: cut.kind == "none"),
    Unsaid("cut.special", "Nobody cuts.", lambda _, cut: cut.kind == "none"),
    Unsaid(
        "up_card.wild",
        "No card that nominates a suit can be the first one.",
        lambda rules, _: not (select(rules.sections.wild.suit) - rules.refused) & rules.faces,
    ),
    Unsaid("start.first", "There is no second deal.", lambda rules, _: rules.sections.game.end == "single"),
    Unsaid("start.dealer", "There is no second deal.", lambda rules, _: rules.sections.game.end == "single"),
    Unsaid(
        "wild.forbidden",
        "No wild card is forbidden.",
        lambda rules, wild: not rules.wild & rules.faces or not select(wild.forbidden_on) & rules.faces,
    ),
    Unsaid(
        "wild.joker_demand",
        "There is no joker that nominates nothing.",
        lambda rules, _: all(card.rank or rules.nominates[card] for card in rules.faces),
    ),
    Unsaid(
        "wild.cross", "Nobody nominates a rank, or nobody a suit.", lambda rules, _: len(_has_nominations(rules)) <= 1
    ),
    Unsaid(
        "draw.most",
        "Whoever has drawn until a card fits cannot draw again.",
        lambda _, draw: draw.count == "until_playable" and draw.when == "unable",
    ),
    Unsaid(
        "group.each",
        "No card of a group has an effect.",
        lambda rules, _: all(card in rules.plain or not card.rank for card in rules.grouped & rules.faces),
    ),
    Unsaid("penalty", "No card makes this penalty.", lambda rules, penalty: not _is_made(rules, penalty)),
    Unsaid("chain", "No card makes its penalties.", lambda rules, chain: not _is_of_use(rules, chain)),
    Unsaid("strike", "No card strikes.", lambda rules, strike: not _is_made(rules, strike)),
    Unsaid("skip.adds_up", "No card answers a skip.", lambda rules, skip: not select(skip.answers) & rules.faces),
    Unsaid(
        "reverse.two_seats",
        "No card reverses, or more than two players sit at the table.",
        lambda rules, _: not rules.reverse & rules.faces or rules.seats != 2,
    ),
    Unsaid("follow.unable", "No card must be followed.", lambda rules, _: not rules.must_follow & rules.faces),
    Unsaid("follow.able_may_draw", "No card must be followed.", lambda rules, _: not rules.must_follow & rules.faces),
    Unsaid(
        "follow.last",
        "No card that must be followed can be the last one.",
        lambda rules, _: not (rules.must_follow - rules.illegal_last - rules.fined_last) & rules.faces,
    ),
    Unsaid("say", "No player has to say a word.", lambda rules, say: say.idle or not rules.speaks),
    Unsaid("say.words", "No word is due with one card left.", lambda _, say: not say.left_one),
    Unsaid(
        "say.words.card",
        "The first word is for all other cards.",
        lambda rules, one: one in rules.sections.say.words[:1],
    ),
    Unsaid("say.last_words", "No word is due with the last card.", lambda _, say: not say.at_last),
    Unsaid(
        "say.last_words.card",
        "The first word is for all other cards.",
        lambda rules, one: one in rules.sections.say.last_words[:1],
    ),
    Unsaid("say.window", "Only the last card needs a word.", lambda _, say: not say.left_one and say.window != "auto"),
    Unsaid("say.fine", "The fine is another one.", lambda _, say: say.fine_as_dealt or not say.left_one),
    Unsaid(
        "say.fine_as_dealt",
        "No word is due with one card left, or the fine is as large in any case.",
        lambda rules, say: not say.left_one or say.fine == rules.hand_size,
    ),
    Unsaid("say.blocks", "No word is due with one card left.", lambda _, say: not say.left_one),
    Unsaid("say.last_fine", "No word is due with the last card.", lambda _, say: not say.at_last),
    Unsaid("say.false_accusation", "Nobody can accuse.", lambda _, say: say.window != "accusation" or not say.left_one),
    Unsaid("out.fine", "No last card is fined.", lambda rules, _: not rules.fined_last & rules.faces),
    Unsaid("out.effect", "No card has an effect.", lambda rules, _: rules.faces <= rules.plain),
    Unsaid(
        "out.pending",
        "No penalty can be live when the deal ends.",
        lambda rules, out: (
            out.effect == "drop"
            or rules.sections.end.when == "last_left"
            or not any(_is_made(rules, penalty) for penalty in rules.sections.penalty.values())
        ),
    ),
    Unsaid("score.values", "Cards are not counted.", lambda _, score: score.to in ("none", "point")),
    Unsaid("score.times", "Only points of losers are multiplied.", lambda _, score: score.to != "losers"),
    Unsaid("score.times.times", "The number of last cards counts.", lambda _, times: times.each),
    Unsaid("score.times.winner_too", "The winner gets nothing.", lambda rules, _: not rules.sections.score.winner),
    Unsaid("score.winner", "It is for games in which losers get points.", lambda _, score: score.to != "losers"),
    Unsaid("score.bonus", "It is for games in which losers get points.", lambda _, score: score.to != "losers"),
    Unsaid("score.reset_at", "Nothing is counted.", lambda _, score: score.to == "none"),
    Unsaid("game.at", "The game is a single deal.", lambda _, game: game.end == "single"),
    Unsaid("blind.truth_fine", "No card is played face down.", lambda _, blind: not blind.on),
    Unsaid("blind.lie_fine", "No card is played face down.", lambda _, blind: not blind.on),
)
