"""Which plays there are: each once, in its canonical spelling, in deck order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import Final, TypeAlias

from games.rules.budgets import MOST_LISTED, BudgetExceeded
from games.rules.cards import ALL_FACES, Card, Cards, Nomination
from games.rules.commands import Move, Play
from games.rules.deal import Deal
from games.rules.legality.announcements import SILENCE, may_come_up, words_with
from games.rules.legality.fitting import fitting, held, only_drawn
from games.rules.legality.plays import ends_deal, lays_together
from games.rules.ruleset import Ruleset
from games.rules.ruleset.schema import MOST_SEATS
from games.rules.ruleset.selectors import NOTHING

Targets: TypeAlias = tuple[int | None, ...]
"""Seats at which a play may be aimed; None stands for no aim."""

_NO_AIM: Final[Targets] = (None,)


def legal_plays(ruleset: Ruleset, deal: Deal) -> list[Move]:
    """Return every play open to the seat on turn, each once and in its canonical spelling, in deck order.

    The seat must be asked for a play. Raises BudgetExceeded where there are more than ``MOST_LISTED``.
    """
    hand = deal.hands[deal.on_turn]
    plays: list[Move] = []

    # Laid face down, each card may be claimed to be each one that fits.
    if ruleset.blind:
        claims = sorted(fitting(ruleset, deal))
        if only_drawn(ruleset, deal):
            hand = () if deal.drawn is None else (deal.drawn,)
        for card in sorted(set(hand)):
            for claim in claims:
                plays += _ways(ruleset, deal, (card,), claim)
                _check(len(plays))
        return plays

    first = held(ruleset, deal, fitting(ruleset, deal))
    if not first:
        return []

    # Cards alone. What may go with the last play of the hand or of the deal depends on the card, and so it does where
    # cards may come to win together. All other plays stand in tables.
    last = len(hand) == 1 or 0 < ruleset.most_plays <= deal.plays + 1
    if last or (ruleset.together and may_come_up(ruleset, hand)):
        for card in first:
            plays += _ways(ruleset, deal, (card,))
    else:
        words = words_with(ruleset, hand, first[:1]) if ruleset.speaks else SILENCE
        simple, bare = ruleset.simple if words is SILENCE else NOTHING, _BARE[deal.on_turn]
        for card in first:
            if card in simple:
                plays.append(bare[card])
            else:
                plays += _alone(ruleset, deal.on_turn, _targets(deal) if ruleset.has_aims else _NO_AIM, words)[card]

    if ruleset.grouped or ruleset.together:
        for cards in _groups(ruleset, deal, first):
            plays += _ways(ruleset, deal, cards)
            _check(len(plays))
    _check(len(plays))
    return plays


def _check(number: int) -> None:
    if number > MOST_LISTED:
        raise BudgetExceeded("moves open at once", MOST_LISTED)


_BARE: Final = tuple(tuple(Play(seat=seat, cards=(card,)) for card in ALL_FACES) for seat in range(MOST_SEATS))
"""For each seat, for each face, the play of it alone without a word, a nomination or a target."""


@lru_cache(maxsize=1 << 8)
def _alone(ruleset: Ruleset, seat: int, targets: Targets, words: tuple[str, ...]) -> tuple[tuple[Play, ...], ...]:
    """Return for each face the plays of it alone that leave the deal running, with these *targets* and *words*."""
    table: list[tuple[Play, ...]] = []
    for card in ALL_FACES:
        choices, aims = ruleset.nominations(card) or ("",), targets if ruleset.aims(card) else _NO_AIM
        ways = [_spellings(seat, (card,), None, choices, aims, word) for word in words]
        table.append(tuple(chain.from_iterable(ways)))
    return tuple(table)


def _ways(ruleset: Ruleset, deal: Deal, cards: Cards, claim: Card | None = None) -> list[Play]:
    """Return the plays of *cards*: with each word, nomination and target that there are."""
    seat = deal.on_turn
    laid = cards if claim is None else (claim,)
    targets = _targets(deal) if ruleset.aims(laid[-1]) else _NO_AIM
    choices = ruleset.nominations(laid[-1])
    plays: list[Play] = []
    for word in words_with(ruleset, deal.hands[seat], cards):
        idle = not choices or ends_deal(ruleset, deal, seat, laid, word)
        plays += _spellings(seat, cards, claim, ("",) if idle else choices, targets, word)
    return plays


def _targets(deal: Deal) -> Targets:
    """Return the seats that a card may be aimed at by the seat on turn."""
    return tuple(one for one in deal.active if one != deal.on_turn)


@lru_cache(maxsize=1 << 14)
def _spellings(  # noqa: PLR0913, PLR0917 - the parts of a play
    seat: int, cards: Cards, claim: Card | None, nominations: tuple[Nomination, ...], targets: Targets, word: str
) -> tuple[Play, ...]:
    return tuple(
        Play(seat=seat, cards=cards, claim=claim, nominated=named, target=target, word=word)
        for named in nominations
        for target in targets
    )


def _groups(ruleset: Ruleset, deal: Deal, first: Sequence[Card]) -> list[Cards]:
    """Return every group that begins with one of *first*: its ends as written, the cards between in deck order."""
    hand = deal.hands[deal.on_turn]
    found: set[Cards] = set()
    if ruleset.together and lays_together(ruleset, deal, hand, ()):
        found.update(_sequences(tuple(sorted(hand)), tuple(first)))
    if ruleset.grouped and not only_drawn(ruleset, deal):
        for alike in {ruleset.alike[card] for card in first}:
            same = [card for card in hand if card in alike]
            if len(same) > 1:
                found.update(_rows(tuple(sorted(same)), tuple(card for card in first if card in alike)))
                _check(len(found))
    return sorted(row for row in found if len(row) < len(hand) or ruleset.illegal_last.isdisjoint(row))


@lru_cache(maxsize=1 << 14)
def _rows(same: Cards, first: Cards) -> tuple[Cards, ...]:
    """Return every row of two or more of *same*, sorted cards of one rank, that begins with one of *first*.

    A rank has four faces, so with n cards there are fewer than (n / 4 + 1) ** 4 choices, with 16 orders each.
    """
    copies = Counter(same)
    _check(number_of_rows(copies, dict.fromkeys(same, 1), first))
    rows: list[Cards] = []
    # Equal copies count as one and the same: choose how many of each face.
    for numbers in product(*(range(count + 1) for count in copies.values())):
        if sum(numbers) > 1:
            chosen = tuple(card for card, number in zip(copies, numbers, strict=True) for _ in range(number))
            rows += _sequences(chosen, first)
    return tuple(rows)


def number_of_rows(copies: Mapping[Card, int], ways: Mapping[Card, int], beginnings: Iterable[Card]) -> int:
    """Return how many rows of two or more cards there are, with so many *copies* of each, without making them.

    A row is known by its ends and by what lies between them; it counts once for each of the *ways* of its last card.
    """
    number = 0
    for first in beginnings:
        for last in copies:
            left = dict(copies)
            left[first] -= 1
            left[last] -= 1
            if left[last] >= 0:
                number += ways[last] * prod(count + 1 for count in left.values())
    return number


def _sequences(chosen: Cards, beginnings: Cards) -> Iterator[Cards]:
    """Yield the rows of all of *chosen*, which are sorted, that begin with one of *beginnings*."""
    copies = Counter(chosen)
    for first in copies:
        if first not in beginnings:
            continue
        for last in copies:
            if first == last and copies[first] == 1:
                continue
            between = list(chosen)
            between.remove(first)
            between.remove(last)
            yield (first, *between, last)
