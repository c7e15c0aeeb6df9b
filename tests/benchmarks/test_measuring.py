"""Medians, ratios and rates, and the loop that shows the limit."""

import statistics
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks import clients, loop, report
from tests.benchmarks.environments import NoPeer, install
from tests.benchmarks.measuring import Row, Series, in_turns
from tests.benchmarks.pgbench import script_of
from tests.benchmarks.playouts import WORK, FastChance, engine_rate, lobby_of, loop_rate


def test_a_ratio_is_taken_round_by_round() -> None:
    row = Row("work", "moves/s", Series("ours", (100, 10, 90)), Series("peer", (50, 10, 30)), 2.0)
    assert row.ratios == (2.0, 1.0, 3.0)
    assert row.ratio == 2.0
    assert row.is_reached
    assert (row.ours.median, row.ours.spread) == (90, 1.0)


def test_without_a_peer_or_a_goal_nothing_is_reached() -> None:
    alone = Row("work", "moves/s", Series("ours", (1.0,)))
    assert (alone.ratio, alone.is_reached) == (None, None)
    beside = Row("work", "moves/s", Series("ours", (1.0,)), Series("peer", (2.0,)))
    assert (beside.ratio, beside.is_reached) == (0.5, None)


def test_less_may_be_better() -> None:
    assert Row("work", "ms", Series("ours", (9.0, 10.0, 30.0)), most=10).is_reached
    assert not Row("work", "ms", Series("ours", (9.0, 11.0, 30.0)), most=10).is_reached


def test_rounds_take_turns() -> None:
    seen: list[str] = []

    def measure(name: str, rate: float) -> tuple[str, clients.Act]:
        def once() -> float:
            seen.append(name)
            return rate

        return name, once

    series = list(in_turns([measure("a", 1.0), measure("b", 2.0)], 3, lambda: seen.append(".")))
    assert "".join(seen) == "a.b.a.b.a.b."
    assert series == [Series("a", (1.0,) * 3), Series("b", (2.0,) * 3)]


def test_the_rate_of_many_clients_is_theirs_together() -> None:
    assert clients.rate([lambda: 0.1, lambda: 0.3], 0) == pytest.approx(2 / 0.2)


@pytest.mark.parametrize("work", WORK)
def test_the_loop_by_hand_plays_the_same_game_as_the_engine(work: str) -> None:
    chance, rng = FastChance(Random(1)), Random(1)
    for seats in (2, 4):
        lobby = lobby_of(seats, chance)
        ours = [WORK[work](lobby, chance) for _ in range(400)]
        theirs = [loop.playout(seats, rng) for _ in range(4_000)]
        error = statistics.stdev(ours) / len(ours) ** 0.5
        assert abs(statistics.mean(ours) - statistics.mean(theirs)) < 4 * error
        assert max(ours) <= max(theirs) * 1.2


def test_the_same_chance_plays_the_same_games_whatever_the_work() -> None:
    lengths = []
    for play in WORK.values():
        chance = FastChance(Random(3))
        lobby = lobby_of(2, chance)
        lengths.append([play(lobby, chance) for _ in range(20)])
    assert lengths[0] == lengths[1] == lengths[2]


def test_playouts_are_counted() -> None:
    assert all(engine_rate(0.01, work) > 0 for work in WORK)
    assert loop_rate(0.01) > 0


def test_a_peer_that_cannot_be_installed_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(NoPeer, match="PIP_NO_INDEX"):
        install(tmp_path / "peer", "rlcard")
    assert not (tmp_path / "peer" / "installed").exists()


def test_pgbench_makes_a_move_again_with_the_next_versions() -> None:
    first = ["SELECT %s, %s", ["a game", "a key"]]
    writing = ["INSERT INTO e VALUES (%s, %s, %s, %s) -- 100 %%", ["41", "43", None, "a key"]]
    text, values = script_of({"trips": [[first], [writing], [["COMMIT", []]]], "versions": [42, 43], "key": "a key"})
    assert text.splitlines() == [
        "\\set before :last",
        "\\set v1 :before + 1",
        "\\set last :before + 2",
        "\\startpipeline",
        "SELECT :a0, :last;",
        "\\endpipeline",
        "\\startpipeline",
        "INSERT INTO e VALUES (:before, :last, NULL, :last) -- 100 %;",
        "COMMIT;",
        "\\endpipeline",
    ]
    assert values == {"a0": "a game"}


def test_a_run_is_written_between_the_marks_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{report.BEGIN}\nan older table\n{report.END}\nafter\n", encoding="utf-8")
    found = report.Report("--write", 3, 1.0)
    row = Row("work", "ms", Series("", (9.0, 10.0, 11.0)), Series("a peer", (5.0, 5.0, 5.0)), most=8, note="a note")
    found.rows.append(("name", row))
    report.write(found.markdown(), page)
    text = page.read_text(encoding="utf-8")
    assert "| `name` | work | ms | 10.0 ±10% | 5.0 ±0% | a peer | 2.00 (1.80 to 2.20) | ≤ 8 | not reached |" in text
    assert "- work: a note" in text
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "older" not in text


def test_a_page_without_marks_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="marks"):
        report.write("a table", page)
    assert page.read_text(encoding="utf-8") == "nothing"


def test_the_page_of_the_documentation_has_the_marks() -> None:
    text = report.PAGE.read_text(encoding="utf-8")
    assert 0 < text.index(report.BEGIN) < text.index(report.END)
