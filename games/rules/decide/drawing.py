"""Drawing and replenishing (kernel, section 8)."""

from typing import Final

from games.rules.decide.execution import Execution
from games.rules.events import Cause, EffectEnded
from games.rules.legality.fitting import fitting_next, serves

_OWN_ACCORD: Final = Cause.OWN_ACCORD


def draw_cards(u: Execution, seat: int, count: int, cause: Cause) -> int:
    """Let *seat* draw *count* cards, or as many as there are (K-81 to K-84); return how many it drew."""
    wanted = count
    while wanted:
        _replenish_when_needed(u)
        cards = u.deal.stock[:wanted]
        if cards or wanted == count:
            u.cards_drawn(seat, cards, cause)
            replenish_at_once(u)
        if not cards:
            break
        wanted -= len(cards)
    if wanted < count and u.deal.stalled:
        u.deal_stalled(0)
    return count - wanted


def replenish_at_once(u: Execution) -> None:
    """Replenish an empty stock where the ruleset does not wait until a card is needed (H1)."""
    if not u.deal.stock and u.rules.replenish == "at_once":
        _replenish(u)


def _replenish_when_needed(u: Execution) -> None:
    if not u.deal.stock and u.rules.replenish != "never":
        _replenish(u)


def _replenish(u: Execution) -> None:
    if len(u.deal.discards) > 1:
        u.stock_replenished(u.chance.shuffle(u.deal.faces[:-1], u.game.acts + 1))


def serve_penalty(u: Execution, seat: int) -> int:
    """Let *seat* draw the live penalty, and end it; return how many cards it drew (K-62, K-84)."""
    drawn = draw_cards(u, seat, u.deal.penalty, Cause.PENALTY)
    u.emit(EffectEnded())
    return drawn


def last_drawn_fits(u: Execution) -> bool:
    """Tell whether there is a card just drawn that may be played, bans on a last card included (K-35, K-80)."""
    deal, rules = u.deal, u.rules
    if deal.drawn is None:
        return False
    faces = fitting_next(rules, deal, deal.turn)
    if deal.emptied and rules.sections.follow.last == "cannot_win":
        faces &= rules.must_follow
    return serves(rules, (deal.drawn,), faces)


def draw_until_fits(u: Execution, seat: int) -> None:
    """Let *seat* draw card by card until the card just taken may be played, or nothing is left (K-37, K-77)."""
    while draw_cards(u, seat, 1, _OWN_ACCORD):
        if last_drawn_fits(u) or not _more(u):
            return
        u.count_round()


def _more(u: Execution) -> bool:
    deal = u.deal
    return bool(deal.stock) or (u.rules.replenish != "never" and len(deal.discards) > 1)
