"""The command beside the events that it caused: in full it gives the same events again, and shown it hides cards."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import given, settings

from games.rules import commands, events
from games.rules.cards import Card, parse_cards
from games.rules.commands import Command
from games.rules.decide import Decision, decide
from games.rules.decide.execution import Act
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.game import Game
from games.rules.notation import CommandText, happenings, parse_act, parse_move, print_act
from games.rules.notation.acts import agree
from tests.rules.mixtures import Mixture
from tests.rules.tables import Table
from tests.rules.test_mixtures import mixtures
from tests.rules.walks import LAW, tables, walk

FACE: Final = re.compile("[2-9TJQKA][SHDC]|X")


def read_again(text: str, seat: int) -> Command:
    """Return the command that *text* says; whose time was up is said by the event."""
    asked = parse_act(text)
    others: dict[str, Command] = {"deal": commands.DealCards(), "clock": commands.TimeUp(seat=seat)}
    return parse_move(asked.seat, asked.move) if asked.verb == "move" else others[asked.verb]


def slices(decision: Decision) -> Iterator[tuple[Act, tuple[Event, ...]]]:
    """Yield each act with the events that it caused by itself."""
    ends = [*(act.first for act in decision.acts[1:]), len(decision.events)]
    for act, end in zip(decision.acts, ends, strict=True):
        yield act, decision.events[act.first : end]


def assert_commands_give_their_events(table: Table, steps: int) -> None:
    for game, command, decision in walk(table, steps=steps):
        assert bool(decision.acts) == bool(decision.events)
        texts = [one.command.full for one in happenings(decision, game.turn) if one.command]
        now = game
        for text, (act, happened) in zip(texts, slices(decision), strict=True):
            again = read_again(text, command.seat if isinstance(command, commands.TimeUp) else 0)
            if isinstance(again, commands.TimeUp):
                assert [type(event) for event in happened] == [events.TimeRanOut]
                assert decide(game, again, chance=table.dice).events == decision.events
            else:
                assert parse_act(text).by_clock == isinstance(command, commands.TimeUp)
                assert decide(now, again, chance=table.dice).events == happened, (text, act)
            now = fold(now, happened)


@settings(LAW, max_examples=50)
@given(tables())
def test_each_command_gives_the_events_that_follow_it(table: Table) -> None:
    assert_commands_give_their_events(table, 200)


@settings(LAW, max_examples=50)
@given(mixtures())
def test_each_command_gives_the_events_that_follow_it_in_any_mixture(table: Mixture) -> None:
    assert_commands_give_their_events(table, 120)


def public_faces(happened: tuple[Event, ...]) -> set[str]:
    """Return the faces that everybody sees in what *happened*."""
    parts = [getattr(event, name) for event in happened for name in getattr(event, "PUBLIC", ())]
    cards = [one for part in parts for one in (part if isinstance(part, tuple) else (part,))]
    return {str(one) for one in cards if isinstance(one, Card)}


@settings(LAW, max_examples=50)
@given(tables())
def test_what_is_shown_of_a_command_has_only_cards_and_words_that_the_events_show(table: Table) -> None:
    for _, _, decision in walk(table, steps=200):
        for act, happened in slices(decision):
            text = print_act(act)
            assert text
            said = {event.word for event in happened if isinstance(event, events.Announced | events.CardLaidBlind)}
            assert {*FACE.findall(text.shown)} <= public_faces(happened)
            assert {*re.findall("(?:!|say )(.*)", text.shown)} <= said
            assert agree(text.shown, text.full)


AT_PESTEN: Final = Table(variant="pesten", seats=2, options={"false_knock_fine": 0})


def caused_by(game: Game, command: Command) -> list[CommandText | None]:
    decision = decide(game, command, chance=AT_PESTEN.dice)
    return [one.command for one in happenings(decision, game.turn)]


@pytest.mark.parametrize("word", ["", "last"])
def test_a_needless_word_stands_with_the_card_that_it_came_with(word: str) -> None:
    """The events would be the same if it had been said before the card."""
    game = AT_PESTEN.at("9S8S7S/9C8C dealer:1 stock:3H4H5H6HTH3D discards:9D on_turn:0 ask:play")
    play = commands.Play(seat=0, cards=parse_cards("9S"), word=word)

    text = "0 9S!last" if word else "0 9S"
    first, *others = caused_by(game, play)

    assert first == CommandText(text, text)
    assert not any(others)


def test_the_word_that_is_due_is_an_exclamation_mark_and_shown_as_any_word() -> None:
    game = AT_PESTEN.at("9S8S/9C8C dealer:1 stock:3H4H5H6HTH3D discards:9D on_turn:0 ask:play")

    first, *_ = caused_by(game, commands.Play(seat=0, cards=parse_cards("9S"), word="!"))

    assert first
    assert first.full == "0 9S!"
    assert re.fullmatch("0 9S![a-z]+", first.shown)


def test_a_word_where_the_service_says_them_all_leaves_no_trace() -> None:
    game = Table(variant="mau_mau", seats=2, options={"announce": "auto"}).dealt()

    decision = decide(game, commands.Say(seat=0, word="mau"), chance=AT_PESTEN.dice)

    assert (decision.events, decision.acts) == ((), ())
