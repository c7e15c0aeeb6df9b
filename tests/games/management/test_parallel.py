"""The output of commands that show their progress."""

import re
from io import StringIO

import pytest
from django.core.management.base import CommandError, OutputWrapper

from games.management.parallel import WIDTH, ProgressLog, console_of, say, worker_pool


class Terminal(StringIO):
    """A stream that pretends to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_bars_are_moved_by_nobody_else() -> None:
    out = StringIO()

    console_of(OutputWrapper(out)).file.write("half a line")

    assert out.getvalue() == "half a line"


def test_lines_are_printed_as_they_are() -> None:
    out = StringIO()
    line = "[bold]" + 200 * "x"

    console = console_of(OutputWrapper(out))
    say(console, line)

    assert out.getvalue() == f"{line}\n"
    assert console.width == WIDTH


def test_a_bar_says_how_far_work_is_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    out = Terminal()

    with worker_pool(console_of(OutputWrapper(out)), 1) as work:
        advance = work.bar("sums", 2)
        future = work.executor.submit(sum, (1, 2))
        future.add_done_callback(lambda _: advance(1))
        assert future.result(timeout=60) == 3
        advance(1)
        work.progress.refresh()
        assert "2/2" in out.getvalue()

    assert out.getvalue().endswith("\x1b[1A\x1b[2K")


def test_no_work_without_processes() -> None:
    with pytest.raises(CommandError, match="must be 1 or more"), worker_pool(console_of(OutputWrapper(StringIO())), 0):
        pass


def test_where_there_is_no_terminal_lines_say_how_far_work_is() -> None:
    told: list[str] = []
    log = ProgressLog(told.append, 10, every=0)

    for done in (0, 4, 0, 6):
        log.add(done)

    assert told[0] == "0 of 10 games, 0.0/s, time left unknown"
    assert [line.partition(",")[0] for line in told[1:]] == ["4 of 10 games", "4 of 10 games"]
    assert all(re.search(r", [\d.]+/s, \d+:\d\d:\d\d left$", line) for line in told[1:])


def test_lines_of_progress_do_not_come_too_often() -> None:
    told: list[str] = []
    log = ProgressLog(told.append, 10, every=60)

    log.add(4)

    assert told == []
