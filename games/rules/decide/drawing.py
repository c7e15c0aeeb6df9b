"""Drawing and replenishing (kernel, section 8)."""

from typing import Final

from games.rules.decide.execution import Execution
from games.rules.events import Cause, EffectEnded
from games.rules.legality.fitting import fitting_next, serves

_OWN_ACCORD: Final = Cause.OWN_ACCORD


def draw_cards(run: Execution, seat: int, count: int, cause: Cause) -> int:
    """Let *seat* draw *count* cards, or as many as there are (K-81 to K-84); return how many it drew.

    A draw that yields nothing happens all the same: one event without cards.
    """
    deal, wanted = run.deal, count
    while wanted:
        if not deal.stock and run.rules.replenish != "never":
            _replenish(run)
        cards = deal.stock[:wanted]
        if cards or wanted == count:
            run.cards_drawn(seat, cards, cause)
            if not deal.stock:
                replenish_at_once(run)
        if not cards:
            break
        wanted -= len(cards)
    if wanted < count and deal.stalled:
        run.deal_stalled(0)
    return count - wanted


def replenish_at_once(run: Execution) -> None:
    """Replenish an empty stock where the ruleset does not wait until a card is needed (H1)."""
    if run.rules.replenish == "at_once":
        _replenish(run)


def _replenish(run: Execution) -> None:
    """Shuffle what lies under the up-card into a new stock, if anything does (K-82)."""
    if len(run.deal.discards) > 1:
        run.stock_replenished(run.chance.shuffle(run.deal.faces[:-1], run.game.acts + 1))


def serve_penalty(run: Execution, seat: int) -> int:
    """Let *seat* draw the live penalty, and end it; return how many cards it drew (K-62, K-84)."""
    drawn = draw_cards(run, seat, run.deal.penalty, Cause.PENALTY)
    run.emit(EffectEnded())
    return drawn


def last_drawn_fits(run: Execution) -> bool:
    """Return whether a card was just drawn that may be played, bans on a last card included (K-35, K-80)."""
    deal, rules = run.deal, run.rules
    if deal.drawn is None:
        return False
    faces = fitting_next(rules, deal, deal.on_turn)
    if deal.emptied and rules.sections.follow.last == "cannot_win":
        faces &= rules.must_follow
    return serves(rules, (deal.drawn,), faces)


def draw_until_fits(run: Execution, seat: int) -> None:
    """Let *seat* draw card by card until the card just taken may be played, or nothing is left (K-37, K-77)."""
    deal, replenishes = run.deal, run.rules.replenish != "never"
    while draw_cards(run, seat, 1, _OWN_ACCORD):
        if last_drawn_fits(run) or not (deal.stock or (replenishes and len(deal.discards) > 1)):
            return
        run.count_round()
