"""The code before the last migration and this code work at once on one database. `make rolling` runs all migrations."""

from contextlib import closing
from pathlib import Path

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config import rolling
from tests.config.service import ROOT

HISTORY = rolling.history()


@pytest.mark.slow
@pytest.mark.skipif(not HISTORY, reason="needs the history of git since 0.2.0")
def test_the_code_before_the_last_migration_goes_on_beside_this_code(
    committed_db: CommittedDatabase, tmp_path: Path
) -> None:
    before = rolling.extract(f"{HISTORY[-1]}^", tmp_path)
    with closing(rolling.Deploy(before, committed_db.url)) as deploy:
        assert deploy.replace(ROOT) == []
