"""Laying cards: why a play is refused, and how it is spelled."""

from dataclasses import replace

from games.rules.cards import Card, Cards, without
from games.rules.commands import Play
from games.rules.deal import Deal
from games.rules.events import asks
from games.rules.legality.announcements import (
    PLAYING,
    is_last_word_said,
    is_needless,
    laid_faces,
    objection_to_word_of_play,
    speaks_of,
    win_together,
    word_said,
)
from games.rules.legality.fitting import demanded, fitting, only_drawn
from games.rules.reasons import Reason
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import Faces


def goes_out(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Tell whether *seat*, who lays the last of its cards with *word*, goes out (K-106)."""
    top = laid[-1]
    if top in ruleset.must_follow and ruleset.sections.follow.last != "wins":
        return False
    return top not in ruleset.fined_last and is_last_word_said(ruleset, deal, seat, top, word)


def ends_deal(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Tell whether this play ends the deal, so that it needs no nomination (K-48)."""
    if 0 < ruleset.most_plays <= deal.plays + 1:
        return True
    if ruleset.returns or _is_fined_for(ruleset, deal, seat, word):
        return False
    if len(laid) < len(deal.hands[seat]) or not goes_out(ruleset, deal, seat, laid, word):
        return False
    return ruleset.sections.end.when == "first_out" or len(deal.active) <= 2


def _is_fined_for(ruleset: Ruleset, deal: Deal, seat: int, word: str) -> bool:
    """Tell whether *word*, said with the last card, is needless, so that cards are drawn before the play."""
    needless = word and not speaks_of(ruleset, 0) and is_needless(ruleset, len(deal.hands[seat]))
    return bool(needless) and ruleset.sections.say.needless_fine > 0


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
    return (
        _objection_to_claim(ruleset, deal, move)
        if move.claim is not None
        else _objection_to_cards(ruleset, deal, move.cards, left)
    ) or (
        objection_to_word_of_play(ruleset, deal, move, left)
        or _objection_to_nomination(ruleset, deal, move, left)
        or _objection_to_target(ruleset, deal, move)
    )


def _objection_to_cards(ruleset: Ruleset, deal: Deal, cards: Cards, left: Cards) -> Reason | None:
    if len(cards) > 1 and not lays_together(ruleset, deal, cards, left):
        if not ruleset.grouped:
            return Reason.GROUP_NOT_ALLOWED
        if len({card.rank for card in cards}) > 1 or not cards[0].rank:
            return Reason.GROUP_OF_RANKS
        if not ruleset.grouped.issuperset(cards):
            return Reason.GROUP_NOT_ALLOWED
    if cards[0] not in demanded(ruleset, deal):
        return _why_not(ruleset, deal, cards[0])
    if deal.ask is asks.DRAWN or only_drawn(ruleset, deal):
        return _objection_after_draw(ruleset, deal, cards)
    return None if left or not _any_of(ruleset.illegal_last, cards) else Reason.LAST_CARD_BANNED


def _objection_to_claim(ruleset: Ruleset, deal: Deal, move: Play) -> Reason | None:
    """Return why this card may not be laid face down with this claim (B1)."""
    claim = laid_faces(move)[0]
    if len(move.cards) > 1:
        return Reason.GROUP_NOT_ALLOWED
    if claim not in demanded(ruleset, deal) & ruleset.faces:
        return due(deal) if deal.ask is asks.ANSWER else Reason.CLAIM_DOES_NOT_FIT
    if only_drawn(ruleset, deal) and move.cards != (deal.drawn,):
        return Reason.ONLY_DRAWN_CARD
    if claim in fitting(ruleset, deal):
        return None
    alone = len(deal.hands[deal.turn]) == 1 and claim in ruleset.illegal_last
    return Reason.LAST_CARD_BANNED if alone else Reason.LAST_FOLLOW_CARD


def lays_together(ruleset: Ruleset, deal: Deal, cards: Cards, left: Cards) -> bool:
    """Tell whether *cards* are a whole hand that its player may lay in one move, having said the word for it (W2).

    A word that was said for a play still to come gives no such right, nor does one said with the card that is followed
    (OF-52, OF-53).
    """
    undrawn = deal.ask is asks.PLAY or (deal.ask is asks.DRAWN and deal.drawn is None)
    if left or deal.spoken or not undrawn or not win_together(ruleset, cards):
        return False
    return ruleset.sections.out.together_word in deal.said[deal.turn]


def _objection_after_draw(ruleset: Ruleset, deal: Deal, cards: Cards) -> Reason | None:
    if only_drawn(ruleset, deal) and cards != (deal.drawn,):
        return Reason.ONLY_DRAWN_CARD
    if cards[0] not in fitting(ruleset, deal):
        banned = len(deal.hands[deal.turn]) == len(cards) and _any_of(ruleset.illegal_last, cards)
        return Reason.LAST_CARD_BANNED if banned else Reason.LAST_FOLLOW_CARD
    return None


def _any_of(faces: Faces, cards: Cards) -> bool:
    return not faces.isdisjoint(cards)


def due(deal: Deal) -> Reason:
    """Return what a seat must answer or accept before anything else."""
    return Reason.PENALTY_DUE if deal.penalty else Reason.SKIP_DUE


def _why_not(ruleset: Ruleset, deal: Deal, card: Card) -> Reason:
    if deal.ask is asks.ANSWER:
        return due(deal)
    return Reason.WILD_FORBIDDEN if card in ruleset.wild else Reason.DOES_NOT_FIT


def _objection_to_nomination(ruleset: Ruleset, deal: Deal, move: Play, left: Cards) -> Reason | None:
    laid = laid_faces(move)
    choices = ruleset.nominations(laid[-1])
    if move.nominated:
        if not choices:
            return Reason.NOTHING_TO_NOMINATE
        return None if move.nominated in choices else Reason.NO_SUCH_NOMINATION
    word = word_said(ruleset, laid, left, move.word)
    if not choices or ends_deal(ruleset, deal, move.seat, laid, word):
        return None
    return Reason.NOMINATION_MISSING


def _objection_to_target(ruleset: Ruleset, deal: Deal, move: Play) -> Reason | None:
    strike = ruleset.strike_of(laid_faces(move)[-1]) if ruleset.strikes else None
    if strike is None or strike.at != "chosen":
        return None if move.target is None else Reason.NOTHING_TO_AIM
    if move.target is None:
        return Reason.TARGET_MISSING
    return None if move.target in deal.active and move.target != move.seat else Reason.NO_SUCH_TARGET


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
