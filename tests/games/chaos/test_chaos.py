"""Everything is killed with -9 or stopped at random while games are played: nothing is lost, doubled, or hangs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.benchmarks.service import Service
from tests.games.chaos.run import Connect, Trial, connected, run, table
from tests.sizes import Size


@pytest.fixture
def connect(template_db: str, django_db_blocker: DjangoDbBlocker) -> Connect:  # noqa: ARG001
    @contextmanager
    def to(service: Service) -> Iterator[None]:
        with django_db_blocker.unblock(), connected(service):
            yield

    return to


@pytest.mark.slow
@pytest.mark.load
def test_nothing_is_lost_doubled_or_hangs(size: Size, report: Callable[[str], None], connect: Connect) -> None:
    outcome = run(Trial.of(size), connect)
    report(table(outcome))

    assert not outcome.faults
    assert outcome.kills.total() + outcome.stops.total() == size.kills
    assert len(outcome.kills) > 2
    assert outcome.stops
