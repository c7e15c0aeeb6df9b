"""The buckets of rate limits, shared by all processes.

A bucket is one row with the time at which it will be full again (GCRA). A request moves this time on by its share of
the window, unless it would then lie beyond the end of the window. One statement does that for all buckets of a request,
atomically, by the database's clock.

A process does not ask the database about each request. It lets a fiftieth of the quota through in each window on its
own. Beyond that it takes several requests at once, a lease, and pays with it what it has let through before. A lease
counts as spent at once. So whoever sends requests at the pace of a person costs no write, and processes together let
at most a fiftieth for each of them through beyond the quota.

By hand: the known limiters need Redis, or count in Django's cache without a lock.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Lock
from typing import Final
from uuid import UUID

from django.db import connection

LEASE_SECONDS: Final = 10.0
"""How long a lease can be used. The rest of it is lost, and comes back as everything that is spent does."""
_LEASES_IN_QUOTA: Final = 50
_ACCOUNTS_KEPT: Final = 20_000
"""The number of accounts in a process after which those are dropped that nobody has used for a window."""

_SPEND: Final = """
    WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(%s::uuid[], %s::interval[], %s::interval[]) AS asked (key, cost, span)
    )
    INSERT INTO rate_bucket AS bucket (key, full_at)
    SELECT key, statement_timestamp() + cost FROM asked ORDER BY key
    ON CONFLICT (key) DO UPDATE
       SET full_at = greatest(bucket.full_at, statement_timestamp()) + (excluded.full_at - statement_timestamp())
     WHERE greatest(bucket.full_at, statement_timestamp()) + (excluded.full_at - statement_timestamp())
           <= statement_timestamp() + (SELECT span FROM asked WHERE asked.key = bucket.key)
    RETURNING key, extract(epoch FROM full_at - statement_timestamp())::float8
"""
_READ: Final = """
    SELECT key, extract(epoch FROM full_at - statement_timestamp())::float8 FROM rate_bucket WHERE key = ANY(%s)
"""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A limit on requests of one caller, and how much of it is used after the present request."""

    name: str
    quota: int
    window: int
    key: UUID
    used: float = 0.0
    """Seconds until the bucket is full again."""
    spent: bool = True
    """Whether the request was within the limit."""

    @property
    def share(self) -> float:
        """The seconds after which one request more is allowed."""
        return self.window / self.quota

    @property
    def lease(self) -> int:
        """The number of requests that a process takes at once; 1 for small quotas."""
        return max(1, self.quota // _LEASES_IN_QUOTA)

    @property
    def remaining(self) -> int:
        """The number of requests that are allowed at once."""
        return max(0, math.floor((self.window - self.used) / self.share + 1e-6))

    @property
    def wait(self) -> int:
        """The whole seconds until one more request is allowed, at least 1."""
        return max(1, math.ceil(self.used + self.share - self.window))


@dataclass(slots=True)
class _Account:
    """What a process knows of a bucket. Times are monotonic."""

    at: float
    """When this was true."""
    free: float
    """Requests that the process may still let through on its own."""
    owed: float = 0.0
    """Seconds of the window that it has let through so, until the bucket would be full again without them."""
    left: int = 0
    """Requests of the lease that are not used yet."""
    used: float = 0.0
    """Seconds until the bucket was full again when the lease began."""
    until: float = 0.0
    """When the lease ends."""

    def has_lease(self, now: float) -> bool:
        """Return whether a request of the lease is left."""
        return bool(self.left) and self.until >= now

    def pass_time(self, bucket: Bucket, now: float) -> None:
        """Bring the account to the present: a fiftieth of the quota comes back in each window."""
        passed, self.at = now - self.at, now
        self.free = min(bucket.lease, self.free + passed * bucket.lease / bucket.window)
        self.owed = max(0.0, self.owed - passed)


class Leases:
    """Lets the requests of this process through, within its accounts. It is safe for threads."""

    def __init__(self) -> None:
        self._accounts: dict[UUID, _Account] = {}
        self._lock = Lock()

    def take(self, buckets: Iterable[Bucket]) -> list[Bucket]:
        """Return the buckets after one request. `spent` says of each whether the request was within the limit."""
        asked = {bucket.key: bucket for bucket in buckets}
        taken: dict[UUID, Bucket] = {}
        now = time.monotonic()
        with self._lock:
            for key, bucket in asked.items():
                if bucket.lease == 1:
                    continue  # a small quota is counted to the request
                account = self._account(bucket, now)
                if account.has_lease(now):
                    account.left -= 1
                    passed = now - account.until + LEASE_SECONDS
                    taken[key] = replace(bucket, used=max(0.0, account.used - account.left * bucket.share - passed))
                elif account.free >= 1:
                    account.free -= 1
                    account.owed += bucket.share
                    taken[key] = replace(bucket, used=account.owed)
        if missing := [bucket for key, bucket in asked.items() if key not in taken]:
            taken |= self._lease(missing)
        return [taken[key] for key in asked]

    def _account(self, bucket: Bucket, now: float) -> _Account:
        """Return the account of a bucket as it is now. Needs the lock."""
        account = self._accounts.get(bucket.key)
        if account is None:
            if len(self._accounts) >= _ACCOUNTS_KEPT:
                self._accounts = {key: one for key, one in self._accounts.items() if now - one.at < bucket.window}
            account = self._accounts[bucket.key] = _Account(now, bucket.lease)
        account.pass_time(bucket, now)
        return account

    def _lease(self, buckets: list[Bucket]) -> dict[UUID, Bucket]:
        """Spend a request of each bucket in the database: a whole lease where there is room for it, else a single one.

        It takes one statement if there is room for all leases, and up to three otherwise.
        """
        now = time.monotonic()
        owed: dict[UUID, float] = dict.fromkeys((bucket.key for bucket in buckets), 0.0)
        with self._lock:
            for bucket in buckets:
                if bucket.lease > 1:  # it is paid once, by whichever thread comes first
                    account = self._account(bucket, now)
                    owed[bucket.key], account.owed = account.owed, 0.0
        leased = _spend((bucket, bucket.lease * bucket.share + owed[bucket.key]) for bucket in buckets)
        short = [bucket for bucket in buckets if bucket.key not in leased]
        single = _spend((bucket, bucket.share) for bucket in short if bucket.lease > 1)
        full: dict[UUID, float] = {}
        if refused := [bucket.key for bucket in short if bucket.key not in single]:
            with connection.cursor() as cursor:
                cursor.execute(_READ, [refused])
                full = dict(cursor.fetchall())
        now = time.monotonic()
        with self._lock:
            for bucket in buckets:
                if bucket.lease == 1:
                    continue
                account = self._account(bucket, now)
                if bucket.key not in leased:
                    account.owed += owed[bucket.key]
                else:
                    # Another thread may have leased from the same bucket meanwhile.
                    rest = account.left if account.has_lease(now) else 0
                    account.left, account.used = rest + bucket.lease - 1, leased[bucket.key]
                    account.until = now + LEASE_SECONDS
        after: dict[UUID, Bucket] = {}
        for bucket in buckets:
            # Without the rest of the lease, which is spent in the database but not yet used.
            used = leased.get(bucket.key, single.get(bucket.key, full.get(bucket.key, float(bucket.window))))
            unused = (bucket.lease - 1) * bucket.share if bucket.key in leased else 0.0
            spent = bucket.key in leased or bucket.key in single
            after[bucket.key] = replace(bucket, used=max(0.0, used - unused), spent=spent)
        return after


def _spend(costs: Iterable[tuple[Bucket, float]]) -> dict[UUID, float]:
    """Spend so many seconds of each bucket. Return those that had room, with the seconds until they are full."""
    asked = list(costs)
    if not asked:
        return {}
    keys = [bucket.key for bucket, _ in asked]
    shares = [timedelta(seconds=cost) for _, cost in asked]
    windows = [timedelta(seconds=bucket.window) for bucket, _ in asked]
    with connection.cursor() as cursor:
        cursor.execute(_SPEND, [keys, shares, windows])
        return dict(cursor.fetchall())
