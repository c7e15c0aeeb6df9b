"""Variants that players write: checked in a child process, published under their hash, never changed.

A ruleset is published only after it has passed its schema, its examples and ``DEALS`` random deals: in a check that
is still kept, or when it is published.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from base.identifiers import uuid7
from games import sandbox, store, wakeups
from games.rules.variants import Variant, from_bytes
from games.sandbox import KEY, NotChecked, Verdict
from games.store import check_jobs, custom_variants, slots
from games.store.check_jobs import Check, TooManyChecks
from games.store.custom_variants import KeyTaken, Owned, TooManyVariants

__all__ = [
    "DEALS", "Check", "CheckRuns", "DealsMissing", "KeyTaken", "NotChecked", "Refused", "TooManyChecks",
    "TooManyVariants", "approve", "check", "current", "order", "ordered", "owned", "publish", "run_next_check",
]  # fmt: skip

DEALS: Final = 1_000
"""Random deals that are played with a ruleset before it is published; also the most that one check may order."""


_LONGEST: Final = 60.0
"""Seconds after which a check of a caller who waits has surely ended, whatever became of this process."""


class DealsMissing(Exception):
    """The deals take longer than a caller can wait: ``order`` a check first."""


class CheckRuns(Exception):
    """Another ruleset of this author is being checked, or other expensive work runs for them."""


class Refused(Exception):
    """A ruleset that did not pass; ``report`` says why."""

    def __init__(self, report: dict[str, Any]) -> None:
        super().__init__("the ruleset did not pass")
        self.report = report


def check(author: UUID, sent: Mapping[str, Any], base: Variant | None, *, owner: UUID | None = None) -> dict[str, Any]:
    """Return the report on schema and examples of the ruleset that *author* *sent*, or of their changes to *base*.

    Raises CheckRuns, NotChecked.
    """
    with _alone(author, owner):
        return _run(sent, base).report


_checking: Final[set[UUID]] = set()
"""The authors for whom a child of this process runs, or who wait for it."""
_lock: Final = Lock()


@contextmanager
def _alone(author: UUID, owner: UUID | None = None) -> Iterator[None]:
    """Check one ruleset of *author* at a time: this process has one child for everybody. Raises CheckRuns.

    It also needs a slot of *owner*.
    """
    with _lock:
        if author in _checking:
            raise CheckRuns
        _checking.add(author)
    try:
        with slots.held(owner or author, uuid7(), seconds=_LONGEST, player=author) as has_slot:
            if not has_slot:
                raise CheckRuns
            yield
    finally:
        _checking.discard(author)


def order(author: UUID, sent: dict[str, Any], base: Variant | None, deals: int, *, owner: UUID | None = None) -> UUID:
    """Order a check with random *deals*, which a worker makes soon; return its id. Raises TooManyChecks."""
    with transaction.atomic():
        made = check_jobs.add(author, sent, base=base.hash if base else None, deals=deals, owner=owner)
        wakeups.checker()
    return made


def ordered(check_id: UUID, author: UUID) -> Check | None:
    """Return the check that *author* ordered; None if there is none, or it is no longer kept."""
    return check_jobs.find(check_id, author)


def approve(author: UUID, sent: Mapping[str, Any], base: Variant | None, *, owner: UUID | None = None) -> bytes:
    """Return the canonical bytes of the ruleset that *author* *sent*, which may now be published.

    This takes seconds; call it outside of a transaction. Raises Refused, DealsMissing, CheckRuns, NotChecked.
    """
    with _alone(author, owner):
        begun = time.monotonic()
        verdict = _run(sent, base)
        passed, content = verdict.report["passed"], verdict.report["hash"]
        # The same content needs no deals again if it was published before, or if a check that is kept played them.
        if passed and not store.is_kept(content) and not check_jobs.has_passed(content, DEALS):
            # The deals get the time that is left. A run that ends early shows nothing unless a deal went wrong.
            left = max(1.0, sandbox.QUICK.wall - (time.monotonic() - begun))
            verdict = _run(sent, base, deals=DEALS, bounds=replace(sandbox.QUICK, wall=left))
            deals = verdict.report["deals"]
            if not verdict.report["finished"] and not (deals and deals["troubles"]):
                raise DealsMissing
    if verdict.content is None or not verdict.report["passed"]:
        raise Refused(verdict.report)
    return verdict.content


def publish(author: UUID, content: bytes) -> str:
    """Publish approved *content* as the current edition of its key, and return its hash.

    *author* owns the key from then on. Publishing the same again changes nothing. Raises KeyTaken, TooManyVariants.
    """
    variant = from_bytes(content)
    with transaction.atomic():
        custom_variants.claim(variant.key, author=author, content=variant.hash)
        store.keep(variant)
    return variant.hash


def owned(key: str) -> Owned | None:
    """Return who published a variant under *key*, and the hash of its current edition; None if nobody did."""
    return custom_variants.custom(key) if KEY.fullmatch(key) else None


def current(key: str) -> Variant | None:
    """Return the current edition of the variant that a player published under *key*; None if there is none."""
    found = owned(key)
    return None if found is None else store.kept(found.hash)


def run_next_check() -> None:
    """Make the check that has waited longest, if there is one; then wake a worker for the next one.

    A check that a busy machine could not finish waits again.
    """
    ordered = check_jobs.take()
    if ordered is None:
        return
    base = None if ordered.base is None else store.kept(ordered.base)
    try:
        report = _run(ordered.sent, base, deals=ordered.deals, bounds=sandbox.THOROUGH).report
    except NotChecked:
        check_jobs.give_back(ordered.id)
    else:
        check_jobs.close(ordered.id, report)
    remind()


def remind() -> None:
    """Wake a worker if a check waits."""
    if check_jobs.waits():
        wakeups.checker()


def _run(
    sent: Mapping[str, Any], base: Variant | None, *, deals: int = 0, bounds: sandbox.Bounds | None = None
) -> Verdict:
    if not connection.in_atomic_block:
        connection.close()  # so that others can use it while the child runs
    rules = None if base is None else {"rules": base.rules, "text": base.text}
    return sandbox.check(sent, base=rules, deals=deals, bounds=bounds or sandbox.QUICK)
