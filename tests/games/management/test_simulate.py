"""`manage.py simulate`: what it counts, prints and draws."""

import sys
from collections import Counter
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.management.simulation.tally import Tally, Watcher, effects_of, play
from games.rules.cards import parse_cards
from games.rules.events import Ask, CardsDrawn, CardsPlayed, Cause, Event, PenaltyRaised, SeatAsked, TurnSkipped
from games.rules.playouts import play_game
from games.rules.ruleset import OptionValue
from games.rules.variants import load


def simulate(*arguments: str) -> str:
    said = StringIO()
    call_command("simulate", "--processes", "1", *arguments, stdout=said)
    return said.getvalue()


def test_it_prints_lengths_wins_and_effects() -> None:
    said = simulate("mau_mau", "--games", "60", "--seats", "3")

    assert said.startswith("Mau-Mau: 60 random games, 3 seats\n")
    for words in ("turns of a deal", "seat 2, turn 3", "95 % interval", "went-out", "penalty drawn", "turn missed"):
        assert words in said
    assert "seat 3" not in said
    assert "Drawn" not in said


def test_the_same_seed_plays_the_same_games_however_they_are_shared_out() -> None:
    asked = ("mau_mau", "--games", "60", "--seats", "2")

    first = simulate(*asked)

    assert simulate(*asked) == first
    assert simulate(*asked, "--processes", "2") == first
    assert simulate(*asked, "--seed", "1") != first


def test_options_are_set() -> None:
    said = simulate("mau_mau", "--games", "10", "--option", "voluntary_draw=true", "--option", "deck=36")

    assert said.startswith("Mau-Mau: 10 random games, 2 seats, voluntary_draw=true, deck=36\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--option", "nonsense=1"], "'nonsense' is not an option"),
        (["--option", "deck=33"], "Write one of 32, 36, not 33."),
        (["--option", "voluntary_draw=perhaps"], 'Write one of false, true, not "perhaps".'),
        (["--seats", "11"], "for 2 to 10 players"),
        (["--games", "0"], "--games must be 1 or more"),
        (["--processes", "0"], "processes must be 1 or more"),
        (["--plot", "plot.bmp"], "must end in .png or .svg"),
        (["--games", "1", "--plot", "/nowhere/at/all.png"], "cannot be written"),
    ],
)
def test_what_cannot_be_is_said(arguments: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("simulate", "mau_mau", "--processes=1", *arguments)


def test_a_plot_is_a_png_or_an_svg_as_its_name_says(tmp_path: Path) -> None:
    png, svg = tmp_path / "plot.png", tmp_path / "plot.svg"

    said = simulate("crazy_eights", "--games", "5", "--seats", "3", "--plot", str(png))
    simulate("crazy_eights", "--games", "5", "--seats", "3", "--plot", str(svg))

    assert f"The plot is in {png}.\n" in said
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    words = {node.text for node in ET.parse(svg).iter("{http://www.w3.org/2000/svg}text")}  # noqa: S314
    assert {"turns of a deal", "Crazy Eights: 5 random games, 3 seats", "nomination", "deals, by turn"} <= words


def test_no_file_is_written_unless_a_plot_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    said = simulate("crazy_eights", "--games", "1")

    assert said.startswith("Crazy Eights: 1 random game, 2 seats\n")
    assert [*tmp_path.iterdir()] == []


def test_every_deal_of_every_game_is_counted_once() -> None:
    variant = load("mau_mau")
    options: dict[str, OptionValue] = {"score": "to_100"}

    tally = play(variant.content, 3, options, ["a", "b", "c"])

    games = [play_game(variant.ruleset(3, options), seed) for seed in "abc"]
    deals = [deal for game in games for deal in game.deals]
    assert tally.games == 3
    assert tally.deals == [len(game.deals) for game in games]
    assert tally.turns == [deal.turns for deal in deals]
    assert tally.deals_won == Counter(deal.winner for deal in deals if deal.winner is not None)
    assert tally.deals_won_in_turn.total() == tally.deals_won.total()
    assert tally.effects["turn missed"] == sum(deal.skipped for deal in deals)
    assert tally.effects["penalty drawn"] == sum(deal.draws[Cause.PENALTY] for deal in deals)
    assert tally.struck["turn missed"] == sum(deal.skipped > 0 for deal in deals)


def test_tallies_add_up() -> None:
    content = load("mau_mau").content
    whole, sum_ = play(content, 2, {}, ["a", "b", "c"]), Tally()

    for seeds in (["a"], ["b", "c"]):
        sum_.add(play(content, 2, {}, seeds))

    assert sum_ == whole


def test_a_place_in_the_order_of_play_is_counted_from_who_was_first_to_act() -> None:
    ruleset, watcher = load("mau_mau").ruleset(4), Watcher()

    facts = play_game(ruleset, "a", watch=watcher)

    tally = Tally()
    tally.count(facts, watcher)
    ((first, direction, _),) = watcher.deals
    winner = facts.deals[0].winner
    assert winner is not None
    assert direction == 1
    assert (first + next(iter(tally.deals_won_in_turn))) % 4 == winner


def test_the_effects_are_those_that_strike_others() -> None:
    cards = parse_cards("8S 8H")
    happened: list[Event] = [
        CardsPlayed(seat=0, cards=cards, nominated="S"),
        CardsPlayed(seat=0, cards=cards[:1]),
        CardsDrawn(seat=1, cards=cards, cause=Cause.OWN_ACCORD),
        CardsDrawn(seat=1, cards=cards, cause=Cause.FINE),
        PenaltyRaised(cards=2, chain="sevens"),
        SeatAsked(seat=0, ask=Ask.MUST_FOLLOW),
        SeatAsked(seat=0, ask=Ask.DRAWN),
        TurnSkipped(seat=1),
    ]

    found = Counter(effects_of(happened))

    assert found == {
        "nomination": 1, "group": 1, "fine drawn": 1, "penalty raised": 1, "follow": 1, "turn missed": 1,
    }  # fmt: skip


def test_without_the_library_only_the_plot_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "games.management.simulation.plot", None)

    with pytest.raises(CommandError, match="Plots need matplotlib"):
        simulate("mau_mau", "--games", "1", "--plot", "plot.svg")
    assert "turns of a deal" in simulate("mau_mau", "--games", "1")
