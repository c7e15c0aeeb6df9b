"""`manage.py check_variants`, on rulesets of the tests and on the built-in ones."""

import json
import time
from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random
from typing import Final

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.management.variant_checks import mutation_tests
from games.management.variant_checks.examples import load, run_examples
from games.management.variant_checks.random_deals import CardInvariant, InvariantBroken, choices, mixes, on_the_table
from games.rules.cards import parse_cards
from games.rules.commands import DealCards
from games.rules.deal import Claim, Covered
from games.rules.decide import decide
from games.rules.examples.__main__ import main as run
from games.rules.examples.mutation_runs import Fate
from games.rules.playouts import Dice, start
from games.rules.variants import KEYS

RULES: Final = """
key = "small"
name = "Small"
[players]
least = 2
most = 3
[deck]
ranks = "7 8 9 T"
count = { 2 = 1 }
[deal]
size = { 2 = 3 }
[skip]
cards = "8"
[options.gentle]
default = false
paragraph = "SM-1"
[options.gentle.values]
off = {}
on = { skip = { cards = "" } }
"""
EXAMPLES: Final = """
variant = "small"
[[example]]
name = "An eight takes a turn"
proves = ["SM-1", "K-68"]
hands = ["8H 9S 9D", "TH TD", "7C 7S"]
up_card = "9H"
moves = ["0 8H"]
then = { turn = 2 }
"""
TEXT: Final = "**SM-1** An eight takes a turn.\n\n**SM-2** That is all.\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(RULES, encoding="utf-8")
    (folder / "examples.toml").write_text(EXAMPLES, encoding="utf-8")
    (folder / "rules.md").write_text(TEXT, encoding="utf-8")
    return folder


def check(*arguments: str) -> tuple[int, str]:
    """Return the exit status, and what was printed."""
    said = StringIO()
    try:
        call_command("check_variants", *arguments, "--processes", "1", stdout=said)
    except SystemExit as end:
        return int(str(end.code)), said.getvalue()
    return 0, said.getvalue()


def test_a_variant_is_played_at_every_table_and_reported(small: Path) -> None:
    status, said = check(str(small), "--deals", "2")

    assert status == 0, said
    row = next(line for line in said.splitlines() if line.startswith("│ small"))
    assert [word.strip() for word in row.strip("│").split("│")][:5] == ["small", "2-3", "1", "1/2", "12"]
    assert said.endswith("1 variant: no faults\n")


def test_an_example_that_fails_is_a_fault(small: Path) -> None:
    (small / "examples.toml").write_text(EXAMPLES.replace("turn = 2", "turn = 1"), encoding="utf-8")

    status, said = check(str(small), "--deals", "1")

    assert status == 1
    assert "small: An eight takes a turn: expected turn = 1, found 2\n" in said
    assert run_examples(load(str(small))).proved == 0


def test_a_ruleset_that_cannot_be_loaded_is_a_fault(small: Path) -> None:
    (small / "ruleset.toml").write_text(RULES.replace("least = 2", "least = 4"), encoding="utf-8")

    status, said = check(str(small), "no_such_variant")

    assert status == 1
    assert "players: Write numbers from 2 to 15" in said
    assert "no_such_variant: " in said
    assert said.endswith("0 variants: 2 faults\n")


def test_a_deal_without_end_is_a_fault(small: Path) -> None:
    endless = RULES + 'stuck = { out = { illegal = "any" } }\n'
    (small / "ruleset.toml").write_text(endless.replace("default = false", 'default = "off"'), encoding="utf-8")

    status, said = check(str(small), "--deals", "1")

    assert status == 1
    assert "{'gentle': 'stuck'}: does not come to an end" in said


def test_a_value_that_no_table_takes_is_a_fault(small: Path) -> None:
    greedy = RULES.replace("on = { skip", "on = { deal = { size = { 2 = 9 } }, skip")
    (small / "ruleset.toml").write_text(greedy, encoding="utf-8")

    status, said = check(str(small), "--deals", "1")

    assert status == 1
    assert "small: option gentle = True: no size of table allows it\n" in said


def test_lost_cards_and_cards_from_nowhere_are_noticed(small: Path) -> None:
    ruleset = load(str(small)).variant.ruleset(2)
    game, witness = start(ruleset, Dice(1)), CardInvariant(ruleset)
    witness((), game)
    dealt = decide(game, DealCards(), chance=Dice(1))
    witness(dealt.events, dealt.after)
    thief = dealt.after.copy()
    thief.table.stock = thief.table.stock[1:]

    with pytest.raises(InvariantBroken, match="lost"):
        witness(dealt.events, thief)


def test_a_card_under_a_claim_is_where_it_lies() -> None:
    ruleset = load("mau_mau").variant.ruleset(2)
    table = decide(start(ruleset, Dice(1)), DealCards(), chance=Dice(1)).after.table
    deck = on_the_table(table)
    assert deck == Counter(map(int, ruleset.deck))
    (card, *hand), lie = table.hands[0], parse_cards("AS")[0]

    table.hands[0] = tuple(hand)
    table.claim = Claim(seat=0, card=card, said=lie)
    assert on_the_table(table) == deck

    table.claim, table.discards = None, (*table.discards, lie)
    table.covered = (Covered(place=1, seat=0, card=card),)
    assert on_the_table(table) == deck


@pytest.mark.parametrize("key", KEYS)
def test_the_mixes_hold_every_value_of_every_option(key: str) -> None:
    variant = load(key).variant

    some = mixes(variant, Random(1))

    assert some[0] == {}
    for name, values in choices(variant).items():
        assert {repr(mix[name]) for mix in some[1:]} == {repr(value) for value in values}


def test_no_deal_at_all_is_no_check(small: Path) -> None:
    with pytest.raises(CommandError, match="--deals must be 1 or more"):
        check(str(small), "--deals", "0")


def test_the_list_of_survivors_is_no_file_of_examples(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (small / mutation_tests.FILE).write_text("[[survivor]]\nplace = 'skip.cards'\n", encoding="utf-8")

    assert run([str(small)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_what_no_example_shows_is_told(small: Path) -> None:
    status, said = check("--mutate", str(small))

    assert status == 1
    assert "small: skip.cards: with 9: survives, but is not listed\n" in said
    assert "skip.cards: without 8" not in said
    assert "options.gentle.values.on.skip.cards: dropped: survives, but is not listed" in said


def test_what_is_listed_with_its_reason_is_no_fault(small: Path) -> None:
    _, before = check("--mutate", str(small))
    alive = [line.removeprefix("small: ").removesuffix(": survives, but is not listed")
             for line in before.splitlines() if line.endswith(": survives, but is not listed")]  # fmt: skip
    listed = [one.rpartition(": ") for one in alive]
    (small / mutation_tests.FILE).write_text(
        "".join(
            f"[[survivor]]\nplace = {json.dumps(place)}\nchange = {json.dumps(change)}\nreason = 'It is a test.'\n"
            for place, _, change in listed
        ),
        encoding="utf-8",
    )

    status, said = check("--mutate", str(small))

    assert alive
    assert status == 0, said
    assert f"small: {alive[0]}: survives: It is a test.\n" in said
    assert said.endswith("1 variant: no faults\n")


@pytest.mark.parametrize(
    ("listed", "fault"),
    [
        (
            "place = 'skip.cards'\nchange = 'without 8'\nreason = 'Why not'",
            "listed, but killed by An eight takes a turn",
        ),
        (
            "place = 'players.least'\nchange = '2 -> 1'\nreason = 'Why not'",
            "listed, but refused by deck.count: There is no number",
        ),
        (
            "place = 'skip.cards'\nchange = 'with Q'\nreason = 'Why not'",
            "is listed, but is not a change of this ruleset",
        ),
        (
            "place = 'skip.cards'\nchange = 'with 9'\nreason = ' '",
            "survivor[0]: it needs the texts place, change and reason",
        ),
        ("place = 'skip.cards'\nchange = 'with 9'", "survivor[0]: it needs the texts place, change and reason"),
        ("place = 'skip.cards", "mutants.toml: "),
    ],
)
def test_a_list_that_is_wrong_is_a_fault(small: Path, listed: str, fault: str) -> None:
    (small / mutation_tests.FILE).write_text(f"[[survivor]]\n{listed}\n", encoding="utf-8")

    status, said = check("--mutate", str(small))

    assert status == 1
    assert fault in said


def test_a_change_that_takes_for_ever_is_killed_by_that() -> None:
    def stop() -> None:
        with mutation_tests.limited(1):
            time.sleep(30)

    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="more than 1 s"):
        stop()
    assert time.monotonic() - begun < 10


def test_the_trials_are_those_of_all_changes_in_order(small: Path) -> None:
    subject = load(str(small))
    work = json.dumps({"rules": subject.variant.rules, "examples": subject.examples})

    whole = mutation_tests.trials(work, 0, 1000)

    assert [fate for part in range(0, 1000, 7) for fate, _ in mutation_tests.trials(work, part, part + 7)] == [
        fate for fate, _ in whole
    ]
    assert {fate for fate, _ in whole} == {Fate.KILLED, Fate.REFUSED, Fate.SURVIVED}


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_every_value_of_a_variant_is_shown_by_an_example_or_listed(key: str) -> None:
    status, said = check("--mutate", key)

    assert status == 0, said


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("key", ["puque", "haft_khabis", "faraon"])
def test_a_variant_keeps_its_laws_at_every_table(key: str) -> None:
    """Some variants here; the laws of the rules' own tests are asked of all of them."""
    status, said = check(key, "--deals", "1")

    assert status == 0, said
