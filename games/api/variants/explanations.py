"""Explanations of the rules of one game: what special cards and rare moves do, each with the paragraph that says so.

Paragraphs do not say which cards they are about, but examples prove paragraphs and play cards. So the paragraph about a
card is the one that is proved most often by examples in which this card is played first. The paragraph about a move is
the one for which the move is refused, if the ruleset names one.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from msgspec import UNSET

from games.api.variants.schema import Example, ExplainedMove, Explanation
from games.digest import RuleLine, Speech, explanations
from games.rules.commands import Play
from games.rules.notation import NotationError, parse_move
from games.rules.ruleset import Ruleset

_KERNEL: Final = "K-"
"""Paragraphs that hold in all games say least about a card."""
_TWO: Final = 2
_REFUSALS: Final = {
    "draw": "able_to_play",
    "group": "group_of_ranks",
    "claim": "claim_missing",
    "say": "word_not_due",
    "accuse": "accused_oneself",
    "cut": "not_asked.cut",
    "rescue": "not_asked.rescue",
    "name": "name_a_suit",
}
"""By moves: the keys of the paragraphs of a ruleset."""


class _First(NamedTuple):
    """The first move of an example."""

    card: str
    """The card that is played alone, in the notation. Empty if none is."""
    moves: frozenset[str]
    """What the move is, in the words of ExplainedMove."""
    order: tuple[int, ...]
    """Small numbers make a good example: no last card, few moves, as many seats as the table, few cards."""
    example: Example


def explained(ruleset: Ruleset, held: list[Example], language: str) -> list[Explanation]:
    """Return the explanations of a game with *ruleset* in *language*. *held* are the examples that hold."""
    speech = Speech(language, ruleset.sections.deck.pack, {})
    firsts = [*_firsts(held, is_large=ruleset.seats > _TWO)]
    known = Counter(number for example in held for number in example.proves)
    return [_shown(line, ruleset, firsts, known) for line in explanations(ruleset, speech)]


def _shown(line: RuleLine, ruleset: Ruleset, firsts: list[_First], known: Counter[str]) -> Explanation:
    named = next((ruleset.paragraphs.get(_REFUSALS.get(move, "")) for move in line.moves), None)
    paragraph, example = _named_paragraph(named, firsts) if named else _paragraph_of(line, firsts, known)
    return Explanation(
        id="-".join((*line.cards, *line.moves)),
        text=line.text,
        cards=list(line.cards),
        moves=[move for move in get_args(ExplainedMove) if move in line.moves],
        paragraph=paragraph,
        example_id=example,
    )


def _named_paragraph(paragraph: str, firsts: list[_First]) -> tuple[str, str | None]:
    found = [first for first in firsts if paragraph in first.example.proves]
    return paragraph, min(found, key=lambda first: first.order).example.id if found else None


def _paragraph_of(line: RuleLine, firsts: list[_First], known: Counter[str]) -> tuple[str | None, str | None]:
    """Return the paragraph about the cards or moves of *line*, and the id of an example; None for what is not there."""
    found = [first for first in firsts if first.card in line.cards or first.moves & {*line.moves}]
    best = min((first.order[0] for first in found), default=0)
    found = [first for first in found if first.order[0] == best]
    proved = Counter(number for first in found for number in first.example.proves)
    if not proved:
        return None, None

    def worth(number: str) -> tuple[bool, float]:
        return not number.startswith(_KERNEL), proved[number] ** 2 / known[number]

    paragraph = max(sorted(proved), key=worth)
    shown = min((first for first in found if paragraph in first.example.proves), key=lambda first: first.order)
    return paragraph, shown.example.id


def _firsts(held: list[Example], *, is_large: bool) -> Iterator[_First]:
    """Yield the first moves of the examples that begin with hands."""
    for example in held:
        if example.moves is UNSET or not example.moves or example.hands is UNSET:
            continue
        seat, _, text = example.moves[0].partition(" ")
        try:
            move = parse_move(int(seat), text)
        except (NotationError, ValueError):
            continue  # the next deal, or the clock
        hands = [hand.split() for hand in example.hands]
        is_last = isinstance(move, Play) and len(move.cards) == len(hands[move.seat])
        order = (is_last, len(example.moves), is_large and len(hands) == _TWO, sum(map(len, hands)))
        kinds = {type(move).__name__.lower()}
        card = ""
        if isinstance(move, Play):
            card = str(move.cards[0]) if len(move.cards) == 1 and move.claim is None else ""
            asked = {"group": len(move.cards) > 1, "claim": move.claim is not None, "say": move.word}
            kinds = {kind for kind, holds in asked.items() if holds}
        yield _First(card, frozenset(kinds), order, example)
