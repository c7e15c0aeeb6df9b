"""Which cards of the seat on turn may be played now: one mask that every question about plays asks."""

from games.rules.deal import Deal
from games.rules.events import Ask
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import NOTHING, Mask


def fitting(ruleset: Ruleset, deal: Deal) -> Mask:
    """Return the faces that the seat on turn may lay, or claim, as a single card now, all bans included (K-30)."""
    mask = demanded(ruleset, deal)
    if ruleset.knobs.blind.on:
        mask &= ruleset.faces
    if deal.ask is Ask.DRAWN:
        mask &= _after_draw(ruleset, deal)
    if len(deal.hands[deal.turn]) == 1:
        mask &= ~ruleset.illegal_last
    return mask


def demanded(ruleset: Ruleset, deal: Deal) -> Mask:
    """Return the faces that fit, or that answer or cancel what is live, whatever the draw rule and the bans say."""
    ask = deal.ask
    if ask is Ask.PLAY or ask is Ask.DRAWN or ask is Ask.MUST_FOLLOW or ask is Ask.MAY_FOLLOW:
        return ruleset.fits(deal.discards[-1], deal.demand, deal.nominated)
    if ask is not Ask.ANSWER:
        return NOTHING
    if deal.penalty:
        return ruleset.answering(deal.chain, deal.cause or deal.discards[-1]) | ruleset.cancels[deal.chain]
    return ruleset.skip_answers


def _after_draw(ruleset: Ruleset, deal: Deal) -> Mask:
    """Return the faces that the after-draw rule leaves (K-35, K-36, K-39), and a last follow card's ban (K-80)."""
    knobs = ruleset.knobs
    mask = ~NOTHING
    if knobs.draw.then != "any" and not knobs.blind.on:
        mask = NOTHING if deal.drawn is None else 1 << deal.drawn
    if deal.emptied and knobs.follow.last == "cannot_win":
        mask &= ruleset.must_follow
    return mask


def able(ruleset: Ruleset, deal: Deal) -> bool:
    """Tell whether the seat on turn holds a card that may be played now."""
    mask = fitting(ruleset, deal)
    if ruleset.knobs.blind.on:
        return bool(mask)
    return any(mask >> card & 1 for card in deal.hands[deal.turn])
