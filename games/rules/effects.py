"""What a play would do to others, foretold from the ruleset and from what everybody sees (K-51)."""

from typing import Any

from games.rules.cards import Cards
from games.rules.deal import Deal
from games.rules.ruleset import Ruleset


def effects_of(rules: Ruleset, deal: Deal, cards: Cards, *, held: int) -> dict[str, Any]:
    """Return what *cards* do when a seat that holds *held* cards lays them face up; only what happens is named.

    ``draws`` is the whole penalty that is live afterwards. Words, and what others answer, are not foreseen.
    """
    if 0 < rules.most_plays <= deal.plays + 1:
        return {}  # the last play of the deal: nobody is left to meet it
    top, last = cards[-1], len(cards) == held
    found: dict[str, Any] = {}
    if last and top in rules.fined_last:
        found["fine"] = rules.sections.out.fine
    elif last and top not in rules.must_follow and rules.sections.out.effect == "drop":
        return found  # the seat goes out, and the effects of its last card are dropped

    # What becomes of the live penalty or skip, or the new one.
    if deal.penalty and cards[0] in rules.cancels[deal.chain]:
        found["cancels"] = True
    elif deal.penalty or (not deal.skip and any(rules.penalty[card] for card in cards)):
        cause = next((card for card in reversed(cards) if rules.penalty[card]), cards[-1])
        whom = "previous" if not deal.penalty and cause in rules.backward else "next"
        if deal.resume not in (None, deal.on_turn, deal.after(deal.on_turn)):
            whom = "beyond"  # answered out of turn: it goes past the seat that made it
        if amount := deal.penalty + rules.penalty_of(cards, stocked=bool(deal.stock)):
            found["draws"] = {"cards": amount, "whom": whom}
    else:
        turns = rules.acting(rules.skip, cards) + (deal.skip if rules.sections.skip.adds_up else 0)
        if deal.skip or turns:
            found["skips"] = min(turns, len(deal.active) - 1)

    for faces, strike in rules.strikes:
        if times := rules.acting(faces, cards):
            found["strikes"] = {"cards": strike.amount * times, "whom": strike.at}
            break
    if rules.acting(rules.reverse, cards) % 2:
        found["reverses"] = True

    # Does the same seat go on?
    if top in rules.must_follow:
        found["follow"] = "must"
    elif not last and top in rules.may_follow:
        found["follow"] = "may"
    elif not last and gives_further_turn(rules, deal, cards):
        found["again"] = True
    return found


def gives_further_turn(rules: Ruleset, deal: Deal, cards: Cards) -> bool:
    """Return whether *cards* give their player a further turn (E3, E7)."""
    turns_back = not rules.reverse.isdisjoint(cards) and rules.sections.reverse.two_seats == "further_turn"
    return not rules.further.isdisjoint(cards) or (turns_back and len(deal.active) == 2)
