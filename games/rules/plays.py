"""Laying cards: why a play is refused, and which plays there are."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from games.rules import commands
from games.rules.cards import Card, Cards, Nomination, without
from games.rules.commands import Play
from games.rules.deal import Deal
from games.rules.events import Ask
from games.rules.playable import demanded, fitting
from games.rules.reasons import Reason
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import Mask
from games.rules.words import (
    PLAYING,
    is_last_word_said,
    objection_to_word_of_play,
    speaks_of,
    word_said,
)


def goes_out(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Tell whether *seat*, who lays the last of its cards with *word*, goes out (K-106)."""
    top = laid[-1]
    if ruleset.must_follow >> top & 1 and ruleset.knobs.follow.last != "wins":
        return False
    return not ruleset.fined_last >> top & 1 and is_last_word_said(ruleset, deal, seat, top, word)


def ends_deal(ruleset: Ruleset, deal: Deal, seat: int, laid: Cards, word: str) -> bool:
    """Tell whether this play ends the deal, so that it needs no nomination (K-48)."""
    end = ruleset.knobs.end
    if end.plays and deal.plays + 1 >= end.plays:
        return True
    if len(laid) < len(deal.hands[seat]) or not goes_out(ruleset, deal, seat, laid, word):
        return False
    return end.when == "first_out" or len(deal.active) <= 2


def objection_to_play(ruleset: Ruleset, deal: Deal, move: Play) -> Reason | None:
    """Return why the seat on turn may not lay these cards in this way; None if it may."""
    if deal.ask not in PLAYING:
        return Reason.NOT_ASKED
    if move.claim is not None:
        return Reason.NO_BLIND_PLAY
    try:
        left = without(deal.hands[move.seat], move.cards)
    except ValueError:
        return Reason.CARD_NOT_HELD
    return (
        _objection_to_cards(ruleset, deal, move.cards, left)
        or objection_to_word_of_play(ruleset, deal, move, left)
        or _objection_to_nomination(ruleset, deal, move, left)
        or _objection_to_target(ruleset, deal, move)
    )


def _objection_to_cards(ruleset: Ruleset, deal: Deal, cards: Cards, left: Cards) -> Reason | None:
    if len(cards) > 1:
        if len({card.rank for card in cards}) > 1 or not cards[0].rank:
            return Reason.GROUP_OF_RANKS
        if not all(ruleset.grouped >> card & 1 for card in cards):
            return Reason.GROUP_NOT_ALLOWED
    live = deal.ask is Ask.ANSWER
    mask = demanded(ruleset, deal)
    if not all(mask >> card & 1 for card in (cards if live else cards[:1])):
        return _why_not(ruleset, deal, cards[0])
    if deal.ask is Ask.DRAWN:
        return _objection_after_draw(ruleset, deal, cards)
    return None if left or not _any_of(ruleset.illegal_last, cards) else Reason.LAST_CARD_BANNED


def _objection_after_draw(ruleset: Ruleset, deal: Deal, cards: Cards) -> Reason | None:
    if ruleset.knobs.draw.then != "any" and cards != (deal.drawn,):
        return Reason.ONLY_DRAWN_CARD
    if not fitting(ruleset, deal) >> cards[0] & 1:
        banned = len(deal.hands[deal.turn]) == len(cards) and _any_of(ruleset.illegal_last, cards)
        return Reason.LAST_CARD_BANNED if banned else Reason.LAST_FOLLOW_CARD
    return None


def _any_of(mask: Mask, cards: Cards) -> bool:
    return any(mask >> card & 1 for card in cards)


def _why_not(ruleset: Ruleset, deal: Deal, card: Card) -> Reason:
    if deal.ask is Ask.ANSWER:
        return Reason.PENALTY_DUE if deal.penalty else Reason.SKIP_DUE
    return Reason.WILD_FORBIDDEN if ruleset.wild >> card & 1 else Reason.DOES_NOT_FIT


def _objection_to_nomination(ruleset: Ruleset, deal: Deal, move: Play, left: Cards) -> Reason | None:
    choices = ruleset.nominations(move.cards[-1])
    if move.nominated:
        if not choices:
            return Reason.NOTHING_TO_NOMINATE
        return None if move.nominated in choices else Reason.NO_SUCH_NOMINATION
    word = word_said(ruleset, move.cards, left, move.word)
    if not choices or ends_deal(ruleset, deal, move.seat, move.cards, word):
        return None
    return Reason.NOMINATION_MISSING


def _objection_to_target(ruleset: Ruleset, deal: Deal, move: Play) -> Reason | None:
    strike = ruleset.strike_of(move.cards[-1]) if ruleset.strikes else None
    if strike is None or strike.at != "chosen":
        return None if move.target is None else Reason.NOTHING_TO_AIM
    if move.target is None:
        return Reason.TARGET_MISSING
    return None if move.target in deal.active and move.target != move.seat else Reason.NO_SUCH_TARGET


def canonical(ruleset: Ruleset, deal: Deal, move: Play) -> Play:
    """Return *move*, which is legal, in its one canonical spelling: no idle nomination, inner cards in deck order."""
    if not move.nominated and not move.word and len(move.cards) <= 2:
        return move
    left = without(deal.hands[move.seat], move.cards)
    word = word_said(ruleset, move.cards, left, move.word)
    idle = ends_deal(ruleset, deal, move.seat, move.cards, word)
    cards = move.cards
    if len(cards) > 2:
        cards = (cards[0], *sorted(cards[1:-1]), cards[-1])
    return _play(move.seat, cards, "" if idle else move.nominated, move.target, word)


def legal_plays(ruleset: Ruleset, deal: Deal) -> list[commands.Move]:
    """Return every play open to the seat on turn, each once and in its canonical spelling, in deck order."""
    if deal.ask not in PLAYING:
        return []
    seat = deal.turn
    hand = deal.hands[seat]
    mask = fitting(ruleset, deal)
    plays: list[commands.Move] = []
    for card in sorted(set(hand)):
        if mask >> card & 1:
            plays += _ways(ruleset, deal, (card,))
    if ruleset.grouped:
        for cards in _groups(ruleset, deal, mask):
            plays += _ways(ruleset, deal, cards)
    return plays


@lru_cache(maxsize=1 << 16)
def _play(seat: int, cards: Cards, nominated: Nomination, target: int | None, word: str) -> Play:
    return Play(seat=seat, cards=cards, nominated=nominated, target=target, word=word)


def _ways(ruleset: Ruleset, deal: Deal, cards: Cards) -> Iterator[Play]:
    """Yield the plays of *cards*: with each word, nomination and target that there are."""
    seat = deal.turn
    if ruleset.simple >> cards[-1] & 1:
        yield _play(seat, cards, "", None, "")
        return
    strike = ruleset.strike_of(cards[-1]) if ruleset.strikes else None
    targets: tuple[int | None, ...] = (None,)
    if strike is not None and strike.at == "chosen":
        targets = tuple(one for one in deal.active if one != seat)
    choices = ruleset.nominations(cards[-1])
    for word in _words(ruleset, deal, cards):
        idle = not choices or ends_deal(ruleset, deal, seat, cards, word)
        for nominated in ("",) if idle else choices:
            for target in targets:
                yield _play(seat, cards, nominated, target, word)


def _words(ruleset: Ruleset, deal: Deal, cards: Cards) -> tuple[str, ...]:
    if not ruleset.speaks or not speaks_of(ruleset, len(deal.hands[deal.turn]) - len(cards)):
        return ("",)
    said = deal.said[deal.turn] if deal.spoken else ()
    return ("", *(word for word in ruleset.words if word not in said))


def _groups(ruleset: Ruleset, deal: Deal, mask: Mask) -> Iterator[Cards]:
    """Yield every group that may be laid: first and last card as written, those between in deck order."""
    if deal.ask is Ask.DRAWN and ruleset.knobs.draw.then != "any":
        return
    hand = [card for card in sorted(deal.hands[deal.turn]) if card.rank and ruleset.grouped >> card & 1]
    found: set[Cards] = set()
    for rank in {card.rank for card in hand}:
        same = [card for card in hand if card.rank == rank]
        for size in range(2, len(same) + 1):
            for chosen in combinations(same, size):
                found.update(_orders(ruleset, deal, mask, chosen))
    yield from sorted(found)


def _orders(ruleset: Ruleset, deal: Deal, mask: Mask, chosen: Cards) -> Iterator[Cards]:
    live = deal.ask is Ask.ANSWER
    if live and not all(mask >> card & 1 for card in chosen):
        return
    if len(chosen) == len(deal.hands[deal.turn]) and _any_of(ruleset.illegal_last, chosen):
        return
    for first in set(chosen):
        if mask >> first & 1:
            rest = without(chosen, (first,))
            for last in set(rest):
                yield (first, *without(rest, (last,)), last)
