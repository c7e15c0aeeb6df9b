"""Version 0.2.0 and this code work at once on one database. `make rolling` goes through all migrations between them."""

from contextlib import closing
from pathlib import Path

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config import rolling
from tests.config.service import ROOT


@pytest.mark.slow
@pytest.mark.skipif(not rolling.history(), reason="needs the history of git since 0.2.0")
def test_the_release_goes_on_beside_this_code(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    released = rolling.extract(rolling.RELEASE, tmp_path)
    with closing(rolling.Deploy(released, committed_db.url)) as deploy:
        deploy.replace(ROOT)
