"""How the runner of examples behaves when a file is broken, an example is wrong, or does not hold."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from games.rules.examples import ExampleError, read_example, run_example
from games.rules.examples.__main__ import main, run_file
from games.rules.examples.setting import seats_of
from games.rules.variants import FOLDER
from tests.rules.tables import VARIANTS

ROOT: Final = Path(__file__).parents[2]

GOOD: Final = """
[[example]]
name = "A nine on a nine"
hands = ["9S 8H", "KD QC"]
up_card = "9H"
moves = ["0 9S!"]
then = { turn = 1, cards = { 0 = 1 } }
"""


def written(folder: Path, *examples: str, head: str = 'variant = "mau_mau"\n', name: str = "some.toml") -> Path:
    path = folder / name
    path.write_text(head + "".join(examples), encoding="utf-8")
    return path


def outcome_of(**given: object) -> tuple[str, ...]:
    """Return the faults of one example of mau_mau."""
    return outcome_in("mau_mau", **{"hands": ["9S 8H", "KD QC"], "up_card": "9H", **given})


def outcome_in(variant: str, **given: object) -> tuple[str, ...]:
    """Return the faults of one example of *variant*."""
    example = read_example({"name": "one", **given})
    return run_example(example, VARIANTS[variant].ruleset(seats_of(example), example.options)).faults


def test_what_holds_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(written(tmp_path, GOOD))]) == 0

    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_what_does_not_hold_is_named_with_what_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, GOOD, GOOD.replace("turn = 1", "turn = 0").replace("A nine", "Another nine"))

    assert main([str(path)]) == 1

    fail, last = capsys.readouterr().out.splitlines()
    assert fail == f"FAIL {path} Another nine on a nine: expected turn = 0, found 1"
    assert last == "1 passed, 1 failed"


def test_a_folder_is_searched_and_rulesets_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, GOOD)
    (tmp_path / "deeper").mkdir()
    written(tmp_path / "deeper", GOOD)
    written(tmp_path / "deeper", head="nonsense", name="ruleset.md")

    assert main([str(tmp_path)]) == 0

    assert capsys.readouterr().out.splitlines()[-1] == "2 passed, 0 failed"


@pytest.mark.parametrize(
    ("head", "why"),
    [
        pytest.param("variant = ", "line 1", id="broken TOML"),
        pytest.param('variant = "mau_maus"\n', "mau_maus", id="unknown variant"),
        pytest.param("\n", "variant", id="no variant"),
        pytest.param('variant = "mau_mau"\nvariants = 1\n', "variants", id="unknown key of the file"),
    ],
)
def test_a_file_that_cannot_be_read_fails(tmp_path: Path, head: str, why: str) -> None:
    path = written(tmp_path, GOOD, head=head)

    passed, lines = run_file(path)

    assert passed == 0
    assert len(lines) == 1
    assert lines[0].startswith(f"FAIL {path} ")
    assert why in lines[0]


def test_files_that_are_not_there_or_no_text_fail(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"variant = \xff")

    assert main([str(tmp_path / "nowhere.toml")]) == 1
    assert main([str(tmp_path / "bytes.toml")]) == 1
    assert main([]) == 2


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('upcard = "9H"', "upcard"),
        ('hands = "9S"', "hands"),
        ('hands = ["9S 1H", "KD"]', "hands[0]"),
        ('hands = ["9S 9S", "KD"]', "hands[0]"),
        ('hands = ["9S 2H", "KD"]', "hands[0]"),
        ('up_card = "9S"', "up_card"),
        ('up_card = "9H TH"', "up_card"),
        ('stock = "9S"', "stock"),
        ('below = "9S"', "below"),
        ("turn = 2", "turn"),
        ("turn = true", "turn"),
        ("direction = 0", "direction"),
        ("scores = [1]", "scores"),
        ('moves = "0 9S"', "moves"),
        ('moves = ["9S"]', "moves[0]"),
        ('moves = ["0 9S", "1 lay KD"]', "moves[1]"),
        ('proves = ["a", "b", "c", "d", "e"]', "proves"),
        ("options = { sevens = true }", "sevens"),
        ("options = { seven_stack = 1 }", "seven_stack"),
        ("then = { turns = 1 }", "then.turns"),
        ('then = { turn = "1" }', "then.turn"),
        ("then = { hands = { one = 1 } }", "then.hands"),
        ("penalty = 2", "penalty"),
        ("penalty = -1", "penalty"),
        ("skip = 1", "skip"),
        ("skip = -1", "skip"),
        ('deck = "..."', "hands"),
        ("name = 7", "name"),
    ],
)
def test_a_wrong_key_is_named(tmp_path: Path, line: str, key: str) -> None:
    lines = [one for one in GOOD.splitlines() if one.split(" =")[0] != line.split(" =", maxsplit=1)[0]]
    path = written(tmp_path, "\n".join((*lines, line)))

    passed, found = run_file(path)

    assert passed == 0
    assert len(found) == 1
    assert f": {key}: " in found[0], found


@pytest.mark.parametrize(
    "line",
    [
        "announced = [5]",
        "then = { cards = { 7 = 1 } }",
        'then = { hands = { 7 = "9S" } }',
        'then = { hands = { 1 = "zz" } }',
        "then = { points = { 9 = 1 } }",
        'then = { stock = "zz" }',
    ],
)
def test_a_broken_example_is_told_not_crashed(tmp_path: Path, line: str) -> None:
    lines = [one for one in GOOD.splitlines() if one.split(" =")[0] != line.split(" =", maxsplit=1)[0]]

    passed, found = run_file(written(tmp_path, "\n".join((*lines, line))))

    assert (passed, len(found)) == (0, 1)


@pytest.mark.parametrize("text", ["example = 3", "example = [3]", '[example]\nname = "one"'])
def test_examples_are_a_list_of_tables(tmp_path: Path, text: str) -> None:
    passed, found = run_file(written(tmp_path, text))

    assert (passed, len(found)) == (0, 1)


@pytest.mark.parametrize(
    ("then", "found"),
    [
        ({"turn": 0}, "expected turn = 0, found 1"),
        ({"hands": {"0": "9S"}}, 'found {"0": "8H"}'),
        ({"cards": {"1": 3}}, 'found {"1": 2}'),
        ({"up_card": "9H"}, 'found "9S"'),
        ({"plays": "KD"}, "expected plays = KD, found nothing"),
        ({"verbs": ["pass"]}, "found draw"),
        ({"refused": ["1 draw"]}, 'expected "1 draw" to be refused'),
        ({"allowed": ["1 KD"]}, 'expected "1 KD" to be allowed'),
        ({"stock": 3}, "found 27"),
        ({"over": True}, "found false"),
        ({"winner": 0}, "found nothing"),
        ({"points": {"0": 1}}, 'found {"0": 0}'),
        ({"scores": [1, 0]}, "found [0, 0]"),
        ({"penalty": 2}, "found 0"),
        ({"nominated": "H"}, "found nothing"),
        ({"direction": -1}, "found 1"),
        ({"dealer": 0}, "found 1"),
        ({"out": [0]}, "expected out = [0]"),
        ({"eliminated": [0]}, "expected eliminated = [0]"),
        ({"game_over": True}, "found false"),
        ({"skip": 1}, "found 0"),
    ],
)
def test_every_key_of_then_can_fail(then: dict[str, object], found: str) -> None:
    (fault,) = outcome_of(moves=["0 9S!"], then=then)

    assert found in fault


def test_the_first_refused_move_fails_the_example() -> None:
    (fault,) = outcome_of(moves=["0 8H!", "0 9S", "1 KD"])

    assert '"0 9S"' in fault
    assert "does_not_fit" in fault


def test_shuffles_must_hold_the_cards_that_are_shuffled() -> None:
    with pytest.raises(ExampleError, match="shuffles"):
        outcome_of(hands=["TS", "KD QC"], stock="", below="7S 7D", shuffles=["7S 8D"], moves=["0 draw"])


def test_the_clock_does_not_cut_for_ever_where_the_cards_stay_as_they_lie() -> None:
    given = {"players": 3, "deck": "JS 7H AC QD 3C ...", "moves": ["clock"]}
    assert outcome_in("mau_mau_official", **given, then={"verbs": ["cut"]}) == ()


def test_an_eight_that_always_comes_back_does_not_hold_the_clock() -> None:
    cards = [rank + suit for rank in "789TJQKA" for suit in "SHDC"]
    other = " ".join(card for card in cards if card not in ("8S", "8H"))
    given = {"options": {"announce": "at_last"}, "hands": ["8S", other], "up_card": "8H", "stock": ""}
    assert outcome_in("mau_mau", **given, moves=["clock"], then={"turn": 0, "over": False}) == ()


def test_blanks_around_moves_and_after_the_dots_mean_nothing() -> None:
    assert outcome_of(stock="TS ...\n", moves=[" 0  9S! "], then={"turn": 1, "refused": ["1  7S "]}) == ()


@pytest.mark.parametrize(
    ("variant", "given", "dealer"),
    [
        ("101", {"winner": 1}, 2),
        ("prsi", {"loser": 1}, 1),
        ("prsi", {"winner": 1}, 2),
        ("prsi", {"loser": 1, "options": {"next_dealer": "rotate"}}, 2),
        ("prsi", {"loser": 1, "dealer": 0}, 0),
    ],
)
def test_the_deal_before_makes_the_dealer_only_where_it_chooses_one(
    variant: str, given: dict[str, object], dealer: int
) -> None:
    assert outcome_in(variant, players=3, deck="...", **given, then={"dealer": dealer}) == ()


def test_a_skip_is_never_longer_than_there_are_other_seats() -> None:
    given = {"hands": ["TS 8H", "KD QC", "9S"], "up_card": "AH", "skip": 9}
    assert outcome_in("faraon", **given, then={"turn": 0, "skip": 2}) == ()


@pytest.mark.slow
def test_the_command_runs_without_django() -> None:
    program = "import runpy, sys; runpy.run_module('games.rules.examples', run_name='__main__', alter_sys=True)"
    guard = "import sys; sys.modules['django'] = None\n"

    done = subprocess.run(
        [sys.executable, "-c", guard + program, str(FOLDER)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    last = done.stdout.splitlines()[-1].split()
    assert last[1:] == ["passed,", "0", "failed"]
    assert int(last[0]) > 100
