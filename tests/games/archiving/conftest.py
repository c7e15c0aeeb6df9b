"""What the tests of archives share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.archiving.played import files_in


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the files of archived games are kept."""
    with files_in(tmp_path) as folder:
        yield folder
