"""If `manage.py` cannot start, it says why in one sentence, and leaves nothing behind."""

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from config.embedded import state
from config.embedded.cluster import Cluster
from config.embedded.pytest_plugin import passed_on
from tests.config.service import ROOT


def lines(tmp_path: Path, *command: str, **wrong: str) -> list[str]:
    """Return the lines that a failing command of `manage.py` prints."""
    kept = {"PATH": os.environ["PATH"], "DATA": str(tmp_path / "data"), "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", *(command or ("up",))],
        cwd=ROOT, env={**passed_on(), **kept, **wrong}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1, done
    assert "Traceback" not in done.stdout + done.stderr
    return done.stderr.splitlines()


_COMMANDS = (("verify",), ("rebuild", "all"), ("resume", "all"), ("doctor",))


@pytest.mark.parametrize("command", _COMMANDS, ids=lambda command: command[0])
def test_without_a_service_a_command_says_so_and_makes_no_directory(tmp_path: Path, command: tuple[str, ...]) -> None:
    (line,) = lines(tmp_path, *command)

    assert line == (
        f"No service keeps its data in {tmp_path / 'data'}. "
        "If you ran `make up DATA=path`, set the same DATA for this command."
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", _COMMANDS[:3], ids=lambda command: command[0])
def test_a_database_that_does_not_answer_is_one_line_of_advice(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "data").mkdir()

    (line,) = lines(tmp_path, *command)

    assert line == (
        "CommandError: The database does not answer. Start PostgreSQL, or correct DATABASE_URL. "
        "Its own log says why it does not answer. "
        "If you ran `make up DATA=path`, set the same DATA for this command."
    )


@pytest.mark.parametrize("port", ["abc", "99999", "-1", "8000.5", "²", "1" * 5000])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    assert lines(tmp_path, PORT=port) == [f"CommandError: PORT must be a number from 0 to 65535, not {port!r}."]


@pytest.mark.parametrize("command", ["up", "play"])
@pytest.mark.parametrize(
    ("place", "why"),
    [("/dev/null", "it is not a directory"), ("/dev/null/x", "Not a directory"), ("/proc/none", "No such file")],
)
def test_data_that_cannot_be_kept(tmp_path: Path, command: str, place: str, why: str) -> None:
    (line,) = lines(tmp_path, command, DATA=place)
    assert line.startswith(f"Nothing can be stored in {place} ({why}")
    assert line.endswith("Set DATA to a directory of your own.")


def test_a_host_that_is_none(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, PORT="0", HOST_ADDRESS="a.host.invalid")
    assert line.startswith("CommandError: Cannot listen on a.host.invalid:0 (")
    assert "Unknown error" not in line
    assert line.endswith(" Set PORT to use another port.")


def test_a_home_in_which_no_account_can_be_kept(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, "play", HOME="/dev/null", XDG_STATE_HOME="", PORT="1")
    assert line.startswith(
        "CommandError: Your account cannot be saved in /dev/null/.local/state/maumau (Not a directory)."
    )


def test_play_without_a_service_says_how_to_start_one(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, "play", PORT="1")
    assert line == (
        "CommandError: Nothing runs at http://127.0.0.1:1. Start it with `make up`; for another port give PORT or DATA."
    )


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (line,) = lines(tmp_path, PORT=str(port))
    assert line == (
        f"CommandError: Cannot listen on 127.0.0.1:{port} (Address already in use). Set PORT to use another port."
    )


def test_a_database_on_a_host_that_is_none(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, PORT="0", DATABASE_URL="postgresql://anna:sesame@a.host.invalid/maumau")
    assert line.startswith("CommandError: The service cannot connect to the database of DATABASE_URL: ")
    assert "a.host.invalid" in line or "not known" in line
    assert "sesame" not in line


def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, PORT="0", DATABASE_URL="postgresql://anna@127.0.0.1:1/maumau")
    assert line.startswith("CommandError: The service cannot connect to the database of DATABASE_URL: ")
    assert "refused" in line


def test_a_wrong_password_and_a_role_without_rights(tmp_path: Path) -> None:
    home = Path(tempfile.mkdtemp(prefix="maumau-refuses-"))
    home.chmod(0o711)
    cluster = Cluster(home, throwaway=True)
    cluster.start()
    try:
        with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE ROLE anna LOGIN PASSWORD 'open sesame'")
            (cluster.data / "pg_hba.conf").write_text("local all anna scram-sha-256\nlocal all all trust\n")
            connection.execute("SELECT pg_reload_conf()")
        url = f"postgresql://anna:{{}}@/postgres?host={cluster.socket}"
        (line,) = lines(tmp_path, PORT="0", DATABASE_URL=url.format("wrong"), BROKER_URL="amqp://localhost")
        (denied,) = lines(tmp_path, PORT="0", DATABASE_URL=url.format("open%20sesame"), BROKER_URL="amqp://localhost")
    finally:
        cluster.remove()
        home.rmdir()
    assert line.startswith("CommandError: The service cannot connect to the database of DATABASE_URL: ")
    assert 'password authentication failed for user "anna"' in line
    assert denied.startswith("CommandError: The database cannot be used (migrate): ")
    assert "permission denied for schema public" in denied


@pytest.mark.parametrize("command", ["up", "play"])
def test_a_directory_that_holds_other_things(tmp_path: Path, command: str) -> None:
    place = tmp_path / "thesis"
    place.mkdir()
    (place / "chapter1.txt").write_text("precious")
    (place / "secret_key").write_text("of another program")

    (line,) = lines(tmp_path, command, DATA=str(place))

    assert line.startswith(f"{place} holds other things, such as 'chapter1.txt'")
    assert sorted(one.name for one in place.iterdir()) == ["chapter1.txt", "secret_key"]


@pytest.mark.parametrize(
    "names",
    [
        [],
        ["lost+found"],
        ["secret_key", "up.lock", "address", "beat", "postgres", "postgres.lock", "postgres.log"],
        ["secret_key", "up.lock", "postgres", "dump.sql"],
        [".maumau", "secret_key", "dump.sql"],
    ],
)
def test_a_directory_of_the_service_or_a_new_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    monkeypatch.setenv("DATA", str(tmp_path))
    for name in names:
        (tmp_path / name).touch()

    assert state.directory(Path("/nowhere")) == tmp_path
    (tmp_path / "dump.sql").touch()
    assert state.directory(Path("/nowhere")) == tmp_path
