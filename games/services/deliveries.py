"""The delivery of what waits for webhooks: many requests at once, one for each webhook, from one thread.

The requests run in an event loop of their own. The thread that calls ``step`` is the only one that asks the database.
"""

import asyncio
import queue
import random
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final

import structlog

from games.store import webhooks
from games.store.webhooks import Dispatch
from games.wakeups import LONGEST_WAIT
from games.webhooks import signing
from games.webhooks.sending import DeliveryError, Outcome, Request, Sender

SLOTS: Final = 64
"""Requests that one process sends at once."""
SLOW_SLOTS: Final = 32
"""How many of them may go to webhooks whose last attempt failed or took long. The others stay free for the rest."""
SLOW: Final = 2.0
"""Seconds that an attempt may take before its webhook counts as slow."""
RETRIES: Final = (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000)
"""Seconds before each further attempt. They are three days together. After the last one a delivery has failed."""
_JITTER: Final = 0.1
"""The part by which a pause is longer or shorter by chance, so that not everything comes back at once."""
LONGEST_RETRY_AFTER: Final = 86_400
"""Seconds by which ``Retry-After`` may put off a delivery, if it asks for more than we would wait."""
LONGEST_PAUSE: Final = 60
"""Seconds for which a webhook that fails has a pause from everything, so that it costs at most one request a minute."""
LONGEST_ASKED_PAUSE: Final = 3_600
"""The same, if its answer was 429 or 503 with ``Retry-After``."""
GIVEN_UP_AFTER: Final = timedelta(days=5)
"""A webhook that does nothing but fail for so long is switched off."""
_GONE: Final = 410
_BUSY: Final = (429, 503)

_log = structlog.get_logger(__name__)


def retry_in(attempts: int, retry_after: int, chance: float) -> timedelta | None:
    """Return how long a delivery waits after so many *attempts*; None if there are no more.

    *chance* is from 0 to 1. *retry_after* are the seconds that the answer asked for.

    >>> retry_in(1, 0, 0.5), retry_in(10, 0, 0.5)
    (datetime.timedelta(seconds=5), None)
    """
    if attempts > len(RETRIES):
        return None
    pause = RETRIES[attempts - 1] * (1 + _JITTER * (2 * chance - 1))
    return timedelta(seconds=max(pause, min(retry_after, LONGEST_RETRY_AFTER)))


def pause_of(failures: int, outcome: Outcome) -> timedelta:
    """Return for how long nothing at all is sent to a webhook after so many *failures* in a row."""
    pause = min(2.0 ** min(failures - 1, 16), LONGEST_PAUSE) if failures else 0.0
    if outcome.status in _BUSY:
        pause = max(pause, min(outcome.retry_after, LONGEST_ASKED_PAUSE))
    return timedelta(seconds=pause)


class Deliverer:
    """Sends what is due. One for each process."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._sent: queue.SimpleQueue[tuple[Dispatch, Future[Outcome]]] = queue.SimpleQueue()
        self._busy = {False: 0, True: 0}
        """How many requests run, by whether their webhook is slow."""
        self._loop = asyncio.new_event_loop()
        # Names are looked up in threads. A slow name server may keep one for longer than its request lasts.
        self._loop.set_default_executor(ThreadPoolExecutor(2 * SLOTS, thread_name_prefix="names"))
        self._thread = threading.Thread(target=self._run, name="deliveries", daemon=True)
        self._thread.start()

    def step(self) -> float:
        """Begin what is due, and store what has ended. Return the seconds until the next step."""
        begun = 0
        for slow, most in ((False, SLOTS - sum(self._busy.values())), (True, SLOW_SLOTS - self._busy[True])):
            for dispatch in webhooks.claim(min(most, SLOTS - sum(self._busy.values())), slow=slow):
                self._begin(dispatch)
                begun += 1
        if not sum(self._busy.values()):
            return 0.0 if begun else LONGEST_WAIT
        try:
            self._end(*self._sent.get(timeout=LONGEST_WAIT))
            while True:
                self._end(*self._sent.get_nowait())
        except queue.Empty:
            return 0.0

    def close(self) -> None:
        """Stop sending. What was begun is sent again by others, after its lease."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        async def cancel() -> None:
            requests = asyncio.all_tasks() - {asyncio.current_task()}
            for request in requests:
                request.cancel()
            await asyncio.gather(*requests, return_exceptions=True)

        self._loop.run_forever()
        self._loop.run_until_complete(cancel())
        self._loop.close()

    def _begin(self, dispatch: Dispatch) -> None:
        try:
            request = signed(dispatch)
        except signing.LostSecret:
            _log.error("neither SECRET_KEY nor SECRET_KEY_FALLBACKS opens a webhook's secret", webhook=dispatch.webhook)
            webhooks.settle(
                dispatch, status="failed", again=None, pause=timedelta(), slow=False, error=DeliveryError.SECRET,
                response=None, duration=0,
            )  # fmt: skip
            webhooks.disable([dispatch.webhook], "secret")
            return
        self._busy[dispatch.slow] += 1
        future = asyncio.run_coroutine_threadsafe(self._sender.send(request), self._loop)
        future.add_done_callback(partial(self._keep, dispatch))

    def _keep(self, dispatch: Dispatch, future: "Future[Outcome]") -> None:
        self._sent.put((dispatch, future))

    def _end(self, dispatch: Dispatch, future: "Future[Outcome]") -> None:
        try:
            settle(dispatch, future.result())
        except Exception:
            self._sent.put((dispatch, future))  # the database is away: try again in the next step
            raise
        self._busy[dispatch.slow] -= 1


def signed(dispatch: Dispatch) -> Request:
    """Return the request of *dispatch*, signed with its secrets as of now. Raises LostSecret."""
    secret, is_old = signing.open_sealed(dispatch.sealed)
    if is_old:  # a fallback opened it: encrypt it with SECRET_KEY, so that you can drop the fallback
        webhooks.reseal(dispatch.webhook, old=dispatch.sealed, new=signing.seal(secret))
    secrets = [secret]
    if dispatch.sealed_before is not None:
        with suppress(signing.LostSecret):  # the new one is enough
            secrets.append(signing.open_sealed(dispatch.sealed_before)[0])
    headers = signing.headers(str(dispatch.id), dispatch.now, dispatch.body, secrets)
    return Request(dispatch.id, dispatch.url, dispatch.body, headers)


def settle(dispatch: Dispatch, outcome: Outcome) -> None:
    """Store what came of an attempt, and switch the webhook off if it is gone or has failed for days."""
    failures = dispatch.failures + 1 if outcome.error else 0
    again = None
    if outcome.error:
        chance = random.random()  # noqa: S311 - no secret
        again = retry_in(dispatch.attempts, outcome.retry_after, chance)
    status = "waiting" if again else "failed" if outcome.error else "delivered"
    webhooks.settle(
        dispatch,
        status=status,
        again=again,
        pause=pause_of(failures, outcome),
        slow=bool(outcome.error) or outcome.seconds > SLOW,
        error=outcome.error or "",
        response=outcome.status,
        duration=round(outcome.seconds * 1_000),
    )
    since = dispatch.failing_since
    if outcome.status == _GONE:
        webhooks.disable([dispatch.webhook], "gone")
    elif outcome.error and since is not None and dispatch.now - since > GIVEN_UP_AFTER:
        webhooks.disable([dispatch.webhook], "failing")
