"""The order of the tests, and the size of those of load."""

import sys
from collections.abc import Callable, Iterator

import pytest

from games.services import signing
from tests.sizes import FULL, SMALL, Size
from tests.statements import Recorder

_statements = Recorder()


def pytest_configure() -> None:
    """Note each statement that the tests of this process let the service send."""
    _statements.install()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let who calls choose the size."""
    parser.addoption("--full-size", action="store_true", help="run the tests of load at their full size: minutes each")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with slow tests first: for a long one that begins last, all other workers would wait."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


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
def _signing_key_of_no_other_test() -> None:
    """Let no test sign with a key that lies in another test's database."""
    signing.forget()


@pytest.fixture(autouse=True)
def _no_statement_crosses_shards() -> Iterator[None]:
    """Fail the first test that lets the service send a statement across shards for which no reason is given."""
    yield
    if crossing := _statements.crossing():
        pytest.fail("Name the shard, or give a reason in tests/across_shards.py:\n" + "\n".join(crossing))
