"""What a play would do, told before it is made, is what the rules then do."""

from typing import Any

import pytest
from hypothesis import given

from games.rules import commands
from games.rules.cards import Card
from games.rules.effects import effects_of
from games.rules.events import DirectionReversed, PenaltyRaised, SkipRaised
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables, walk


@given(tables())
@LAW
def test_what_is_told_before_a_play_happens(table: Table) -> None:
    for step in walk(table, steps=150, unrest=0):
        move, rules = step.command, step.game.rules
        if not isinstance(move, commands.Play) or move.claim is not None or move.word:
            continue
        held = len(step.game.table.hands[move.seat])
        if rules.sections.out.effect == "drop" and held == len(move.cards):
            continue  # there a word that is missing decides whether the effect counts
        found = effects_of(rules, step.game.table, move.cards, held=held)
        raised = [event for event in step.decision.events if isinstance(event, PenaltyRaised)]
        skipped = [event for event in step.decision.events if isinstance(event, SkipRaised)]
        turned = [event for event in step.decision.events if isinstance(event, DirectionReversed)]
        assert [event.cards for event in raised] == [found[name]["cards"] for name in ("draws",) if name in found]
        assert [event.turns for event in skipped] == [found[name] for name in ("skips",) if name in found]
        assert bool(turned) == found.get("reverses", False)


@pytest.mark.parametrize(
    ("variant", "options", "layout", "cards", "expected"),
    [
        ("mau_mau", {"seven_stack": True}, "7SKS9H/7DKD9D", "7S", {"draws": {"cards": 2, "whom": "next"}}),
        ("faraon", {}, "7S7HKS/7DKD9D", "7S 7H", {"draws": {"cards": 6, "whom": "next"}}),
        ("prsi", {}, "ASKS9H/7DKD9D", "AS", {"skips": 1}),
        ("haft_khabis", {}, "2SKS9H/7DKD9D", "2S", {"strikes": {"cards": 1, "whom": "chosen"}}),
        ("prsi", {}, "9SKS9H/7DKD9D", "9S", {}),
    ],
)
def test_effects_by_example(
    variant: str, options: dict[str, Any], layout: str, cards: str, expected: dict[str, Any]
) -> None:
    table = Table(variant=variant, seats=2, options=options)
    game = table.at(f"{layout} stock:TD8H discards:9S dealer:1 on_turn:0 ask:play")

    assert effects_of(table.ruleset, game.table, tuple(map(Card.parse, cards.split())), held=3) == expected
