"""What one card may be at once: every role that a ruleset gives to cards, and the pairs of roles that contradict.

docs/reference/rulesets.md has the whole table, and a test walks through all its pairs. All others have a meaning.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from games.rules.ruleset.read import RulesetError
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.selectors import NOTHING, OF_RANK, Faces, select


class Pair(NamedTuple):
    """Two roles that no card may have at once. ``why`` follows the card, at the place of the second role."""

    one: str
    other: str
    why: str
    in_group: bool = False
    """Whether two cards of one rank that are laid together may not have them either."""


_LIVE: Final = (
    "and the same seat goes on; an effect that is live meets the next seat, so it would hit who laid it (K-56)"
)
CONTRADICTIONS: Final = (
    Pair("skip", "penalty", "skips too; one effect at a time can be live (K-57)", in_group=True),
    *(
        Pair(live, going_on, f"{does} {_LIVE}", in_group=True)
        for live, does in (("penalty", "makes a penalty"), ("skip", "skips"), ("answer", "passes a penalty on"))
        for going_on in ("must", "may", "further", "further_turn")
    ),
    Pair("must", "may", "asks for one more card that must be laid, so it is not that it may"),
    *(
        Pair(follow, further, "goes on with the same turn, so no further turn can begin (K-78)", in_group=True)
        for follow in ("must", "may")
        for further in ("further", "further_turn")
    ),
    Pair("suit", "rank", "nominates a suit, so it cannot nominate a rank (K-46)"),
    Pair("answer", "cancel", "answers this chain, so it cannot cancel it (K-59)"),
    Pair("illegal", "fined", "cannot be laid as the last card, so it costs nothing"),
    Pair("illegal", "together", "cannot be laid as the last card, so it cannot win with others"),
    Pair("fined", "together", "does not win as the last card, so it cannot win with others"),
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
    """Yield each pair of roles that a card of the *deck* has and may not have, at the key of the second one."""
    roles, grouped = roles_of(sections), select(sections.group.cards)
    for pair in CONTRADICTIONS:
        for (where, faces), (place, others) in product(roles[pair.one].items(), roles[pair.other].items()):
            if "cancel" in pair and where.rpartition(".")[0] != place.rpartition(".")[0]:
                continue  # two chains have nothing to do with each other
            if both := sorted(faces & others & deck):
                yield RulesetError(place, f"{both[0]} {pair.why}")
            elif pair.in_group:
                yield from _in_one_group(pair, faces & grouped & deck, others & grouped & deck, place)


def _in_one_group(pair: Pair, faces: Faces, others: Faces, place: str) -> Iterator[RulesetError]:
    """Yield the first card whose role another of its rank contradicts, which may be laid with it in one move."""
    for card in sorted(faces):
        if card.rank and (same := sorted(others & OF_RANK[card.rank])):
            yield RulesetError(place, f"{card}, which may be laid with {same[0]}, {pair.why}")
            return
