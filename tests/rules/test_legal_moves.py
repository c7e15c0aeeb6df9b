"""What is listed as legal is exactly what is accepted: asked of far more moves than there are."""

from collections.abc import Iterator
from itertools import chain, combinations, permutations, product

import pytest
from hypothesis import given, settings

from games.rules import commands
from games.rules.cards import Card, Cards, parse_cards
from games.rules.commands import Move, Play
from games.rules.decide import decide
from games.rules.events import Ask
from games.rules.game import Game
from games.rules.legality.objections import legal_moves, objection
from games.rules.legality.plays import canonical
from games.rules.notation import parse_move, print_layout, print_move
from games.rules.refusal_reasons import IllegalMove
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables, walk

FOREIGN = "sepp-macau"
"""A word of no ruleset."""


def rows(game: Game, seat: int) -> Iterator[Cards]:
    """Every row of cards that *seat* could lay in one move, small groups in every order, and some that it could not."""
    hand = sorted(game.table.hands[seat])
    yield from ((card,) for card in dict.fromkeys(hand))
    yield from combinations(hand[:3], 2)
    if game.rules.grouped:
        for rank in {card.rank for card in hand}:
            same = [card for card in hand if card.rank == rank][:4]
            for size in range(2, len(same) + 1):
                yield from dict.fromkeys(permutations(same, size))


def plays(game: Game, seat: int) -> Iterator[Play]:
    """Every play that *seat* could think of with its hand, and a few with cards that it does not hold."""
    rules = game.rules
    words = ("", "!", *rules.words, FOREIGN)
    for cards in rows(game, seat):
        for word, nominated in product(words, ("", *"SHDC", *(rules.ranks if "rank" in rules.nominates else "7"))):
            yield Play(seat=seat, cards=cards, word=word, nominated=nominated)
        for word, target in product(words[:3], range(rules.seats + 1)):
            yield Play(seat=seat, cards=cards, word=word, target=target)
        yield Play(seat=seat, cards=cards, nominated="H", target=seat ^ 1)
    for card in sorted(set(rules.deck)):
        yield Play(seat=seat, cards=(card,))
        yield Play(seat=seat, cards=(card,), claim=card)
    if rules.sections.blind.on:
        yield from claims(game, seat)


def claims(game: Game, seat: int) -> Iterator[Play]:
    """Yield every claim for every card of the hand of *seat*, with words, nominations and targets."""
    rules = game.rules
    words, targets = ("", "!", *rules.words), (None, *range(rules.seats)) if rules.strikes else (None,)
    for card, claim, word in product(sorted(set(game.table.hands[seat])), sorted(set(rules.deck)), words):
        for nominated, target in product(("", *(rules.nominations(claim) or "H")), targets):
            yield Play(seat=seat, cards=(card,), claim=claim, word=word, nominated=nominated, target=target)


def verbs(game: Game, seat: int) -> Iterator[Move]:
    """Every move of *seat* that lays nothing."""
    simple = (
        commands.Draw, commands.Pass, commands.Accept, commands.Believe, commands.Challenge, commands.Rescue,
        commands.Decline,
    )  # fmt: skip
    yield from (kind(seat=seat) for kind in simple)
    if not game.rules.server_speaks:  # there a word is accepted and changes nothing, so that none is listed (K-94)
        yield from (commands.Say(seat=seat, word=word) for word in (*game.rules.words, FOREIGN, ""))
    yield from (commands.Accuse(seat=seat, accused=one) for one in range(-1, game.rules.seats + 1))
    yield from (commands.Name(seat=seat, nominated=one) for one in ("", *"SHDC", "7"))
    yield commands.Cut(seat=seat)
    looked = sorted(game.table.looked)
    sets = chain.from_iterable(combinations(looked, size) for size in range(len(looked) + 1))
    yield from (commands.Keep(seat=seat, cards=cards) for cards in dict.fromkeys([*sets, parse_cards("7S 7S 7S")]))


def spelled(game: Game, move: Move) -> str:
    """Return the canonical spelling of *move*, which is accepted."""
    if isinstance(move, Play):
        move = canonical(game.rules, game.table, move)
    return print_move(move, game.rules, game.table)


def accepted(game: Game, seat: int) -> set[str]:
    """Return the canonical spellings of all candidates that are accepted."""
    candidates = chain(plays(game, seat), verbs(game, seat))
    return {spelled(game, move) for move in candidates if objection(game, move) is None}


@pytest.mark.proves("K-10", "K-46")
@settings(LAW, max_examples=40)
@given(tables())
def test_listed_is_what_is_accepted(table: Table) -> None:
    for number, (game, _, _) in enumerate(walk(table, steps=45)):
        for seat in range(table.seats) if number % 8 == 0 else {game.table.on_turn}:
            listed = [spelled(game, move) for move in legal_moves(game, seat)]
            assert len(set(listed)) == len(listed), "a move is listed twice"
            assert set(listed) == accepted(game, seat), (seat, print_layout(game.table))
            if seat != game.on_turn:
                assert all(word.startswith(("say ", "accuse ")) for word in listed)


@settings(LAW, max_examples=15)
@given(tables())
def test_a_spelling_is_canonical_or_becomes_it(table: Table) -> None:
    for game, _, _ in walk(table, steps=60):
        seat = game.table.on_turn
        for move in plays(game, seat):
            if objection(game, move) is None:
                once = canonical(game.rules, game.table, move)
                assert objection(game, once) is None
                assert canonical(game.rules, game.table, once) == once
                text = print_move(once, game.rules, game.table)
                back = parse_move(seat, text)
                assert isinstance(back, Play)
                assert canonical(game.rules, game.table, back) == once


@pytest.mark.proves("K-11")
@settings(LAW, max_examples=15)
@given(tables())
def test_a_refused_move_changes_nothing(table: Table) -> None:
    for number, (game, _, _) in enumerate(walk(table, steps=80)):
        if number % 5:
            continue
        before, layout = game.copy(), print_layout(game.table)
        refused = 0
        for move in chain(plays(game, game.table.on_turn), verbs(game, (game.table.on_turn + 1) % table.seats)):
            if objection(game, move) is not None and refused < 40:
                refused += 1
                with pytest.raises(IllegalMove) as refusal:
                    decide(game, move, chance=table.dice)
                assert refusal.value.paragraph
        assert refused
        assert (game, print_layout(game.table)) == (before, layout)


@settings(LAW, max_examples=40)
@given(tables())
def test_every_listed_move_can_be_made(table: Table) -> None:
    for number, (game, _, _) in enumerate(walk(table, steps=200)):
        if number % 4:
            continue
        for seat in range(table.seats):
            for move in (*legal_moves(game, seat), commands.Resign(seat=seat), commands.TimeUp(seat=seat)):
                if objection(game, move) is None:
                    after = decide(game, move, chance=table.dice).after
                    assert after.table.ask is not Ask.NOTHING or after.ended


@pytest.mark.parametrize(
    ("cards", "open_"),
    [
        ("1 2 3 4", True),
        ("4 1 32 9", True),
        ("1 2 3", False),
        ("1 2 3 3", False),
        ("0 1 2 3", False),
        ("1 2 3 33", False),
    ],
)
def test_a_cut_names_four_positions_of_the_deck(cards: str, open_: bool) -> None:  # noqa: FBT001 - a column of the table
    game = Table(variant="mau_mau", seats=3, options={"cut": "four_cuts"}).dealt()

    cut = parse_move(game.table.on_turn, f"cut {cards}")

    assert (objection(game, cut) is None) is open_


@pytest.mark.proves("K-54", "K-55")
def test_inner_cards_of_a_group_have_one_order() -> None:
    table = Table(variant="kernel", seats=3, options={"group": True})
    game = table.at("4S4H4D4C9C/5S5C/6H6C dealer:2 stock:7S7H7D discards:KS on_turn:0 ask:play")

    listed = {spelled(game, move) for move in legal_moves(game, 0)}

    assert listed == accepted(game, 0)
    assert {"4S+4H+4D+4C!", "4S+4D+4C+4H!"} < listed
    assert spelled(game, parse_move(0, "4S+4D+4H+4C!mau")) == "4S+4H+4D+4C!"


@pytest.mark.proves("K-36", "K-108")
def test_after_a_draw_no_group_ends_a_hand_with_a_banned_card() -> None:
    table = Table(variant="kernel", seats=3, options={"group": True, "after_draw": "any", "last_card": "illegal"})
    game = table.at("8S8H/5S5C/6H6C dealer:2 stock:7S7H7D discards:9S on_turn:0 ask:drawn drawn:8H draws:1")

    assert objection(game, parse_move(0, "8S+8H")) == "last_card_banned"
    assert accepted(game, 0) == {spelled(game, move) for move in legal_moves(game, 0)}


def test_the_lowest_positions_are_the_default() -> None:
    game = Table(variant="mau_mau", seats=3, options={"cut": "four_cuts"}).dealt()
    seat, dice = game.table.on_turn, Table(variant="mau_mau", seats=3).dice

    plain = decide(game, commands.Cut(seat=seat), chance=dice)
    lowest = decide(game, commands.Cut(seat=seat, positions=(1, 2, 3, 4)), chance=dice)

    assert (lowest.events, lowest.after) == (plain.events, plain.after)


def test_a_card_of_another_deck_is_not_held() -> None:
    game = Table(variant="mau_mau", seats=3).dealt()

    assert objection(game, Play(seat=game.table.on_turn, cards=(Card.parse("2S"),))) == "card_not_held"
