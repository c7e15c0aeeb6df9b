"""The cut: where the cutter may look, and what they may keep (K-15 to K-20)."""

from itertools import combinations, takewhile
from typing import Final

from games.rules.cards import Cards, without
from games.rules.deal import Deal
from games.rules.refusal_reasons import Reason
from games.rules.ruleset import Ruleset

CUTS: Final = {"four": 4, "run": 1}
"""How many positions each kind of cut names."""


def objection_to_cut(ruleset: Ruleset, deal: Deal, positions: tuple[int, ...]) -> Reason | None:
    """Return why the stock may not be cut at *positions*, from 1 at the top; None if it may. () is the lowest."""
    if not positions:
        return None
    inside = all(1 <= position <= len(deal.stock) for position in positions)
    different = len(set(positions)) == len(positions) == CUTS[ruleset.sections.cut.kind]
    return None if inside and different else Reason.CUT_POSITIONS


def objection_to_keep(ruleset: Ruleset, deal: Deal, cards: Cards) -> Reason | None:
    """Return why the cutter may not keep *cards*; None if they may."""
    try:
        without(deal.looked, cards)
    except ValueError:
        return Reason.KEEP_NOT_LOOKED_AT
    if tuple(sorted(cards)) in keepable(ruleset, deal):
        return None
    return Reason.KEEP_IN_ORDER if ruleset.sections.cut.kind == "run" else Reason.KEEP_NOT_SPECIAL


def keepable(ruleset: Ruleset, deal: Deal) -> list[Cards]:
    """Return every choice of special cards that may be kept, each in deck order, the empty one first.

    In a run, cards are kept in the order in which they lay, from the first one on.
    """
    if ruleset.sections.cut.kind == "run":
        row = tuple(takewhile(lambda card: card in ruleset.cut_special, deal.looked))
        return [tuple(sorted(row[:count])) for count in range(len(row) + 1)]
    special = sorted(card for card in deal.looked if card in ruleset.cut_special)
    return sorted({chosen for count in range(len(special) + 1) for chosen in combinations(special, count)})
