"""Laying cards: why a play is refused, and which plays there are."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from games.rules import commands
from games.rules.cards import ALL_FACES, Card, Cards, Nomination, without
from games.rules.commands import Play
from games.rules.deal import Deal
from games.rules.events import asks
from games.rules.playable import demanded, fitting, held
from games.rules.reasons import Reason
from games.rules.ruleset import Ruleset
from games.rules.ruleset.knobs import MOST_SEATS
from games.rules.ruleset.selectors import NOTHING, Faces
from games.rules.words import (
    PLAYING,
    is_last_word_said,
    is_needless,
    laid_faces,
    may_come_up,
    may_say,
    objection_to_word_of_play,
    speaks_of,
    win_together,
    word_said,
)

Targets: TypeAlias = tuple[int | None, ...]
"""Seats at which a play may be aimed; None stands for no aim."""


def goes_out(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Tell whether *seat*, who lays the last of its cards with *word*, goes out (K-106)."""
    top = laid[-1]
    if top in ruleset.must_follow and ruleset.knobs.follow.last != "wins":
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
    return ruleset.knobs.end.when == "first_out" or len(deal.active) <= 2


def _is_fined_for(ruleset: Ruleset, deal: Deal, seat: int, word: str) -> bool:
    """Tell whether *word*, said with the last card, is needless, so that cards are drawn before the play."""
    needless = word and not speaks_of(ruleset, 0) and is_needless(ruleset, len(deal.hands[seat]))
    return bool(needless) and ruleset.knobs.say.needless_fine > 0


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
    if deal.ask is asks.DRAWN:
        return _objection_after_draw(ruleset, deal, cards)
    return None if left or not _any_of(ruleset.illegal_last, cards) else Reason.LAST_CARD_BANNED


def _objection_to_claim(ruleset: Ruleset, deal: Deal, move: Play) -> Reason | None:
    """Return why this card may not be laid face down with this claim (B1)."""
    claim = laid_faces(move)[0]
    if len(move.cards) > 1:
        return Reason.GROUP_NOT_ALLOWED
    if claim not in demanded(ruleset, deal) & ruleset.faces:
        return due(deal) if deal.ask is asks.ANSWER else Reason.CLAIM_DOES_NOT_FIT
    if deal.ask is asks.DRAWN and ruleset.after_draw != "any" and move.cards != (deal.drawn,):
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
    if left or deal.spoken or deal.ask is not asks.PLAY or not win_together(ruleset, cards):
        return False
    return ruleset.knobs.out.together_word in deal.said[deal.turn]


def _objection_after_draw(ruleset: Ruleset, deal: Deal, cards: Cards) -> Reason | None:
    if ruleset.after_draw != "any" and cards != (deal.drawn,):
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
    """Return *move*, which is legal, in its one canonical spelling: no idle nomination, inner cards in deck order."""
    if not move.nominated and not move.word and len(move.cards) <= 2:
        return move
    left, laid = without(deal.hands[move.seat], move.cards), laid_faces(move)
    word = word_said(ruleset, laid, left, move.word)
    idle = ends_deal(ruleset, deal, move.seat, laid, word)
    cards = move.cards
    if len(cards) > 2:
        cards = (cards[0], *sorted(cards[1:-1]), cards[-1])
    return _play(move.seat, cards, move.claim, "" if idle else move.nominated, move.target, word)


def legal_plays(ruleset: Ruleset, deal: Deal) -> list[commands.Move]:
    """Return every play open to the seat on turn, each once and in its canonical spelling, in deck order."""
    if deal.ask not in PLAYING:
        return []
    if ruleset.blind:
        return list(_blind_plays(ruleset, deal))
    faces = fitting(ruleset, deal)
    hand, alone = deal.hands[deal.turn], _ALONE[deal.turn]
    simple = NOTHING if may_come_up(ruleset, hand) else ruleset.simple
    plays: list[commands.Move] = []
    for card in held(ruleset, deal, faces):
        if card in simple:
            plays.append(alone[card])
        else:
            plays += _ways(ruleset, deal, (card,))
    if ruleset.grouped or ruleset.together:
        for cards in _groups(ruleset, deal, faces):
            plays += _ways(ruleset, deal, cards)
    return plays


def _blind_plays(ruleset: Ruleset, deal: Deal) -> Iterator[Play]:
    """Yield every card of the hand with every claim that may be made for it."""
    hand, claims = deal.hands[deal.turn], sorted(fitting(ruleset, deal))
    if deal.ask is asks.DRAWN and ruleset.after_draw != "any":
        hand = () if deal.drawn is None else (deal.drawn,)
    for card in sorted(set(hand)):
        for claim in claims:
            yield from _ways(ruleset, deal, (card,), claim)


_ALONE: Final = tuple(tuple(Play(seat=seat, cards=(card,)) for card in ALL_FACES) for seat in range(MOST_SEATS))
"""For each seat, for each face, the play of it alone, without a word, a nomination or a target."""


@lru_cache(maxsize=1 << 16)
def _play(  # noqa: PLR0913, PLR0917 - the parts of a play
    seat: int, cards: Cards, claim: Card | None, nominated: Nomination, target: int | None, word: str
) -> Play:
    return Play(seat=seat, cards=cards, claim=claim, nominated=nominated, target=target, word=word)


@lru_cache(maxsize=1 << 14)
def _spellings(  # noqa: PLR0913, PLR0917 - the parts of a play
    seat: int, cards: Cards, claim: Card | None, nominations: tuple[Nomination, ...], targets: Targets, word: str
) -> tuple[Play, ...]:
    return tuple(_play(seat, cards, claim, named, target, word) for named in nominations for target in targets)


def _ways(ruleset: Ruleset, deal: Deal, cards: Cards, claim: Card | None = None) -> list[Play]:
    """Return the plays of *cards*: with each word, nomination and target that there are."""
    seat = deal.turn
    laid = cards if claim is None else (claim,)
    strike = ruleset.strike_of(laid[-1]) if ruleset.strikes else None
    targets: Targets = (None,)
    if strike is not None and strike.at == "chosen":
        targets = tuple(one for one in deal.active if one != seat)
    choices = ruleset.nominations(laid[-1])
    plays: list[Play] = []
    for word in _words(ruleset, deal, cards):
        idle = not choices or ends_deal(ruleset, deal, seat, laid, word)
        plays += _spellings(seat, cards, claim, ("",) if idle else choices, targets, word)
    return plays


def _words(ruleset: Ruleset, deal: Deal, cards: Cards) -> tuple[str, ...]:
    """Return the words that may go with a play of *cards*, silence first."""
    hand = deal.hands[deal.turn]
    if not ruleset.speaks or (len(hand) - len(cards) > 1 and not ruleset.speaks_of_more):
        return ("",)
    if is_needless(ruleset, len(hand)):
        return ruleset.silence_or_words
    left = without(hand, cards)
    return ("", *(word for word in ruleset.words if may_say(ruleset, left, word)))


def _groups(ruleset: Ruleset, deal: Deal, faces: Faces) -> list[Cards]:
    """Return every group that may be laid: first and last card as written, those between in deck order."""
    hand = tuple(sorted(deal.hands[deal.turn]))
    if len({card.rank for card in hand}) == len(hand):
        return []
    found: set[Cards] = set()
    if lays_together(ruleset, deal, hand, ()):
        found.update(row for row in _rows(hand, _beginnings(hand, faces)) if len(row) == len(hand))
    if deal.ask is not asks.DRAWN or ruleset.after_draw == "any":
        grouped = [card for card in hand if card.rank and card in ruleset.grouped]
        for rank in {card.rank for card in grouped}:
            same = tuple(card for card in grouped if card.rank == rank)
            found.update(_rows(same, _beginnings(same, faces)))
    return sorted(row for row in found if len(row) < len(hand) or not _any_of(ruleset.illegal_last, row))


def _beginnings(same: Cards, faces: Faces) -> Cards:
    return tuple(card for card in dict.fromkeys(same) if card in faces)


@lru_cache(maxsize=1 << 14)
def _rows(same: Cards, beginnings: Cards) -> tuple[Cards, ...]:
    """Return every row of two or more of *same*, sorted cards of one rank, that begins with one of *beginnings*."""
    return tuple(dict.fromkeys(row for chosen in _several(same) for row in _orders(chosen, beginnings)))


def _several(cards: Cards) -> Iterator[Cards]:
    """Yield every choice of two or more of *cards*, which are sorted; equal copies count as one and the same."""
    copies = Counter(cards)
    for numbers in product(*(range(count + 1) for count in copies.values())):
        if sum(numbers) > 1:
            yield tuple(card for card, number in zip(copies, numbers, strict=True) for _ in range(number))


def _orders(chosen: Cards, beginnings: Cards) -> Iterator[Cards]:
    for first in dict.fromkeys(chosen):
        if first in beginnings:
            rest = without(chosen, (first,))
            for last in dict.fromkeys(rest):
                yield (first, *without(rest, (last,)), last)
