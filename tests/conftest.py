"""The order of the tests."""

import pytest

from games.services import signing


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with slow tests first: for a long one that begins last, all other workers would wait."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(autouse=True)
def _signing_key_of_no_other_test() -> None:
    """Let no test sign with a key that lies in another test's database."""
    signing.forget()
