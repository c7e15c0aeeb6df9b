"""What one card may be at once: every role that a ruleset gives to cards, and the pairs of roles that contradict.

docs/reference/rulesets.md has the whole table, and a test walks through all its pairs. Every other pair has a meaning.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final, NamedTuple

from games.rules.ruleset.read import RulesetError
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.selectors import NOTHING, OF_RANK, Faces, select


class Pair(NamedTuple):
    """Two roles that no card may have at once, and why. The fault stands at the key of the second role."""

    one: str
    other: str
    why: str
    in_group: bool = False
    """Whether two cards of one rank that are laid together may not have them either."""


CONTRADICTIONS: Final = (
    Pair("skip", "penalty", "Only one effect can be live at a time (K-57).", in_group=True),
    *(
        Pair(
            live,
            going_on,
            "The effect is meant for the next seat, but the same seat goes on and would meet it itself (K-56).",
            in_group=True,
        )
        for live in ("penalty", "skip", "answer")
        for going_on in ("must", "may", "further", "further_turn")
    ),
    Pair("must", "may", "The same seat either has to lay one more card or may do so."),
    *(
        Pair(follow, further, "The same turn goes on, so no further turn can begin (K-78).", in_group=True)
        for follow in ("must", "may")
        for further in ("further", "further_turn")
    ),
    Pair("suit", "rank", "A card nominates a suit or a rank, not both (K-46)."),
    Pair("answer", "cancel", "A card either answers a penalty or cancels it (K-59)."),
    Pair("illegal", "fined", "A card that may not be the last one cannot be fined."),
    Pair("illegal", "together", "A card that may not be the last one cannot win together with others."),
    Pair("fined", "together", "A last card that is fined does not win, so it cannot win together with others."),
)
"""Each pair of roles that is refused, with the reason."""


def roles_of(sections: Sections) -> dict[str, dict[str, Faces]]:
    """Return the faces of every role, by the keys that give it."""
    reverse, out, wild = sections.reverse, sections.out, sections.wild
    turns_back = select(reverse.cards) if reverse.two_seats == "further_turn" else NOTHING
    return {
        "penalty": {f"penalty.{name}.cards": select(one.cards) for name, one in sections.penalty.items()},
        "skip": {"skip.cards": select(sections.skip.cards)},
        "reverse": {"reverse.cards": select(reverse.cards)},
        "further_turn": {"reverse.two_seats": turns_back},
        "strike": {f"strike.{name}.cards": select(one.cards) for name, one in sections.strike.items()},
        "must": {"follow.must": select(sections.follow.must)},
        "may": {"follow.may": select(sections.follow.may)},
        "further": {"further.cards": select(sections.further.cards)},
        "suit": {"wild.suit": select(wild.suit)},
        "rank": {"wild.rank": select(wild.rank)},
        "plain": {"wild.plain": select(wild.plain)},
        "answer": {
            f"chain.{name}.answers": NOTHING.union(*(select(one.cards) for one in chain.answers))
            for name, chain in sections.chain.items()
        },
        "cancel": {f"chain.{name}.cancel": select(chain.cancel) for name, chain in sections.chain.items()},
        "rescue": {f"chain.{name}.rescue": select(chain.rescue) for name, chain in sections.chain.items()},
        "illegal": {"out.illegal": select(out.illegal)},
        "fined": {"out.fined": select(out.fined)},
        "together": {"out.together": select(out.together)},
        "returns": {"out.returns": select(out.returns)},
    }


def contradictions(sections: Sections, deck: Faces) -> Iterator[RulesetError]:
    """Yield a fault for each pair of roles that no card of the *deck* may have, but one has."""
    roles, grouped = roles_of(sections), select(sections.group.cards)
    for pair in CONTRADICTIONS:
        for (where, faces), (place, others) in product(roles[pair.one].items(), roles[pair.other].items()):
            if "cancel" in pair and where.rpartition(".")[0] != place.rpartition(".")[0]:
                continue  # two chains have nothing to do with each other
            if both := faces & others & deck:
                yield RulesetError(place, f"{min(both)} stands in {where} too. {pair.why} Take it out of one of them.")
                continue
            # Two cards of one rank that may be laid in one move contradict each other like one card.
            mates = (
                (card, min(same))
                for card in sorted(faces & grouped & deck)
                if pair.in_group and card.rank and (same := others & grouped & deck & OF_RANK[card.rank])
            )
            for card, mate in islice(mates, 1):
                why = f"{mate} stands here and {card} in {where}, and one move may lay both. {pair.why}"
                yield RulesetError(place, f"{why} Take one of them out.")
