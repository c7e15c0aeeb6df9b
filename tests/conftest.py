"""The order of the tests, and the size of those of load."""

import logging
import sys
from collections.abc import Callable, Iterator

import pytest
from django.core.management import call_command
from django.test.utils import setup_databases, teardown_databases
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from config.embedded.pytest_plugin import database_of_tests
from games import thinking
from tests.forgetting import forget_all
from tests.sizes import FULL, SMALL, Size
from tests.statements import Recorder

_statements = Recorder()

# The same examples each time, however busy the machine is.
settings.register_profile("suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


def pytest_configure() -> None:
    """Note each statement that the tests of this process let the service send."""
    _statements.install()


def pytest_sessionfinish() -> None:
    """End the child process that thinks for bots, as a worker does at its end."""
    thinking.end()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let who calls choose the size."""
    parser.addoption("--full-size", action="store_true", help="run the tests of load at their full size: minutes each")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with slow tests first: for a long one that begins last, all other workers would wait."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:  # noqa: ARG001
    """Make the database if no test has pytest-django's mark, too. Keep the built-in rulesets in it and its copies."""
    with django_db_blocker.unblock():
        made = [] if database_of_tests() else setup_databases(verbosity=0, interactive=False)
        call_command("load_variants", verbosity=0)
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    return FULL if request.config.getoption("--full-size") else SMALL


@pytest.fixture
def report(size: Size, capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Return what tells a person what was measured at full size."""

    def written(line: str) -> None:
        if size is FULL:
            with capsys.disabled():
                sys.stdout.write(f"\n{line}\n")

    return written


@pytest.fixture(autouse=True)
def _nothing_is_left_of_another_test() -> None:
    """Let each test begin as if it were the first of its process."""
    forget_all()


@pytest.fixture(autouse=True)
def _levels_of_logs_stay() -> Iterator[None]:
    """Fail a test that leaves a logger with another level, for this would hide lines from the next test."""
    before = _levels()
    yield
    after = _levels()
    assert {name: after[name] for name in before} == before


def _levels() -> dict[str, int]:
    loggers = dict(logging.Logger.manager.loggerDict)
    return {name: logger.level for name, logger in loggers.items() if isinstance(logger, logging.Logger)}


@pytest.fixture(autouse=True)
def _no_statement_crosses_shards() -> Iterator[None]:
    """Fail the first test that lets the service send a statement across shards for which no reason is given."""
    yield
    if crossing := _statements.crossing():
        pytest.fail("Name the shard, or give a reason in tests/across_shards.py:\n" + "\n".join(crossing))
