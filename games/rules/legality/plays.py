"""Laying cards: why a play is refused, and how it is spelled."""

from dataclasses import replace

from games.rules.cards import Cards, without
from games.rules.commands import Play
from games.rules.deal import Deal
from games.rules.events import asks
from games.rules.legality.announcements import (
    PLAYING,
    is_last_word_said,
    is_needless,
    laid_faces,
    objection_to_word_of_play,
    win_together,
    word_said,
)
from games.rules.legality.fitting import demanded, fitting, only_drawn
from games.rules.refusal_reasons import Reason
from games.rules.ruleset import Ruleset


def goes_out(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Return whether *seat*, who lays the last of its cards with *word*, goes out (K-106)."""
    top = laid[-1]
    if top in ruleset.must_follow and ruleset.sections.follow.last != "wins":
        return False
    return top not in ruleset.fined_last and is_last_word_said(ruleset, deal, seat, top, word)


def ends_deal(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Return whether this play ends the deal, so that it needs no nomination (K-48)."""
    if 0 < ruleset.most_plays <= deal.plays + 1:
        return True
    if ruleset.returns or len(laid) < len(deal.hands[seat]) or not goes_out(ruleset, deal, seat, laid, word):
        return False
    # A needless word is fined before the cards are laid, so the seat still holds cards after them (A5).
    needless = word and 0 not in ruleset.due_at and is_needless(ruleset, len(laid))
    if needless and ruleset.sections.say.needless_fine > 0:
        return False
    return ruleset.sections.end.when == "first_out" or len(deal.active) <= 2


def objection_to_play(ruleset: Ruleset, deal: Deal, move: Play) -> Reason | None:
    """Return why the seat on turn may not lay these cards in this way; None if it may."""
    if deal.ask not in PLAYING:
        return Reason.NOT_ASKED
    if ruleset.blind is (move.claim is None):
        return Reason.CLAIM_MISSING if move.claim is None else Reason.NO_BLIND_PLAY
    try:
        left = without(deal.hands[move.seat], move.cards)
    except ValueError:
        return Reason.CARD_NOT_HELD
    if reason := _objection_to_cards(ruleset, deal, move, left) or objection_to_word_of_play(ruleset, deal, move, left):
        return reason

    # Does the card that counts, the last one laid, nominate (K-45, K-46)?
    laid = laid_faces(move)
    choices = ruleset.nominations(laid[-1])
    if move.nominated and not choices:
        return Reason.NOTHING_TO_NOMINATE
    if move.nominated and move.nominated not in choices:
        return Reason.NO_SUCH_NOMINATION
    if choices and not move.nominated:
        word = word_said(ruleset, laid, left, move.word)
        if not ends_deal(ruleset, deal, move.seat, laid, word):
            return Reason.NOMINATION_MISSING

    # Does it strike a seat that its player chooses (K-72)?
    strike = ruleset.strike_of(laid[-1]) if ruleset.strikes else None
    if strike is None or strike.at != "chosen":
        return None if move.target is None else Reason.NOTHING_TO_AIM
    if move.target is None:
        return Reason.TARGET_MISSING
    return None if move.target in deal.active and move.target != move.seat else Reason.NO_SUCH_TARGET


def _objection_to_cards(ruleset: Ruleset, deal: Deal, move: Play, left: Cards) -> Reason | None:
    """Return why the cards of *move*, which leaves *left*, may not be laid, or claimed; None if they may."""
    cards, laid = move.cards, laid_faces(move)

    # Several cards in one move are of one rank, all of them groupable (K-53, K-54), or win together.
    if len(cards) > 1 and (ruleset.blind or not lays_together(ruleset, deal, cards, left)):
        if ruleset.blind or not ruleset.grouped:
            return Reason.GROUP_NOT_ALLOWED
        if len({card.rank for card in cards}) > 1 or not cards[0].rank:
            return Reason.GROUP_OF_RANKS
        if not ruleset.grouped.issuperset(cards):
            return Reason.GROUP_NOT_ALLOWED

    # The first card must fit, or answer what is live.
    faces = demanded(ruleset, deal)
    if laid[0] not in (faces & ruleset.faces if ruleset.blind else faces):
        if deal.ask is asks.ANSWER:
            return due(deal)
        if ruleset.blind:
            return Reason.CLAIM_DOES_NOT_FIT
        return Reason.WILD_FORBIDDEN if laid[0] in ruleset.wild else Reason.DOES_NOT_FIT
    if only_drawn(ruleset, deal) and cards != (deal.drawn,):
        return Reason.ONLY_DRAWN_CARD

    # Bans on a last card (K-108), also on one drawn after a last card that had to be followed (K-80).
    if not left and not ruleset.illegal_last.isdisjoint(laid):
        return Reason.LAST_CARD_BANNED
    if deal.emptied and laid[0] not in fitting(ruleset, deal):
        return Reason.LAST_FOLLOW_CARD
    return None


def lays_together(ruleset: Ruleset, deal: Deal, cards: Cards, left: Cards) -> bool:
    """Return whether *cards* are a whole hand that its player may lay in one move, having said the word for it (W2).

    A word that was said for a play still to come gives no such right, nor does one said with the card that is followed
    (OF-52, OF-53).
    """
    undrawn = deal.ask is asks.PLAY or (deal.ask is asks.DRAWN and deal.drawn is None)
    if left or deal.spoken or not undrawn or not win_together(ruleset, cards):
        return False
    return ruleset.sections.out.together_word in deal.said[deal.on_turn]


def due(deal: Deal) -> Reason:
    """Return what a seat must answer or accept before anything else."""
    return Reason.PENALTY_DUE if deal.penalty else Reason.SKIP_DUE


def canonical(ruleset: Ruleset, deal: Deal, move: Play) -> Play:
    """Return *move*, which is legal, in its one canonical spelling.

    It has no idle nomination and no word that means nothing; its inner cards are in deck order.
    """
    if not move.nominated and not move.word and len(move.cards) <= 2:
        return move
    left, laid = without(deal.hands[move.seat], move.cards), laid_faces(move)
    word = "" if ruleset.server_speaks else word_said(ruleset, laid, left, move.word)
    idle = ends_deal(ruleset, deal, move.seat, laid, word)
    cards = move.cards
    if len(cards) > 2:
        cards = (cards[0], *sorted(cards[1:-1]), cards[-1])
    return replace(move, cards=cards, nominated="" if idle else move.nominated, word=word)
