"""From events back to moves: what is told, carried out again, gives the same events."""

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings

from games.rules import commands, events
from games.rules.cards import parse_cards
from games.rules.commands import Command
from games.rules.decide import decide
from games.rules.events import Cause, Event
from games.rules.game import Game, fold
from games.rules.retelling import Act, Untold, acts, outcomes, retell
from tests.rules.mixtures import Mixture
from tests.rules.tables import Table
from tests.rules.test_mixtures import mixtures
from tests.rules.walks import LAW, tables, walk


def beginning(table: Table) -> list[Event]:
    """Return the events of a table up to the first deal's first decision."""
    ruleset = table.ruleset
    opened = events.GameOpened(
        ruleset=ruleset.content, options=ruleset.options, seats=table.seats, commitment="", seed=""
    )
    taken = [events.SeatTaken(seat=seat, bot="novice", nonce=f"{seat}") for seat in range(table.seats)]
    game, happened = fold(Game(ruleset), [opened, *taken]), list[Event]([opened, *taken])
    for command in (commands.StartGame(), commands.DealCards()):
        decision = decide(game, command, chance=table.dice)
        happened += decision.events
        game = decision.after
    return happened


def played(table: Table, steps: int) -> tuple[list[Event], list[Command]]:
    """Return what happened in a walk, and what was asked for."""
    happened, asked = beginning(table), list[Command]()
    for step in walk(table, steps=steps):
        happened += step.decision.events
        asked.append(step.command)
    return happened, asked


def assert_gives(game: Game, act: Act) -> None:
    """The command of an act gives its events, and so does each move that the clock made in it."""
    if act.command is not None:
        assert decide(game, act.command, chance=outcomes(act.events)).events == act.events, act.command
    for move in act.moves:
        assert_gives(game, move)
        game = fold(game, move.events)


def assert_told_again(table: Table, steps: int) -> None:
    happened, asked = played(table, steps)

    told = list(retell(Game(table.ruleset), happened))

    assert [event for _, act in told for event in act.events] == happened
    for game, act in told:
        assert_gives(game, act)
    if table.ruleset.knobs.say.needless == "refused":
        assert [act.command for _, act in told][-len(asked) :] == asked


@settings(LAW, max_examples=80)
@given(tables())
def test_each_command_told_again_gives_the_same_events(table: Table) -> None:
    assert_told_again(table, 250)


@settings(LAW, max_examples=80)
@given(mixtures())
def test_each_command_told_again_gives_the_same_events_in_any_mixture(table: Mixture) -> None:
    assert_told_again(table, 150)


AT_PESTEN: Final = Table(variant="pesten", seats=2, options={"false_knock_fine": 0})
SAID: Final = commands.Say(seat=0, word="last")


def told_of(*asked: Command) -> list[Command | None]:
    """Return what is told where seat 0, who holds three cards, asked for this, and words for nothing cost nothing."""
    begun = game = AT_PESTEN.at("9S8S7S/9C8C dealer:1 stock:3H4H5H6HTH3D discards:9D turn:0 ask:play")
    happened: list[Event] = []
    for command in asked:
        decision = decide(game, command, chance=outcomes(()))
        happened += decision.events
        game = decision.after
    return [act.command for _, act in retell(begun, happened)]


def test_a_needless_word_with_a_card_is_told_before_it_where_that_is_the_same() -> None:
    play = commands.Play(seat=0, cards=parse_cards("9S"), word="last")

    assert told_of(play) == [SAID, replace(play, word="")]


def test_a_needless_word_is_told_with_the_card_where_it_could_not_be_said_before_it() -> None:
    play = commands.Play(seat=0, cards=parse_cards("9S"), word="last")

    assert told_of(SAID, play) == [SAID, play]


def test_events_that_no_act_begins_with_are_refused() -> None:
    with pytest.raises(Untold, match="EffectEnded"):
        list(acts(Table(variant="prsi", seats=2).ruleset, [events.EffectEnded()]))


def test_events_that_end_within_an_act_are_refused() -> None:
    drawn = events.CardsDrawn(seat=0, cards=parse_cards("7S"), cause=Cause.OWN_ACCORD)

    with pytest.raises(Untold, match="end within an act"):
        list(acts(Table(variant="prsi", seats=2).ruleset, [drawn]))
