"""The model of how far the service goes: its page is its output, and what is assumed moves what comes out."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.benchmarks.scale import BEGIN, END, GAMES, PAGE, Assumed, Measured, constants, estimate, limits, main, tables
from tests.config.service import ROOT


def test_the_page_is_what_the_program_prints() -> None:
    written = PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]
    assert written.strip() == f"{tables(Measured(), Assumed())}\n{constants(Measured(), Assumed())}".strip()


@pytest.mark.slow
def test_the_bytes_of_a_database_are_measured(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["manage.py", "simulate", "mau_mau", "--store", "--games", "3", "--seats", "2"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": committed_db.url}
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=True)

    with monkeypatch.context() as during:
        during.setenv("DATABASE_URL", committed_db.url)
        main(["--measure"])

    assert capsys.readouterr().out.splitlines()[-1] == "of 3 games"


@pytest.mark.parametrize("games", GAMES)
def test_more_moves_need_more_of_everything(games: int) -> None:
    few, many = (estimate(games, Measured(), replace(Assumed(), moves_a_day=moves)) for moves in (1.0, 10.0))

    assert many.moves == pytest.approx(10 * few.moves)
    assert many.web_cores > few.web_cores
    assert many.bytes_a_year == pytest.approx(10 * few.bytes_a_year)
    assert many.price > few.price


def test_the_limit_that_is_met_first_comes_first() -> None:
    of, assumed = estimate(GAMES[-1], Measured(), Assumed()), Assumed()
    shares = [limit.load for limit in limits(of, assumed)]
    assert shares == sorted(shares, reverse=True)
    slow = limits(of, replace(assumed, commit_ms=1_000.0, disk_tib=1e6))
    assert slow[0].what == "commits in a shard"
