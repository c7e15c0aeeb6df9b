"""The buckets of rate limits, shared by all processes.

A bucket is one row with the time at which it will be full again (GCRA). A request moves this time on by its share of
the window, unless it would then lie beyond the end of the window. One statement does that for all buckets of a request,
atomically, by the database's clock. A process takes several requests at once, a lease, and serves them without asking
the database again. A lease counts as spent at once, so processes together never let more through than the quota.

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
_LEASES_KEPT: Final = 20_000
"""The number of leases in a process after which those that are used up or too old are dropped."""

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
class _Lease:
    left: int
    used: float
    until: float


class Leases:
    """The leases of this process. It is safe for threads."""

    def __init__(self) -> None:
        self._held: dict[UUID, _Lease] = {}
        self._lock = Lock()

    def take(self, buckets: Iterable[Bucket]) -> list[Bucket]:
        """Return the buckets after one request. `spent` says of each whether the request was within the limit."""
        asked = {bucket.key: bucket for bucket in buckets}
        taken: dict[UUID, Bucket] = {}
        now = time.monotonic()
        with self._lock:
            for key, bucket in asked.items():
                lease = self._held.get(key)
                if lease and lease.left and lease.until >= now:
                    lease.left -= 1
                    passed = now - lease.until + LEASE_SECONDS
                    taken[key] = replace(bucket, used=max(0.0, lease.used - lease.left * bucket.share - passed))
        if missing := [bucket for key, bucket in asked.items() if key not in taken]:
            taken |= self._lease(missing)
        return [taken[key] for key in asked]

    def _lease(self, buckets: list[Bucket]) -> dict[UUID, Bucket]:
        """Spend a request of each bucket in the database: a whole lease where there is room for it, else a single one.

        It takes one statement if there is room for all leases, and up to three otherwise.
        """
        leased = _spend((bucket, bucket.lease) for bucket in buckets)
        short = [bucket for bucket in buckets if bucket.key not in leased]
        single = _spend((bucket, 1) for bucket in short if bucket.lease > 1)
        full: dict[UUID, float] = {}
        if refused := [bucket.key for bucket in short if bucket.key not in single]:
            with connection.cursor() as cursor:
                cursor.execute(_READ, [refused])
                full = dict(cursor.fetchall())
        now = time.monotonic()
        with self._lock:
            if len(self._held) >= _LEASES_KEPT:
                self._held = {key: lease for key, lease in self._held.items() if lease.left and lease.until >= now}
            for bucket in buckets:
                if bucket.lease > 1 and bucket.key in leased:
                    # Another thread may have leased from the same bucket meanwhile.
                    held = self._held.get(bucket.key)
                    rest = held.left if held and held.until >= now else 0
                    left = rest + bucket.lease - 1
                    self._held[bucket.key] = _Lease(left, leased[bucket.key], now + LEASE_SECONDS)
        after: dict[UUID, Bucket] = {}
        for bucket in buckets:
            # Without the rest of the lease, which is spent in the database but not yet used.
            used = leased.get(bucket.key, single.get(bucket.key, full.get(bucket.key, float(bucket.window))))
            unused = (bucket.lease - 1) * bucket.share if bucket.key in leased else 0.0
            spent = bucket.key in leased or bucket.key in single
            after[bucket.key] = replace(bucket, used=max(0.0, used - unused), spent=spent)
        return after


def _spend(costs: Iterable[tuple[Bucket, int]]) -> dict[UUID, float]:
    """Spend a number of requests of each bucket. Return those that had room, with the seconds until they are full."""
    asked = list(costs)
    if not asked:
        return {}
    keys = [bucket.key for bucket, _ in asked]
    shares = [timedelta(seconds=bucket.share * requests) for bucket, requests in asked]
    windows = [timedelta(seconds=bucket.window) for bucket, _ in asked]
    with connection.cursor() as cursor:
        cursor.execute(_SPEND, [keys, shares, windows])
        return dict(cursor.fetchall())
