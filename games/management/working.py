"""Work that takes a while: several processes, and bars that say how far they are."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TextIO, cast

from django.core.management.base import CommandError, OutputWrapper
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

WIDTH: Final = 120
"""Columns where the output is no terminal."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What is worked with."""

    executor: Executor
    progress: Progress

    def bar(self, name: str, total: int) -> Callable[[int], None]:
        """Show a bar; return what is told how many more are done."""
        task = self.progress.add_task(name, total=total)
        return lambda done: self.progress.advance(task, done)


def console_of(stdout: OutputWrapper) -> Console:
    """Return a console on the output of a command, which from now on adds no line ends of its own: bars move up."""
    stdout.ending = ""
    console = Console(file=cast("TextIO", stdout))
    if not console.is_terminal:
        console.width = WIDTH
    return console


def say(console: Console, line: str) -> None:
    """Print *line* as it is, without breaking it."""
    console.print(line, soft_wrap=True, markup=False, highlight=False)


@contextmanager
def bench(console: Console, processes: int) -> Iterator[Bench]:
    """Start *processes* that wait for work; show bars if *console* is a terminal. Raises CommandError for none."""
    if processes < 1:
        raise CommandError("At least one process is needed.")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    spawn = multiprocessing.get_context("spawn")  # a fork would copy the bars' thread half
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
        ProcessPoolExecutor(processes, mp_context=spawn) as executor,
    ):
        try:
            yield Bench(executor, progress)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
