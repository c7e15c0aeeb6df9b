"""The set of cards that the seat on turn may play now. Every question about plays is answered from it."""

from games.rules.cards import Card, Cards
from games.rules.deal import Deal
from games.rules.events import asks
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import NOTHING, Faces


def fitting(ruleset: Ruleset, deal: Deal) -> Faces:
    """Return the faces that the seat on turn may lay, or claim, as a single card now, all bans included (K-30)."""
    faces, ask = demanded(ruleset, deal), deal.ask
    if ruleset.blind:
        faces &= ruleset.faces
    if ask is not asks.PLAY and (ask is asks.DRAWN or (deal.drawn is not None and only_drawn(ruleset, deal))):
        # The draw may leave only the drawn card (K-35, K-39, K-77), and of a last card only one to follow (K-80).
        if not ruleset.blind and only_drawn(ruleset, deal):
            faces = NOTHING if deal.drawn is None else faces & {deal.drawn}
        if deal.emptied and ruleset.sections.follow.last == "cannot_win":
            faces &= ruleset.must_follow
    banned = ruleset.illegal_last
    return faces - banned if banned and len(deal.hands[deal.on_turn]) == 1 else faces


def fitting_next(ruleset: Ruleset, deal: Deal, seat: int) -> Faces:
    """Return the faces that *seat* may lay, or claim, as its next card where nothing is live, all bans included."""
    faces = ruleset.fits(deal.discards[-1], deal.demand, deal.nominated)
    if ruleset.blind:
        faces &= ruleset.faces
    return faces - ruleset.illegal_last if len(deal.hands[seat]) == 1 else faces


def demanded(ruleset: Ruleset, deal: Deal) -> Faces:
    """Return the faces that fit, or that answer or cancel what is live, whatever the draw rule and the bans say."""
    ask = deal.ask
    if ask is asks.PLAY or ask is asks.DRAWN or ask is asks.MUST_FOLLOW or ask is asks.MAY_FOLLOW:
        return ruleset.fits(deal.discards[-1], deal.demand, deal.nominated)
    if ask is not asks.ANSWER:
        return NOTHING
    if deal.penalty:
        cause = deal.discards[-1] if deal.cause is None else deal.cause
        return ruleset.answering(deal.chain, cause) | ruleset.cancels[deal.chain]
    return ruleset.skip_answers


def only_drawn(ruleset: Ruleset, deal: Deal) -> bool:
    """Return whether no card may be laid but the one just drawn: after a draw, or to cover (K-35, K-77)."""
    if deal.ask is asks.DRAWN:
        return ruleset.after_draw != "any"
    return deal.ask is asks.MUST_FOLLOW and deal.drawn is not None and ruleset.sections.follow.unable == "until"


def held(ruleset: Ruleset, deal: Deal, faces: Faces) -> list[Card]:
    """Return those of *faces* that the seat on turn holds, each once, in deck order."""
    hand = deal.hands[deal.on_turn]
    if ruleset.has_doubles:
        return sorted(faces.intersection(hand))
    found = [card for card in hand if card in faces]  # quicker than the above, where it is as good
    found.sort()
    return found


def able(ruleset: Ruleset, deal: Deal) -> bool:
    """Return whether the seat on turn holds a card that may be played now."""
    return serves(ruleset, deal.hands[deal.on_turn], fitting(ruleset, deal))


def serves(ruleset: Ruleset, hand: Cards, faces: Faces) -> bool:
    """Return whether *hand* can lay one of *faces*; where cards are laid blind any card can be claimed to be one."""
    return bool(faces and hand) if ruleset.blind else not faces.isdisjoint(hand)
