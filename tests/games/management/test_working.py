"""The output of commands that show how far they are."""

from io import StringIO

import pytest
from django.core.management.base import CommandError, OutputWrapper

from games.management.working import WIDTH, bench, console_of, say


class Terminal(StringIO):
    """Looks like a terminal."""

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

    with bench(console_of(OutputWrapper(out)), 1) as work:
        advance = work.bar("sums", 2)
        future = work.executor.submit(sum, (1, 2))
        future.add_done_callback(lambda _: advance(1))
        assert future.result(timeout=60) == 3
        advance(1)
        work.progress.refresh()
        assert "2/2" in out.getvalue()

    assert out.getvalue().endswith("\x1b[1A\x1b[2K")


def test_no_work_without_processes() -> None:
    with pytest.raises(CommandError, match="At least one"), bench(console_of(OutputWrapper(StringIO())), 0):
        pass
