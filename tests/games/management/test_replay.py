"""`manage.py replay`: it steps through a record, without a service or a database."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from games.records import print_record
from tests.games.records.committed import Committed

ROOT: Final = Path(__file__).resolve().parents[3]
NOWHERE: Final = "postgresql://nobody@127.0.0.1:1/none"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(print_record(Committed(variant="prsi", seats=3, seed=3).record()), encoding="utf-8")
    return path


def replay(*arguments: object, keys: str = "", succeeds: bool = True) -> str:
    """Return what is said when these *keys* are typed."""
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", "replay", *map(str, arguments)],
        cwd=ROOT, input=keys, capture_output=True, text=True, check=False, timeout=120,
        env={"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": NOWHERE, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (ended.returncode == 0) is succeeds, ended.stderr
    return ended.stdout if succeeds else ended.stderr


def test_the_table_after_a_turn_as_a_seat_sees_it(record: Path) -> None:
    said = replay(record, "--to", 12, "--seat", 1)

    assert "12 1: 9D" in said
    assert "This record is not signed" in said
    assert "deal 1, turn 13" in said
    assert "your hand  leaves 8 King  bells Ober" in said


def test_all_cards_are_open_if_nobody_is_named(record: Path) -> None:
    said = replay(record, "--to", 20)

    assert "novice-0   leaves Unter  hearts Unter" in said
    assert "novice-2   leaves 7  bells 10" in said


def test_a_long_name_stands_apart_from_its_cards(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    person = '[Seat0 {"bot":"","name":"Curious Lynx 506"'
    record.write_text(text.replace('[Seat0 {"bot":"novice","name":""', person), encoding="utf-8")

    said = replay(record, "--to", 20)

    assert "Curious Lynx 506  leaves Unter" in said
    assert "novice-2          leaves 7" in said


def test_keys_lead_forward_and_back(record: Path) -> None:
    said = replay(record, keys="\nn\np\ng 20\ns 2\ns 9\nl\nf\nx\nq\n")

    turns = [line.split("turn ")[1] for line in said.splitlines() if ", turn " in line]
    assert turns == ["1", "2", "3", "2", "21", "21", "21", "153", "1"]
    assert "your hand  leaves 7  bells 10" in said
    assert "'9' is not a seat" in said
    assert "place  who" in said
    assert "Enter, n   forward" in said


def test_a_line_that_does_not_follow_is_told(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("12 1: 9D"))
    lines[place] = lines[place].replace("9D", "9S")
    record.write_text("\n".join(lines), encoding="utf-8")

    said = replay(record, "--to", 200)

    assert f"line {place + 1} does not follow: 12 1: 9S" in said
    assert "deal 1, turn 12" in said


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "is not a record"), ("[Site 1]\n\n", "Site must be a string, not 1"), (None, "cannot be read")],
)
def test_what_is_no_record_is_told(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "game.txt"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    assert why in replay(path, succeeds=False)


def test_a_record_of_a_running_game_cannot_be_played_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(print_record(Committed(variant="prsi", seats=3).record(9, viewer=0, whole=False)), encoding="utf-8")

    assert "it hides cards" in replay(path, succeeds=False)
