"""Work in several processes, and the output of long commands: progress bars and lines of progress."""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TextIO, TypeVar, cast

import django
from django.core.management.base import CommandError, OutputWrapper
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from games.management.amounts import amount

T = TypeVar("T")

WIDTH: Final = 120
"""Columns if the output is no terminal."""


class Rate(ProgressColumn):
    """A column with the number of steps per second."""

    def render(self, task: Task) -> Text:
        """Return the rate, or nothing while it is not known."""
        return Text(f"{task.speed:,.0f}/s" if task.speed else "", style="progress.data.speed")


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes that wait for work, and the bars that show its progress."""

    executor: Executor
    progress: Progress

    def bar(self, name: str, total: int) -> Callable[[int], None]:
        """Show a bar. Return a function that advances it."""
        task = self.progress.add_task(name, total=total)
        return lambda done: self.progress.advance(task, done)

    def submit(
        self, advance: Callable[[int], None], count: int, work: Callable[..., T], *arguments: object
    ) -> Future[T]:
        """Submit *work* to a process. When it is done, advance a bar by *count*."""
        future = self.executor.submit(work, *arguments)
        future.add_done_callback(lambda _: advance(count))
        return future


def console_of(stdout: OutputWrapper) -> Console:
    """Return a console on the output of a command."""
    # Django would add a line end to each write, but bars move the cursor up.
    stdout.ending = ""
    console = Console(file=cast("TextIO", stdout))
    if not console.is_terminal:
        console.width = WIDTH
    return console


def say(console: Console, line: str) -> None:
    """Print *line* as it is: without line breaks, markup or colours."""
    console.print(line, soft_wrap=True, markup=False, highlight=False)


class ProgressLog:
    """Lines of progress for an output that is not a terminal: one *every* so many seconds, and none at the end.

    A line has the number of games done, the games per second, and the time left at that rate.
    """

    def __init__(self, write: Callable[[str], None], total: int, *, every: float) -> None:
        self.every, self._write, self._total = every, write, total
        self.done, self._begun = 0, time.monotonic()
        self._told = self._begun

    def add(self, done: int) -> None:
        """Count what is *done* (0 if only time has passed), and write a line if one is due."""
        self.done += done
        now = time.monotonic()
        if self.done >= self._total or now - self._told < self.every:
            return
        self._told = now
        rate = self.done / (now - self._begun)
        left = f"{timedelta(seconds=round((self._total - self.done) / rate))} left" if rate else "time left unknown"
        self._write(f"{self.done} of {amount(self._total, 'game')}, {rate:.1f}/s, {left}")


def bars(console: Console) -> Progress:
    """Return bars with the count, the rate and the time left. They are shown only if *console* is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def worker_pool(console: Console, processes: int) -> Iterator[Workers]:
    """Start *processes* that wait for work, with bars on *console*. Raises CommandError if there are none."""
    with bars(console) as progress, pool(processes) as executor:
        yield Workers(executor, progress)


@contextmanager
def pool(processes: int, *, apps: bool = False) -> Iterator[Executor]:
    """Start *processes* that wait for work, with Django's *apps* set up if wanted. Raises CommandError for none."""
    if processes < 1:
        raise CommandError("The number of processes must be 1 or more.")
    spawn = multiprocessing.get_context("spawn")  # a fork would copy the bars' thread half
    with ProcessPoolExecutor(processes, mp_context=spawn, initializer=_initialize, initargs=(apps,)) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def _initialize(apps: bool) -> None:  # noqa: FBT001 - a pool passes its arguments by position
    def end_with_parent() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    # Without this thread, workers would outlive a parent that was killed.
    threading.Thread(target=end_with_parent, daemon=True).start()
    if apps:
        django.setup()
