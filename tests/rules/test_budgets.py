"""What rules work costs at most, counted in steps and never in time; the dearest hand and ruleset are searched for."""

import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations
from types import FrameType
from typing import Any, Final

import pytest
from hypothesis import given, settings, target
from hypothesis import strategies as st

from games.rules.budgets import MOST_LISTED, MOST_ROUNDS, BudgetExceeded
from games.rules.cards import Cards, parse_cards
from games.rules.commands import DealCards, Draw, Play
from games.rules.deal import Deal
from games.rules.decide import dealing, decide
from games.rules.events import UpCardPutBack, asks
from games.rules.evolve import fold
from games.rules.game import Game
from games.rules.legality import listing
from games.rules.legality.objections import legal_moves, objection
from games.rules.playouts import start
from games.rules.ruleset import Ruleset, RulesetError
from games.rules.ruleset.options import merge
from games.rules.variants import KEYS, Variant, from_bytes, load, publish
from games.sandbox import check_bounds
from games.sandbox.costliest import find_too_costly
from games.sandbox.ruleset_bounds import most_moves
from tests.rules.tables import AsTheyLie, Dice
from tests.rules.test_legal_moves import spelled
from tests.rules.walks import LAW

LINES_A_MOVE: Final = 60
"""Lines of Python that a listing may run for each move that it finds, for each card, and for each pair of cards."""

BASE: Final[dict[str, Any]] = {
    "key": "worst", "name": "Worst", "paragraphs": {}, "players": {"least": 2, "most": 6},
    "deck": {"ranks": "7 8 9 T J Q K A", "jokers": 1, "count": {"2": 1}}, "deal": {"size": {"2": 3}},
    "say": {"words": [{"word": "mau"}]},
}  # fmt: skip

DEARER: Final[tuple[dict[str, Any], ...]] = (
    {"deck": {"count": {"2": 2}}}, {"deck": {"count": {"2": 3}}}, {"deck": {"ranks": "7 8 9 J"}},
    {"wild": {"plain": "any"}}, {"wild": {"suit": "any"}}, {"wild": {"rank": "any"}},
    {"wild": {"suit": "J", "rank": "Q"}},
    {"group": {"cards": "any"}}, {"group": {"cards": "7 8"}}, {"blind": {"on": True}},
    {"strike": {"s": {"cards": "any", "amount": 1, "at": "chosen"}}},
    {"strike": {"s": {"cards": "J", "amount": 1, "at": "chosen"}}},
    {"out": {"together": "any", "together_word": "mau"}}, {"out": {"together": "J Q", "together_word": "mau"}},
    {"say": {"left_one": True}}, {"say": {"left_one": True, "needless": "fined"}},
    {"say": {"+words": [{"word": "mau-mau"}, {"word": "macau"}]}},
)  # fmt: skip
"""What makes a listing longer; any of these may hold together."""


def variant_of(*patches: dict[str, Any], **sections: Any) -> Variant:
    rules = deepcopy(BASE)
    for patch in (*patches, sections):
        merge(rules, patch)
    return from_bytes(publish(rules, "", []))


def holding(ruleset: Ruleset, hand: Cards, *said: str) -> Game:
    """Return a game in which seat 0 is on turn with *hand*, and has said these words before."""
    stock = list((Counter(ruleset.deck) - Counter(hand)).elements())
    seats = tuple(range(ruleset.seats))
    hands = [hand, *((card,) for card in stock[: len(seats) - 1])]
    rest = stock[len(seats) - 1 :] or list(hand[-1:])
    game = start(ruleset, AsTheyLie()).copy()
    game.deal = Deal(
        dealer=1, direction=1, seats=seats, active=seats, hands=hands, stock=tuple(rest[1:]), discards=(rest[0],),
        demand=rest[0], ask=asks.PLAY, said=[said, *((),) * (len(seats) - 1)],
    )  # fmt: skip
    return game


def lines_of(work: Callable[[], object]) -> int:
    """Return how many lines of the rules *work* runs, with nothing remembered from before."""
    for cached in (listing._rows, listing._spellings, listing._alone):  # noqa: SLF001 - what they save would not count
        cached.cache_clear()
    lines = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace if "/games/rules/" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


@settings(LAW, max_examples=60)
@given(st.sets(st.sampled_from(range(len(DEARER)))), st.integers(2, 6), st.data())
def test_no_hand_of_any_ruleset_costs_more_than_its_moves(chosen: set[int], seats: int, data: st.DataObject) -> None:
    """Whatever can be published lists a hand in steps of which each finds a move, or looks at two cards."""
    try:
        ruleset = variant_of(*(DEARER[number] for number in sorted(chosen))).ruleset(seats)
        check_bounds(ruleset)
    except RulesetError:
        return
    hand = tuple(data.draw(st.permutations(ruleset.deck))[: data.draw(st.integers(1, 24))])
    game = holding(ruleset, hand, *ruleset.words[:1])
    found: list[Any] = []

    lines = lines_of(lambda: found.extend(legal_moves(game, 0)))
    target(float(lines))

    assert len([move for move in found if isinstance(move, Play)]) <= sum(most_moves(ruleset).values()) <= MOST_LISTED
    assert lines <= LINES_A_MOVE * (len(found) + len(hand) ** 2 + len(ruleset.faces))


@pytest.mark.parametrize("patch", [{}, {"group": {"cards": "any"}}], ids=["alone", "with groups"])
def test_a_whole_hand_is_listed_by_its_ends(patch: dict[str, Any]) -> None:
    ruleset = variant_of(
        {"wild": {"plain": "any"}, "out": {"together": "any", "together_word": "mau"}, "say": {"left_one": True}},
        {"deck": {"count": {"2": 2}}}, patch,
    ).ruleset(2)  # fmt: skip
    for text in ("7S 8S", "7S 7S", "7S 8H 9D TC", "7S 7S 8H 8H", "7S 7H 7D 8C 8C"):
        hand = parse_cards(text)
        game = holding(ruleset, hand, "mau")
        rows = [Play(seat=0, cards=cards) for cards in set(permutations(hand))]

        listed = [spelled(game, move) for move in legal_moves(game, 0) if isinstance(move, Play) and not move.word]
        whole = {spelled(game, row) for row in rows if objection(game, row) is None}

        assert len(set(listed)) == len(listed)
        assert whole == {one for one in listed if one.count("+") == len(hand) - 1}


@given(st.lists(st.sampled_from(parse_cards("7S 7H 7D 7C")), min_size=2, max_size=9), st.data())
def test_rows_are_counted_without_being_made(same: Cards, data: st.DataObject) -> None:
    same = tuple(sorted(same))
    first = tuple(sorted(data.draw(st.sets(st.sampled_from(same)))))

    rows = listing._rows(same, first)  # noqa: SLF001 - the count is of these

    assert len(rows) == len(set(rows)) == listing.number_of_rows(Counter(same), dict.fromkeys(same, 1), first)


def test_a_listing_ends_at_its_budget() -> None:
    ruleset = variant_of(
        {"deck": {"ranks": "7 8 9", "count": {"2": 12}}, "wild": {"plain": "any"}}, {"group": {"cards": "any"}}
    ).ruleset(2)
    game = holding(ruleset, ruleset.deck[:140])

    with pytest.raises(RulesetError, match=r"group\.cards"):
        check_bounds(ruleset)
    with pytest.raises(BudgetExceeded, match="moves open at once"):
        legal_moves(game, 0)


@pytest.mark.parametrize("key", KEYS)
def test_every_variant_of_the_service_is_within_the_bounds(key: str) -> None:
    """With any of its options, so that a variant made from it is checked by its changes alone."""
    assert find_too_costly(load(key)) is None
    for seats in range(load(key).players.least, load(key).players.most + 1):
        check_bounds(load(key).ruleset(seats))


def with_patches(*patches: dict[str, Any]) -> Variant:
    rules = deepcopy(BASE)
    rules["options"] = {
        f"s{number}": {"default": False, "paragraph": "A-1", "values": {"off": {}, "on": patch}}
        for number, patch in enumerate(patches)
    }
    return from_bytes(publish(rules, "", []))


@pytest.mark.parametrize(
    "patches",
    [
        ({"group": {"cards": "any"}}, {"wild": {"rank": "any"}}, {"deck": {"count": {"2": 2}}}),
        ({"strike": {"s": {"cards": "", "amount": 1, "at": "chosen"}}}, {"strike": {"s": {"+cards": "any"}}},
         {"blind": {"on": True}}, {"wild": {"rank": "any"}}),
        ({"out": {"+together": "7 8 9 T"}}, {"out": {"+together": "J Q K A", "together_word": "mau"}},
         {"wild": {"rank": "any"}}, {"say": {"left_one": True}}, {"deck": {"ranks": "2 3 4 5 6 7 8 9 T J Q K A"}}),
        ({"names": {"many": "7 8 9 T J Q K A"}}, {"group": {"cards": "@many"}}, {"names": {"many": "7"}},
         {"wild": {"rank": "any"}}, {"=deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 2}}}),
    ],
    ids=["grouped", "aimed", "together", "named"],
)  # fmt: skip
def test_the_dearest_setting_of_all_options_is_found(patches: tuple[dict[str, Any], ...]) -> None:
    """Most of them are cheap alone and in pairs; some are no ruleset but together."""
    found = find_too_costly(with_patches({"names": {"many": "7"}}, *patches))

    assert found is not None
    options, error = found
    assert "could be open at once" in str(error)
    assert set(options) <= {f"s{number}" for number in range(len(patches) + 1)}


def test_an_up_card_is_put_back_only_so_often() -> None:
    ruleset = variant_of({"up_card": {"refuse": "any -7S", "refused": "back"}}).ruleset(2)
    events = decide(start(ruleset, Unlucky()), DealCards(), chance=Unlucky()).events

    assert sum(isinstance(event, UpCardPutBack) for event in events) == dealing.MOST_PUT_BACK
    assert str(fold(start(ruleset, Unlucky()), events).table.up_card) == "7S"


class Unlucky(Dice):
    """Leaves the seven of spades at the bottom of every shuffle."""

    def __init__(self) -> None:
        super().__init__(1)

    def shuffle(self, cards: Any, act: int) -> Cards:  # noqa: ARG002 - the protocol's name
        return tuple(sorted(cards, reverse=str(max(cards)) != "7S" and str(min(cards)) == "7S"))


def test_what_one_move_sets_off_ends_at_its_budget() -> None:
    ruleset = variant_of({"draw": {"count": "until_playable"}, "deck": {"count": {"2": 20}}}).ruleset(2)
    game = holding(ruleset, parse_cards("7S"))
    game.table.stock, game.table.discards = parse_cards("8H " * 300), parse_cards("9C")
    game.table.demand = game.table.discards[0]
    assert len(decide(game, Draw(seat=0), chance=AsTheyLie()).events) >= 300
    game.table.stock = parse_cards("8H " * (2 * MOST_ROUNDS))
    before = game.copy()

    with pytest.raises(BudgetExceeded, match="rounds in one move"):
        decide(game, Draw(seat=0), chance=AsTheyLie())
    assert game == before
