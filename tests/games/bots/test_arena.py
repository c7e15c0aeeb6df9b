"""The arena: bots against each other, at every size of table that a variant takes."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.bot_matches import Score, meet, play


def rows(*arguments: str) -> list[list[str]]:
    """Return the words of each line that the command prints for a table."""
    out = StringIO()
    call_command("arena", *arguments, "--processes", "2", stdout=out)
    cells = [line.replace("│", " ").replace("┃", " ").split() for line in out.getvalue().splitlines()]
    return [words[:4] for words in cells if len(words) > 3 and "%" in words[3]]


def test_each_variant_is_played_at_two_and_at_four_seats_where_it_takes_them_and_summed() -> None:
    found = rows("clever", "clever", "--variant", "puque", "--variant", "mau_mau_two_deck", "--deals", "2")

    assert found == [
        ["puque", "2", "4", "50.0%"],
        ["puque", "4", "4", "50.0%"],
        ["puque", "all", "8", "50.0%"],
        ["mau_mau_two_deck", "4", "4", "50.0%"],
    ]


def test_the_size_of_the_table_may_be_asked_for() -> None:
    found = rows("clever", "novice", "--variant", "puque", "--seats", "3", "--deals", "3")

    assert [words[:3] for words in found] == [["puque", "3", "6"]]


def test_a_variant_that_there_is_not_is_refused() -> None:
    with pytest.raises(CommandError):
        rows("--variant", "chess")


def test_a_search_of_so_many_iterations_gives_the_same_result_again(tmp_path: Path) -> None:
    plot = tmp_path / "arena.svg"
    asked = ("expert", "clever", "--variant", "mau_mau", "--seats", "2", "--deals", "2", "--iterations", "12")
    once, again = rows(*asked, "--plot", str(plot)), rows(*asked)

    assert once == again
    assert [words[:3] for words in once] == [["mau_mau", "2", "4"]]
    assert "expert against clever" in plot.read_text()
    assert "mau_mau, 2 seats" in plot.read_text()


@pytest.mark.parametrize(
    "wrong", [["--deals", "0"], ["--iterations", "0"], ["--plot", "arena.txt"], ["--seats", "99"], ["--processes", "0"]]
)
def test_what_cannot_be_played_is_refused(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("arena", *wrong, stdout=StringIO())


def test_a_match_is_determined_by_its_number() -> None:
    once, again = (play("mau_mau", ("clever", "novice"), 7) for _ in range(2))

    assert once == again
    assert once != play("mau_mau", ("clever", "novice"), 8)


@pytest.mark.parametrize("seats", [2, 4])
def test_first_and_second_sit_by_turns_and_change_places(seats: int) -> None:
    """The same level on all seats wins every game; counted for one side only, that is half."""
    assert meet("mau_mau", "clever", "clever", 3, seats=seats).won == 1


def test_the_interval_holds_the_share_and_narrows() -> None:
    few, many = Score(games=20, won=15), Score(games=2000, won=1500)

    for score in (few, many):
        low, high = score.interval()
        assert 0 < low < 0.75 < high < 1
    assert few.interval()[0] < many.interval()[0]
