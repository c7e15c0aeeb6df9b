"""`/readyz` and `manage.py doctor`: what is well, what is not, and an answer in time."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from celery import current_app
from django.core.management import call_command
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games import health, services, store
from games.integrity import findings
from games.integrity.findings import Finding, Scope
from games.management import health_report
from games.models import Game
from games.services import Allowance, Terms, webhooks
from games.store import claims
from players.models import Player
from tests.games.services.sitting import Sitting

PATIENCE = 3.0
"""Seconds for the checks where one of them hangs. Elsewhere they have all that a busy machine needs."""
PATIENCE_OF_DOCTOR = health_report.PATIENCE
HUNG = 30
"""Seconds in which `/readyz` has long answered, unless it waits for what never says a word."""


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 60.0)
    monkeypatch.setattr(health_report, "PATIENCE", 60.0)


@pytest.fixture
def _impatient(_unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", PATIENCE)


@pytest.fixture(autouse=True)
def _committed(committed_db: CommittedDatabase) -> None:
    """The checks ask over connections of their own: what they are to see must be committed."""


def execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def checks(caller: Any) -> tuple[int, dict[str, str]]:
    answer = caller.get("/readyz")
    return answer.status_code, answer.json()["checks"]


def doctor() -> tuple[int, str]:
    said = StringIO()
    try:
        call_command("doctor", stdout=said)
    except SystemExit as end:
        return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


def late_table() -> Sitting:
    table = Sitting.of(2, terms=Terms(clock=Allowance(60, 0)))
    table.age(timedelta(minutes=2))
    return table


def test_ready_is_when_the_clock_beats(nobody: Any) -> None:
    before = checks(nobody)
    services.record_heartbeat()
    after = checks(nobody)
    execute("UPDATE heartbeat SET at = at - interval '1 minute', ticks = ticks - 60")
    silent = checks(nobody)

    assert (before[0], before[1]["worker"]) == (503, "no heartbeat yet")
    assert (after[0], {*after[1].values()}) == (200, {"ok"})
    assert (silent[0], silent[1]["worker"][:11]) == (503, "silent for ")


def test_ready_names_a_read_model_that_stopped(nobody: Any) -> None:
    services.record_heartbeat()
    execute("UPDATE checkpoint SET status = 'failed' WHERE projection = 'lobby' AND shard IN (3, 7)")

    assert checks(nobody)[1]["projections"] == "failed: lobby at shard 3, lobby at shard 7"


def test_clocks_that_are_late_are_no_readiness_unless_they_are_put_off(nobody: Any) -> None:
    table = late_table()
    services.record_heartbeat()
    late = checks(nobody)
    Game.objects.filter(id=table.game).update(ruleset="sha256:lost")
    services.resolve_late()
    put_off = checks(nobody)

    assert (late[0], late[1]["clock"][:8]) == (503, "late by ")
    assert (put_off[0], put_off[1]["clock"]) == (200, "ok")


def test_bots_that_are_late_are_no_readiness(nobody: Any) -> None:
    services.open_game(player=None, variant="mau_mau", seats=2, bots=["clever", "clever"])
    services.record_heartbeat()
    soon = checks(nobody)
    execute("UPDATE game SET bot_due = bot_due - interval '1 minute'")
    late = checks(nobody)

    assert (soon[0], soon[1]["bots"]) == (200, "ok")
    assert (late[0], late[1]["bots"][:8]) == (503, "late by ")


def test_an_outage_is_no_lateness(nobody: Any) -> None:
    table = late_table()
    began = table.row.turn_began
    assert began is not None
    store.record_outage(store.DRIVER, began, began + timedelta(minutes=1))
    services.record_heartbeat()

    assert checks(nobody)[0] == 200


@pytest.fixture
def deaf() -> Iterator[str]:
    """The address of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def broker() -> Iterator[Any]:
    """Celery's settings, as they were afterwards."""
    before = current_app.conf.broker_url
    yield current_app.conf
    current_app.conf.broker_url = before


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("scheme", ["amqp", "redis"])
def test_a_broker_that_hangs_is_named_in_time(nobody: Any, broker: Any, deaf: str, scheme: str) -> None:
    services.record_heartbeat()
    broker.broker_url = f"{scheme}://{deaf}//"
    begun = time.monotonic()
    status, found = checks(nobody)

    assert time.monotonic() - begun < HUNG
    assert status == 503
    assert found.pop("broker").startswith(("no answer", "unreachable"))
    assert {*found.values()} == {"ok"}


@pytest.mark.usefixtures("_impatient")
def test_a_broker_that_still_hangs_hides_nothing_else(nobody: Any, broker: Any, deaf: str) -> None:
    services.record_heartbeat()
    broker.broker_url = f"amqp://{deaf}//"
    found = []
    for _ in range(2):
        begun = time.monotonic()
        found.append(checks(nobody)[1])
        assert time.monotonic() - begun < HUNG
        execute("UPDATE heartbeat SET at = at - interval '1 minute', ticks = ticks - 60")

    assert found[0]["worker"] == "ok"
    assert found[1]["worker"].startswith("silent for ")
    assert found[-1]["broker"].startswith(("no answer", "unreachable"))


def test_a_broker_that_is_away_is_named(nobody: Any, broker: Any) -> None:
    services.record_heartbeat()
    broker.broker_url = "amqp://127.0.0.1:1//"
    assert checks(nobody)[1]["broker"].startswith(("no answer", "unreachable"))


def test_the_doctor_says_that_all_is_well(settings: Any, tmp_path: Path) -> None:
    settings.WEB_ROOT = tmp_path
    (tmp_path / "index.html").touch()
    services.record_heartbeat()
    status, said = doctor()

    assert (status, said.splitlines()[-1]) == (0, "Problems: none.")
    assert "LOOK" not in said
    for what in ("database", "broker", "clock", "bots", "read model lobby", "ladders", "rulesets", "outage", "verify"):
        assert what in said
    assert "follower webhooks: generation 1, 0 events behind" in said
    assert "webhooks: 0 deliveries wait, none is late; 0 receivers fail, 0 are off" in said


LOCKED = {
    "event": "read models", "claim": "work that is put off", "game": "clock", "outage": "outages",
    "finding_report": "verify", "django_migrations": "migrations", "webhook": "webhooks",
}  # fmt: skip
"""For each table a check that cannot answer while it is locked."""


@pytest.mark.parametrize("table", LOCKED)
def test_the_doctor_answers_whatever_is_locked(
    table: str, committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_report, "PATIENCE", PATIENCE_OF_DOCTOR)
    monkeypatch.setattr(health, "_migrated", False)
    services.record_heartbeat()
    with psycopg.connect(committed_db.url) as other:
        other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        begun = time.monotonic()
        status, said = doctor()
        took = time.monotonic() - begun

    assert status == 1
    assert took < 10
    failed = [line for line in said.splitlines() if line.startswith("FAIL")]
    assert any(line.startswith(f"FAIL  {LOCKED[table]}: ") and "no answer in time" in line for line in failed), said
    shown = {"read model lobby", "no work is put off", "no outage", "verify has no", "webhooks: 0", "ok    worker"}
    assert sum(what in said for what in shown) >= len(shown) - 1, "one lock hides one check"


def test_the_command_ends_while_a_table_is_locked(committed_db: CommittedDatabase) -> None:
    with psycopg.connect(committed_db.url) as other:
        other.execute("LOCK TABLE event, game, claim IN ACCESS EXCLUSIVE MODE")
        environment = {**os.environ, "DATABASE_URL": committed_db.url}
        done = subprocess.run(
            [sys.executable, "manage.py", "doctor"],
            env=environment, capture_output=True, text=True, check=False, timeout=HUNG,
        )  # fmt: skip

    assert done.returncode == 1
    assert "FAIL  read models: cannot be told (no answer in time)" in done.stdout
    assert "verify has no open findings" in done.stdout
    assert done.stderr == ""


def test_a_bad_claim_is_named_and_hides_nothing() -> None:
    claims.put_off(claims.Work.CLOCK, "no game", "ValueError")
    status, said = doctor()

    assert status == 1
    assert "FAIL  clock of no game is put off: ValueError" in said
    assert "verify has no open findings" in said


def test_a_check_that_fails_is_named_and_hides_no_other() -> None:
    execute("ALTER TABLE outage RENAME began TO begun")
    status, said = doctor()

    assert status == 1
    assert "FAIL  outages: cannot be told (UndefinedColumn)" in said
    assert "verify has no open findings" in said


def test_a_server_that_may_forget_is_a_problem_unless_it_is_for_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "durability"
    before = doctor()[1]
    monkeypatch.setattr(health_report, "THROWAWAY", "another name")
    status, said = doctor()

    assert f"ok    {name}\n" in before
    assert status == 1
    for setting in ("fsync", "synchronous_commit"):
        assert f"FAIL  {name}: {setting} is off" in said
        assert f"Turn `{setting}` on" in said


def test_the_doctor_says_that_deliveries_are_late() -> None:
    webhook = webhooks.make(Player.objects.create().id, url="https://hook.example.org/", events=["game.over"])
    webhooks.ping(webhook)
    execute("UPDATE webhook SET due_at = due_at - interval '2 minutes'")
    status, said = doctor()

    assert status == 1
    assert re.search(r"webhooks: 1 deliveries wait, the oldest is 1[2-9]\d s late", said)
    assert "Start a worker for the queue `games`" in said


def test_resume_lets_the_follower_of_webhooks_go_on() -> None:
    execute("UPDATE checkpoint SET status = 'failed', error = 'why' WHERE projection = 'webhooks' AND shard = 3")
    said = StringIO()
    call_command("resume", "webhooks", stdout=said)

    assert said.getvalue() == "webhooks, generation 1, shard 3 is tried again; it had stopped: why\n"


def test_the_doctor_says_what_to_do() -> None:
    table = late_table()
    Game.objects.filter(id=table.game).update(ruleset="sha256:lost")
    services.resolve_late()
    claims.put_off(claims.Work.LADDER, "a ladder", "ValueError")
    findings.keep(Scope.GAME, [Finding("game x", "byte: one")], "game x")
    execute("UPDATE checkpoint SET status = 'failed' WHERE projection = 'lobby' AND shard = 3")
    status, said = doctor()

    assert status == 1
    for what in (
        "no heartbeat yet", "manage.py clock", "manage.py resume NAME", "lobby at shard 3",
        f"clock of {table.game} is put off: UnknownRuleset at games/store/rulesets.py", "1 tries since",
        f"manage.py verify --games {table.game}", "ladder of a ladder is put off: ValueError",
        "findings in 1 places (game)",
    ):  # fmt: skip
        assert what in said, what


def test_resume_tries_again_what_is_put_off() -> None:
    claims.put_off(claims.Work.LADDER, "a ladder", "ValueError")
    said = StringIO()
    call_command("resume", "claims", stdout=said)
    call_command("resume", "all", stdout=said)

    assert said.getvalue().splitlines() == ["ladder of a ladder is tried again"] * 2
    assert claims.failing(claims.Work.LADDER) == {"a ladder": False}


def test_the_doctor_answers_without_a_database() -> None:
    environment = {**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"], env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "FAIL  database: unreachable" in done.stdout
    assert "no database" not in done.stdout, "what follows from that is not told again"
    assert done.stderr == ""
