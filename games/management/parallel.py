"""Work that takes a while: several processes, and bars that say how far they are."""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TextIO, cast

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

WIDTH: Final = 120
"""Columns where the output is no terminal."""


class Rate(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        """Return the rate; nothing while it is not known."""
        return Text(f"{task.speed:,.0f}/s" if task.speed else "", style="progress.data.speed")


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


class ProgressLog:
    """Lines that say how far work is, for an output that is no terminal: one every so many seconds, but not the last.

    A line says how many are done, how many that is in a second, and how long the rest takes at that rate.
    """

    def __init__(self, tell: Callable[[str], None], total: int, *, every: float) -> None:
        self.every, self._tell, self._total = every, tell, total
        self.done, self._begun = 0, time.monotonic()
        self._told = self._begun

    def add(self, done: int) -> None:
        """Count what is *done*, 0 where only time has passed; say so when it is time."""
        self.done += done
        now = time.monotonic()
        if self.done >= self._total or now - self._told < self.every:
            return
        self._told = now
        rate = self.done / (now - self._begun)
        left = f"{timedelta(seconds=round((self._total - self.done) / rate))} left" if rate else "time left unknown"
        self._tell(f"{self.done} of {self._total} games, {rate:.1f}/s, {left}")


def bars(console: Console) -> Progress:
    """Return bars with the count, the rate and the time left, to be shown if *console* is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def bench(console: Console, processes: int) -> Iterator[Bench]:
    """Start *processes* that wait for work; show bars if *console* is a terminal. Raises CommandError for none."""
    with bars(console) as progress, pool(processes) as executor:
        yield Bench(executor, progress)


@contextmanager
def pool(processes: int, *, apps: bool = False) -> Iterator[Executor]:
    """Start *processes* that wait for work, with Django's *apps* set up if asked for. Raises CommandError for none."""
    if processes < 1:
        raise CommandError("At least one process is needed.")
    spawn = multiprocessing.get_context("spawn")  # a fork would copy the bars' thread half
    with ProcessPoolExecutor(processes, mp_context=spawn, initializer=_begin, initargs=(apps,)) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def _begin(apps: bool) -> None:  # noqa: FBT001 - a pool gives its arguments by place
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if apps:
        django.setup()


def _end_with_parent() -> None:
    """End this process when the one that gives it work is gone, however that died."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
