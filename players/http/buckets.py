"""Buckets of rate limits, shared by all processes.

Each bucket is one row that holds the instant at which it will be full again (GCRA): a request moves it on by its share
of the window, unless that passes the window's end. One statement does that for all rows of a request, atomically, by
the database's clock. A process takes a few requests at once, a lease, and serves the next ones without asking: what is
leased is spent, so no number of processes lets more through than the quota.

By hand: the limiters that we know need Redis, or count in Django's cache without a lock.
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
"""What is leased and not used by then is lost; it comes back as everything spent does."""
_LEASES_IN_QUOTA: Final = 50
_LEASES_KEPT: Final = 20_000

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
    """One limit that a request counts against, and where it stands after it."""

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
        """Seconds in which one request comes back."""
        return self.window / self.quota

    @property
    def lease(self) -> int:
        """Requests that a process takes at once; 1 for small quotas."""
        return max(1, self.quota // _LEASES_IN_QUOTA)

    @property
    def remaining(self) -> int:
        """Requests that may be made at once."""
        return max(0, math.floor((self.window - self.used) / self.share + 1e-6))

    @property
    def wait(self) -> int:
        """Whole seconds until one more request may be made, at least 1."""
        return max(1, math.ceil(self.used + self.share - self.window))


@dataclass(slots=True)
class _Lease:
    left: int
    used: float
    until: float


class Leases:
    """What one process has taken from the buckets and not yet used; safe for threads."""

    def __init__(self) -> None:
        """Hold nothing."""
        self._held: dict[UUID, _Lease] = {}
        self._lock = Lock()

    def take(self, buckets: Iterable[Bucket]) -> list[Bucket]:
        """Return the buckets after one request, each marked with whether it was within the limit."""
        asked = {bucket.key: bucket for bucket in buckets}
        after = {key: self._use(bucket) for key, bucket in asked.items()}
        missing = [asked[key] for key, bucket in after.items() if bucket is None]
        taken = self._lease(missing) if missing else {}
        return [bucket or taken[key] for key, bucket in after.items()]

    def _use(self, bucket: Bucket) -> Bucket | None:
        now = time.monotonic()
        with self._lock:
            lease = self._held.get(bucket.key)
            if lease is None or lease.left == 0 or lease.until < now:
                return None
            lease.left -= 1
            passed = now - lease.until + LEASE_SECONDS
            return replace(bucket, used=max(0.0, lease.used - lease.left * bucket.share - passed))

    def _lease(self, buckets: list[Bucket]) -> dict[UUID, Bucket]:
        leased = _spend((bucket, bucket.lease) for bucket in buckets)
        short = [bucket for bucket in buckets if bucket.key not in leased]
        single = _spend((bucket, 1) for bucket in short if bucket.lease > 1)
        refused = _read([bucket.key for bucket in short if bucket.key not in single])
        for bucket in buckets:
            if bucket.lease > 1 and bucket.key in leased:
                self._hold(bucket, leased[bucket.key])
        return {bucket.key: _after(bucket, leased, single, refused) for bucket in buckets}

    def _hold(self, bucket: Bucket, used: float) -> None:
        """Keep what is left of a lease, beside what another thread has leased meanwhile."""
        now = time.monotonic()
        with self._lock:
            if len(self._held) >= _LEASES_KEPT:
                self._held = {key: lease for key, lease in self._held.items() if lease.left and lease.until >= now}
            held = self._held.get(bucket.key)
            rest = held.left if held and held.until >= now else 0
            self._held[bucket.key] = _Lease(rest + bucket.lease - 1, used, now + LEASE_SECONDS)


def _after(bucket: Bucket, leased: dict[UUID, float], single: dict[UUID, float], refused: dict[UUID, float]) -> Bucket:
    if bucket.key in leased:
        return replace(bucket, used=max(0.0, leased[bucket.key] - (bucket.lease - 1) * bucket.share))
    if bucket.key in single:
        return replace(bucket, used=max(0.0, single[bucket.key]))
    return replace(bucket, used=max(0.0, refused.get(bucket.key, float(bucket.window))), spent=False)


def _spend(costs: Iterable[tuple[Bucket, int]]) -> dict[UUID, float]:
    """Return the buckets that had room for their cost in requests, with the seconds until they are full again."""
    asked = list(costs)
    if not asked:
        return {}
    keys = [bucket.key for bucket, _ in asked]
    shares = [timedelta(seconds=bucket.share * requests) for bucket, requests in asked]
    windows = [timedelta(seconds=bucket.window) for bucket, _ in asked]
    with connection.cursor() as cursor:
        cursor.execute(_SPEND, [keys, shares, windows])
        return dict(cursor.fetchall())


def _read(keys: list[UUID]) -> dict[UUID, float]:
    if not keys:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_READ, [keys])
        return dict(cursor.fetchall())
