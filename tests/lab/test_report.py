import pytest

from tests.lab.report import PAGE, Outcome, table, written

GOOD = Outcome("A host is lost", lasted=20.4, silent=8.84, waited=9.1, acknowledged=1_234, from_replicas=0.876)
BAD = Outcome("Two are", lasted=1, silent=2, waited=3, acknowledged=4, from_replicas=0, lost=1)
BAD.findings += ["a game hangs", "verify: …"]


def test_a_run_is_a_table_with_what_was_found() -> None:
    assert table([GOOD, BAD]).splitlines()[2:] == [
        "| A host is lost | 20 | 8.8 | 9.1 | 1,234 | 88 % | 0 | 0 | none |",
        "| Two are | 1 | 2.0 | 3.0 | 4 | 0 % | 1 | 0 | 2 |",
        "",
        "- Two are: a game hangs",
        "- Two are: verify: …",
    ]
    assert GOOD.is_good
    assert not BAD.is_good


def test_a_run_of_some_failures_keeps_the_others() -> None:
    again = Outcome("Two are", lasted=1, silent=2, waited=3, acknowledged=4, from_replicas=0)
    assert table([again], table([BAD, GOOD])) == table([again, GOOD])
    assert table([GOOD], table([BAD])) == table([BAD, GOOD])


def test_the_table_takes_the_place_of_the_last_one() -> None:
    page = PAGE.read_text(encoding="utf-8")
    once = written(page, table([BAD]))
    assert table([BAD]) in once
    assert written(once, table([GOOD])) == written(page, table([GOOD]))
    assert page.partition("<!--")[0] == once.partition("<!--")[0]
    with pytest.raises(ValueError, match="no <!-- written"):
        written("another page", "")
