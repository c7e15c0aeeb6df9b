"""The checker that sceptics are given: it agrees with the service on real games, and names what was tampered with."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.cards import Card, parse_cards
from games.rules.events import CardsDrawn, Event, StockReplenished
from games.rules.variants import KEYS, load
from tests.api.test_every_variant import SWITCHES
from tests.games.whole import Whole

CHECKER: Final = Path(__file__).parents[3] / "docs" / "check_fairness.py"
Json = dict[str, Any]


def checker() -> Any:
    spec = spec_from_file_location("check_fairness", CHECKER)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults(proof: Json, events: list[Json]) -> list[str]:
    checks = checker()
    return [*checks.check(proof), *checks.check_events(proof, events)]


@pytest.fixture(scope="module")
def game() -> Whole:
    return Whole("mau_mau_official", 3, number=4).play()


@pytest.mark.parametrize("most", [False, True], ids=["fewest-seats", "most-seats"])
@pytest.mark.parametrize("key", KEYS)
def test_it_agrees_on_every_act_of_every_variant(key: str, most: bool) -> None:  # noqa: FBT001
    players = load(key).players
    game = Whole(key, players.most if most else players.least, options=SWITCHES[key][most]).play()

    assert game.proof["acts"]
    assert faults(game.proof, game.feed()) == []


def test_the_games_above_hold_every_kind_of_act() -> None:
    games = [Whole("mau_mau_official", 3, number).play() for number in range(6)]
    games += [Whole("crazy_eights", 2, number=7).play(), Whole("prsi", 3, options={"blind": True}).play()]
    types = {event["type"] for game in games for event in game.feed()}
    again = any(
        (before["type"], event["type"]) == ("stock-cut", "stock-shuffled")
        for game in games for before, event in zip(game.feed(), game.feed()[1:], strict=False)
    )  # fmt: skip

    assert {"stock-replenished", "seat-resigned", "stock-cut", "cards-kept", "up-card-put-back", "challenged"} <= types
    assert again
    assert [found for game in games for found in faults(game.proof, game.feed())] == []


def test_it_needs_the_standard_library_alone() -> None:
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_as_one_calls_it(tmp_path: Path, game: Whole) -> None:
    proof, events = tmp_path / "fairness.json", tmp_path / "events.ndjson"
    events.write_text("".join(json.dumps(event) + "\n" for event in game.feed()), encoding="utf-8")

    def run(told: Json) -> "subprocess.CompletedProcess[str]":
        proof.write_text(json.dumps(told), encoding="utf-8")
        command = [sys.executable, "-I", str(CHECKER), str(proof), str(events)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    fair, foul = run(game.proof), run(game.proof | {"commitment": "00" * 32})

    acts, seen = len(game.proof["acts"]), len(game.log)
    assert (fair.returncode, fair.stdout) == (
        0,
        f"{acts} random acts follow from the committed seed and the nonces; {seen} events are as they were sealed\n",
    )
    assert foul.returncode == 1
    assert foul.stdout.splitlines() == [
        "seed: it is not the one that was committed",
        "commitment: the game was opened with another one",
    ]


@pytest.mark.parametrize("told", ["", "{", "[]", "{}", '{"seed": 1}'])
def test_what_is_no_proof_is_told_so(tmp_path: Path, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fairness.json").write_text(told, encoding="utf-8")

    assert [checker().main([str(tmp_path / name)]) for name in ("fairness.json", "nothing")] == [2, 2]
    assert capsys.readouterr().err.count("These files cannot be checked: ") == 2


def test_before_the_end_there_is_nothing_to_check() -> None:
    assert [*checker().check(Whole("mau_mau", 2).proof)] == ["the seed is not told yet: the game is not over"]


def swap(cards: list[str]) -> None:
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


def bot(events: list[Json]) -> None:
    """Let a bot have the nonce that a person gave."""
    events[2]["data"].update(player="", bot="novice")


TAMPERED: Final[dict[str, Callable[[Json, list[Json]], object]]] = {
    "seed: it is not the one": lambda proof, _: proof.update(seed="ab" * 32),
    "nonces: there is a seat without one": lambda proof, _: proof["nonces"].__setitem__(1, ""),
    "nonces: the seats were taken with others": lambda proof, _: proof["nonces"].__setitem__(0, "another"),
    "nonces: from the seed follows another one for the bot on seat 1": lambda _, events: bot(events),
    "acts: they are not numbered": lambda proof, _: proof["acts"].pop(1),
    "acts: there is not one lot": lambda proof, _: proof["acts"].pop(0),
    "act 1 (lot, version 5): from seed": lambda proof, _: proof["acts"][0].update(seat=9),
    "act 2 (shuffle, version 7): from seed": lambda proof, _: swap(proof["acts"][1]["outcome"]),
    "act 2 (shuffle, version 7): 31 cards": lambda proof, _: proof["acts"][1].update(count=31),
    "acts: those of the proof are not": lambda proof, _: proof["acts"][1].update(version=8),
    "version 7 (stock-shuffled): its hash": lambda _, events: events[6].update(turn=9),
    "version 7 (stock-shuffled): what was hidden": lambda _, events: swap(events[6]["data"]["cards"]),
    "version 8 (seat-asked): version 7 should": lambda _, events: events.pop(6),
    "version 1: it does not open": lambda _, events: events.pop(0),
    "events: the game is over, but they end with": lambda _, events: events.pop(),
}


@pytest.mark.parametrize("named", TAMPERED)
def test_what_was_tampered_with_is_named(named: str, game: Whole) -> None:
    proof, events = json.loads(json.dumps([game.proof, game.feed()]))
    TAMPERED[named](proof, events)

    assert any(fault.startswith(named) for fault in faults(proof, events)), faults(proof, events)


def another_card(event: Event) -> Event:
    """Give out a card that does not lie on top of the stock."""
    other = Card.parse("7S" if getattr(event, "cards", ()) != parse_cards("7S") else "8S")
    return replace(event, cards=(other,)) if isinstance(event, CardsDrawn) and len(event.cards) == 1 else event


def one_card_less(event: Event) -> Event:
    return replace(event, cards=event.cards[1:]) if isinstance(event, StockReplenished) else event


@pytest.mark.parametrize(
    ("cheat", "named"), [(another_card, "came off the stock, but"), (one_card_less, "shuffled, but")]
)
def test_cards_that_do_not_come_as_they_were_shuffled_are_named(cheat: Callable[[Event], Event], named: str) -> None:
    """The chain is whole, and what is told of it fits: only the game itself is not fair."""
    forged = Whole("mau_mau_official", 3, number=4).play()
    forged.log.clear()
    forged.record([(turn, cheat(event)) for turn, event in forged.draft.events])

    found = faults(forged.proof, forged.feed())

    assert not [fault for fault in found if "hash" in fault or "sealed" in fault or fault.startswith("acts")]
    assert any(named in fault for fault in found), found
