"""What one card may be at once: each pair is refused, or means what docs/reference/rulesets.md says."""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules import commands, events
from games.rules.cards import Nomination, parse_cards
from games.rules.decide import decide
from games.rules.events import asks
from games.rules.game import Game
from games.rules.legality.objections import playable_cards
from games.rules.playouts import PlayStyle, play_deal
from games.rules.ruleset import Ruleset, RulesetError
from games.rules.ruleset.options import merge
from games.rules.ruleset.roles import CONTRADICTIONS
from games.rules.variants import from_bytes, publish
from tests.rules.tables import AsTheyLie
from tests.rules.test_budgets import holding

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "rulesets.md").read_text(encoding="utf-8")
SECTION: Final = PAGE.partition("## What one card may be at once")[2].partition("\n## ")[0]

ROLES: Final[dict[str, dict[str, Any]]] = {
    "penalty": {"penalty": {"p": {"cards": "8", "amount": 2, "chain": "c"}}},
    "skip": {"skip": {"cards": "8"}},
    "reverse": {"reverse": {"cards": "8"}},
    "further_turn": {"reverse": {"cards": "8", "two_seats": "further_turn"}},
    "strike": {"strike": {"s": {"cards": "8", "amount": 1, "at": "previous"}}},
    "must": {"follow": {"must": "8"}},
    "may": {"follow": {"may": "8"}},
    "further": {"further": {"cards": "8"}},
    "suit": {"wild": {"suit": "8"}},
    "rank": {"wild": {"rank": "8"}},
    "plain": {"wild": {"plain": "8"}},
    "answer": {"chain": {"c": {"answers": [{"cards": "8"}]}}},
    "cancel": {"chain": {"c": {"cancel": "8"}}},
    "rescue": {"chain": {"c": {"rescue": "8", "rescue_among": 2}}},
    "illegal": {"out": {"illegal": "8"}},
    "fined": {"out": {"fined": "8", "fine": 1}},
    "together": {"out": {"together": "8", "together_word": "mau"}},
    "returns": {"out": {"returns": "8"}},
}
"""A ruleset in which every eight has this role."""
CHOOSING: Final = {frozenset(pair) for pair in product(("rescue",), ("suit", "rank"))}
"""Refused for another reason: a card laid as a rescue cannot nominate."""


def ruleset_of(*patches: dict[str, Any], seats: int = 3) -> Ruleset:
    rules: dict[str, Any] = {
        "key": "roles", "name": "Roles", "paragraphs": {}, "players": {"least": 2, "most": 4},
        "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}}, "deal": {"size": {"2": 4}},
        "penalty": {"seven": {"cards": "7", "amount": 3, "chain": "c"}}, "chain": {"c": {}},
        "say": {"left_one": True, "words": [{"word": "mau"}]},
    }  # fmt: skip
    for patch in patches:
        merge(rules, deepcopy(patch))
    return from_bytes(publish(rules, "", [])).ruleset(seats)


def rows() -> Iterator[tuple[list[str], list[str], str]]:
    """Yield every row of the table: its roles on either side, and what it says."""
    for line in SECTION.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and "`" in cells[0]:
            one, other = (re.findall(r"`(\w+)`", cell) or list(ROLES) for cell in cells[:2])
            yield one, other, cells[2]


REFUSED: Final = {
    frozenset(pair) for one, other, said in rows() if said.startswith("refused") for pair in product(one, other)
}


@pytest.mark.parametrize("pair", list(combinations(ROLES, 2)), ids="+".join)
def test_every_pair_of_roles_is_refused_by_name_or_can_be_played(pair: tuple[str, str]) -> None:
    if frozenset(pair) in REFUSED | CHOOSING:
        with pytest.raises(RulesetError) as caught:
            ruleset_of(*(ROLES[role] for role in pair))
        assert caught.value.place.split(".")[0] in {key for role in pair for key in ROLES[role]}
        assert "8" in caught.value.why or frozenset(pair) in CHOOSING
        return
    for seats in (2, 3):
        ruleset = ruleset_of(*(ROLES[role] for role in pair), seats=seats)
        for seed in range(3):
            assert play_deal(ruleset, seed, style=PlayStyle(forgets=0.2), watch=hits_nobody_who_laid_it).decisions


def hits_nobody_who_laid_it(happened: Sequence[events.Event], _: Game) -> None:
    """A live effect that a play makes never meets the seat that made it within the same move."""
    laid = next((event.seat for event in happened if isinstance(event, events.CardsPlayed)), None)
    made = any(isinstance(event, events.PenaltyRaised) for event in happened)
    for event in happened:
        if made and isinstance(event, events.CardsDrawn) and event.cause is events.Cause.PENALTY:
            assert event.seat != laid
        if made and isinstance(event, events.TurnBegan):
            assert (event.seat, event.ask) != (laid, asks.ANSWER)


def test_the_table_and_the_check_refuse_the_same() -> None:
    assert {frozenset((pair.one, pair.other)) for pair in CONTRADICTIONS} == REFUSED
    marked = {frozenset(pair) for one, other, said in rows() if "†" in said for pair in product(one, other)}
    assert {frozenset((pair.one, pair.other)) for pair in CONTRADICTIONS if pair.in_group} == marked
    assert {role for one, other, _ in rows() for role in (*one, *other)} == set(ROLES)


def test_cards_of_one_rank_that_are_laid_together_may_not_contradict() -> None:
    patches = {"skip": {"cards": "8S"}}, {"follow": {"must": "8H"}}

    assert ruleset_of(*patches).skip
    with pytest.raises(RulesetError, match=r"follow\.must: 8H stands here and 8S in skip\.cards"):
        ruleset_of(*patches, {"group": {"cards": "any"}})


def test_a_card_may_answer_one_chain_and_cancel_another() -> None:
    other = {"penalty": {"nine": {"cards": "9", "amount": 1, "chain": "d"}}, "chain": {"d": {"cancel": "8"}}}

    assert ruleset_of(ROLES["answer"], other).cancels["d"]


def after_eight(roles: str, *, nominated: Nomination = "", hand: str = "8S 9S TS KS") -> Game:
    """Return the game of three after seat 0 has laid an eight with these *roles* on a jack; the others hold two."""
    game = holding(ruleset_of(*(ROLES[role] for role in roles.split())), parse_cards(hand))
    game.table.discards = parse_cards("JS")
    game.table.demand = game.table.discards[-1]
    for seat in (1, 2):
        game.table.hands[seat] = parse_cards("QD QC")
    play = commands.Play(seat=0, cards=parse_cards("8S"), nominated=nominated)
    return decide(game, play, chance=AsTheyLie()).after


@pytest.mark.parametrize(
    ("roles", "cards", "turn", "ask", "direction", "live"),
    [
        ("penalty", (3, 4, 2), 2, asks.PLAY, 1, 0),
        ("penalty reverse", (3, 2, 4), 1, asks.PLAY, -1, 0),
        ("skip reverse", (3, 2, 2), 1, asks.PLAY, -1, 0),
        ("strike penalty", (3, 4, 3), 2, asks.PLAY, 1, 0),
        ("strike penalty answer", (3, 2, 3), 1, asks.ANSWER, 1, 2),
        ("strike reverse", (3, 2, 3), 2, asks.PLAY, -1, 0),
        ("must reverse", (3, 2, 2), 0, asks.MUST_FOLLOW, -1, 0),
        ("must strike", (3, 2, 3), 0, asks.MUST_FOLLOW, 1, 0),
        ("may strike", (3, 2, 3), 0, asks.MAY_FOLLOW, 1, 0),
        ("further reverse", (3, 2, 2), 0, asks.PLAY, -1, 0),
        ("cancel penalty", (3, 2, 2), 1, asks.ANSWER, 1, 2),
        ("answer skip", (3, 2, 2), 2, asks.PLAY, 1, 0),
        ("returns skip", (3, 2, 2), 2, asks.PLAY, 1, 0),
    ],
)  # fmt: skip
def test_what_two_roles_mean_together(  # noqa: PLR0913, PLR0917 - a row of the table
    roles: str, cards: tuple[int, ...], turn: int, ask: str, direction: int, live: int
) -> None:
    table = after_eight(roles).table

    assert tuple(map(len, table.hands)) == cards
    assert (table.on_turn, table.ask, table.direction, table.penalty) == (turn, ask, direction, live)


def test_a_card_that_follows_fits_what_was_nominated() -> None:
    game = after_eight("must suit", nominated="H", hand="8S 9H TS")

    assert (game.table.ask, game.table.nominated) == (asks.MUST_FOLLOW, "H")
    assert [str(card) for card in playable_cards(game)] == ["9H"]


def test_a_fined_last_card_asks_for_no_other() -> None:
    table = after_eight("must fined", hand="8S").table

    assert (len(table.hands[0]), table.on_turn, table.ask) == (1, 1, asks.PLAY)


def test_a_plain_wild_that_nominates_too_nominates() -> None:
    assert ruleset_of(ROLES["plain"], ROLES["suit"]).nominations(parse_cards("8S")[0]) == tuple("SHDC")
