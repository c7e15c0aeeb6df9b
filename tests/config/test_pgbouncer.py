"""PgBouncer between this service and a server that was away."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from django.db import connection as default

from base.sql.postgresql import base
from config import environment
from config.embedded.cluster import Cluster
from tests.config.service import await_that

_PROGRAM: Final = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
_SETTINGS: Final = """
[databases]
maumau = host={socket} user=postgres dbname=postgres

[pgbouncer]
unix_socket_dir = {socket}
listen_port = 6432
auth_type = any
pool_mode = transaction
server_login_retry = 0.2
query_wait_timeout = 2
"""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(_PROGRAM is None, reason="there is no PgBouncer here")]


@pytest.fixture
def server(home: Path) -> Iterator[Cluster]:
    """A server of its own, which a test may stop."""
    cluster = Cluster(home, throwaway=True)
    cluster.start()
    yield cluster
    cluster.remove()


@pytest.fixture
def pooler(server: Cluster) -> Iterator[str]:
    """PgBouncer before the server, and its address."""
    settings = server.log.with_name("pgbouncer.ini")
    settings.write_text(_SETTINGS.format(socket=server.socket))
    process = subprocess.Popen(
        [str(_PROGRAM), settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **server.account.process
    )
    address = f"{server.url('maumau')}&port=6432"
    await_that(lambda: answers(address))
    yield address
    process.terminate()
    process.wait()


def answers(address: str) -> bool:
    """Return whether the server can be asked."""
    try:
        with psycopg.connect(address) as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture
def forsaken(server: Cluster, pooler: str) -> str:
    """The address of PgBouncer, which has missed its server, and has not been asked since this is back."""
    server.stop()
    await_that(lambda: not answers(pooler))
    server.start()
    return pooler


def test_pgbouncer_repeats_the_fault_of_the_last_attempt(forsaken: str) -> None:
    with psycopg.connect(forsaken) as connection, pytest.raises(psycopg.OperationalError, match="server_login_retry"):
        connection.execute("SELECT 1")


@pytest.mark.parametrize("pool", [0, 1])
def test_the_service_asks_once_more(forsaken: str, pool: int) -> None:
    wrapper = base.DatabaseWrapper({**default.settings_dict, **environment.database(forsaken, pool=pool)}, "pooled")
    with wrapper.get_new_connection(wrapper.get_connection_params()) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    wrapper.close_pool()
