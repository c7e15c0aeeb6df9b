"""Ctrl-C while `manage.py up` starts: it prints a line and ends, and a later start works."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psutil
import psycopg
import pytest

from config.embedded.cluster import Cluster
from tests.config.service import Service, await_that, is_running

pytestmark = pytest.mark.slow

PATIENCE: Final = 120
"""Seconds in which a busy machine has long ended it."""
LOADED: Final = 0.3
"""Seconds of the processor after which Python runs `manage.py`, and still loads Django."""


def has_loaded(pid: int) -> bool:
    return psutil.Process(pid).cpu_times().user > LOADED


def are_tables_made(cluster: Cluster) -> bool:
    """Return whether the first of the service's tables is there."""
    try:
        with psycopg.connect(cluster.url("maumau")) as connection:
            return connection.execute("SELECT to_regclass('django_migrations')").fetchone() != (None,)
    except psycopg.OperationalError:
        return False


def test_ctrl_c_at_any_moment_of_a_start_ends_it_with_a_line(state: Path) -> None:
    service, cluster = Service(state), Cluster(state)
    moments: tuple[Callable[[], object], ...] = (
        lambda: True,
        lambda: [*cluster.data.parent.glob("postgres*/PG_VERSION")],  # the data are made
        lambda: are_tables_made(cluster),
    )
    for has_come in moments:
        with service.output.open("wb") as output:
            process = service.manage("up", stdout=output, stderr=output)
        await_that(lambda: process.poll() is not None or (has_loaded(process.pid) and has_come()))  # noqa: B023 - at once
        before = service.said()
        process.send_signal(signal.SIGINT)
        status = process.wait(PATIENCE)

        said = service.said()
        assert status == 0, said
        assert "starts web" in before or "starts web" not in said, "it has not waited for the end of the start"
        assert "Traceback" not in said
        assert "Error" not in said
        assert "stopped" in said.splitlines()[-1]
        file = state / "postgres" / "postmaster.pid"
        assert not (file.exists() and is_running(int(file.read_text().split("\n", 1)[0])))
    service.start()
    assert service.stop() == 0
