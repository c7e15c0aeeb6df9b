"""Reads for many streams at once: all that is asked for while the database answers is the next batch."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from base.http.lanes import Lane, in_lane

Q = TypeVar("Q")
A = TypeVar("A")


class Batches(Generic[Q, A]):
    """Answers questions by `read`, which answers many at once: one answer for each question, or an exception."""

    def __init__(self, read: Callable[[Sequence[Q]], Sequence[A | Exception]], lane: Lane | None, most: int) -> None:
        """Read at most *most* questions at once, in *lane*."""
        self._read, self._lane, self._most = read, lane, most
        self._asked: list[tuple[Q, asyncio.Future[A]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """Return the answer, which is read after this call. Raises what the database does, and TimeoutError."""
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._asked.append((question, answer))
        if self._worker is None or self._worker.done():
            # In a context of its own, because it outlives the request that came first.
            self._worker = asyncio.create_task(self._work(), context=Context())
        return await answer

    async def _work(self) -> None:
        while self._asked:
            batch, self._asked = self._asked[: self._most], self._asked[self._most :]
            waiting = [(question, answer) for question, answer in batch if not answer.done()]
            found: Sequence[A | Exception]
            try:
                questions = [question for question, _ in waiting]
                found = await in_lane(self._lane, lambda questions=questions: self._read(questions))  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - it belongs to those who asked
                found = [error] * len(waiting)
            for (_, answer), one in zip(waiting, found, strict=True):
                if answer.done():  # who asked is gone
                    continue
                if isinstance(one, Exception):
                    answer.set_exception(one)
                else:
                    answer.set_result(one)
