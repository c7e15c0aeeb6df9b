"""`manage.py rebuild`: what the log makes, beside what is read; equal row for row, then read instead of it."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from games.log.shards import SHARDS
from games.models import Checkpoint, FindingReport, LobbyRow
from games.projections import generations
from games.projections.base import Projection
from games.projections.lobby import Lobby
from games.projections.rebuilding import rebuild
from games.projections.registry import PROJECTIONS, catch_up
from games.rules.events import EffectEnded
from tests.games.projections.followed import followed, live, rows
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

LOBBY = Lobby()
SHARD = 5


def run(*args: str, command: str = "rebuild") -> tuple[int, str]:
    """What the command exits with, and what it says."""
    out, status = StringIO(), 0
    try:
        call_command(command, *args, stdout=out)
    except SystemExit as done:
        status = int(done.code or 0)
    return status, out.getvalue()


def checkpoints(generation: int, projection: Projection = LOBBY) -> list[tuple[int, str]]:
    found = Checkpoint.objects.filter(projection=projection.name, generation=generation).order_by("shard")
    return list(found.values_list("position", "status"))


def execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def tamper(sql: str) -> None:
    execute(f"ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss; {sql}")
    execute("ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss")


@pytest.fixture
def waiting() -> Table:
    """A game in the lobby, and two events that change nothing."""
    table = Table(1, seats=3, shard=SHARD).open()
    table.happen(EffectEnded(), EffectEnded())
    catch_up()
    return table


def test_every_read_model_is_rebuilt_to_the_same_rows() -> None:
    followed()
    before = live()
    assert all(before.values())

    status, said = run("all")

    assert status == 0, said
    assert live() == before
    lines = re.findall(r"^(\w+): \d+ events, \d+ rows, generation 2, OK, [\d.]+ s$", said, re.MULTILINE)
    assert lines == [*PROJECTIONS]
    for projection in PROJECTIONS.values():
        assert generations.live_of(projection) == 2
        assert {status for _, status in checkpoints(1, projection)} == {"retired"}
        assert {status for _, status in checkpoints(2, projection)} == {"running"}


@pytest.mark.usefixtures("waiting")
def test_the_old_generation_is_kept_until_it_is_dropped() -> None:
    run("lobby")
    assert rows(LOBBY, 1) == rows(LOBBY, 2) != set()

    assert run("lobby", "--drop-old") == (0, "lobby: 1 old generation deleted\n")

    assert (rows(LOBBY, 1), checkpoints(1)) == (set(), [])
    assert LobbyRow.live.count() == 1


def test_followers_follow_the_new_one_alone(waiting: Table) -> None:
    run("lobby")
    Table(2, shard=SHARD).open()
    catch_up()
    assert LobbyRow.live.count() == 2
    assert LobbyRow.objects.filter(generation=1).count() == 1
    assert checkpoints(1)[SHARD][0] == waiting.rows[-1].version


@pytest.mark.usefixtures("waiting")
@pytest.mark.parametrize(
    ("plant", "said"),
    [
        ("UPDATE lobby SET rated = false", "lobby lacks a row that the log makes: "),
        ("DELETE FROM lobby", "lobby lacks a row that the log makes: "),
        ("UPDATE lobby SET game = gen_random_uuid()", "lobby has a row that the log does not make: "),
    ],
)
def test_drift_is_shown_kept_and_not_read_unless_accepted(plant: str, said: str) -> None:
    before = rows(LOBBY)
    execute(plant)

    status, shown = run("lobby")

    assert status == 1
    assert f"projection lobby, shard {SHARD}: {said}" in shown
    assert "differs from the live one in 1 shards; generation 1 stays live" in shown
    assert generations.live_of(LOBBY) == 1
    assert FindingReport.objects.get(closed_at=None).place == f"projection lobby, shard {SHARD}"

    assert run("lobby", "--accept-differences")[0] == 0
    assert rows(LOBBY) == before
    assert not FindingReport.objects.filter(closed_at=None).exists()


def test_many_rows_that_differ_are_told_short(waiting: Table) -> None:
    copy = "SELECT generation, shard, gen_random_uuid(), variant, ruleset, options, terms, rated, unrated, visibility"
    execute(f"INSERT INTO lobby {copy}, sitters, created_at FROM lobby, generate_series(1, 30)")
    shown = run("lobby")[1]
    assert shown.count("has a row") == 6
    assert "lobby has a row that the log does not make: 30 in all" in shown
    assert waiting.game.status == "waiting"


def test_a_shard_that_stopped_is_healed_by_a_rebuild(waiting: Table) -> None:
    Checkpoint.objects.filter(projection="lobby", shard=SHARD).update(status="failed", error="a fault of older code")
    waiting.happen(EffectEnded())

    assert run("lobby")[0] == 0

    assert checkpoints(2)[SHARD] == (waiting.rows[-1].version, "running")
    assert LobbyRow.live.count() == 1


def test_a_shard_that_stopped_tries_again_when_it_may(waiting: Table) -> None:
    tamper(f"UPDATE event SET type = 'moon-landed' WHERE position = 3 AND shard = {SHARD}")  # noqa: S608
    Checkpoint.objects.filter(projection="lobby", shard=SHARD).update(position=0)
    LobbyRow.objects.all().delete()
    catch_up()
    assert checkpoints(1)[SHARD] == (2, "failed")
    tamper(f"UPDATE event SET type = 'effect-ended' WHERE position = 3 AND shard = {SHARD}")  # noqa: S608

    said = run("lobby", command="resume")[1]

    assert said.startswith(
        f"lobby, generation 1, shard {SHARD} is tried again; it had stopped: UnknownEvent: 'moon-landed'"
    )
    catch_up()
    assert checkpoints(1)[SHARD] == (waiting.rows[-1].version, "running")
    assert run("all", command="resume")[1] == "There is nothing to try again.\n"


def test_what_cannot_be_read_stops_the_rebuild_and_leaves_the_live_one(waiting: Table) -> None:
    tamper(f"DELETE FROM event WHERE position = 2 AND shard = {SHARD}")  # noqa: S608
    status, said = run("lobby")
    assert status == 1
    assert f"stopped at shard {SHARD}: HoleInLog: shard {SHARD} has no position 2" in said
    assert "stopped in 1 shards; generation 1 stays live" in said
    assert LobbyRow.live.get().game == waiting.id


def test_a_checkpoint_ahead_of_the_log_is_drift(waiting: Table) -> None:
    Checkpoint.objects.filter(projection="lobby", shard=SHARD).update(position=1000)
    status, said = run("lobby")
    assert status == 1
    assert "the live one stands at position 1000 (running), the new one at 3" in said
    assert run("lobby", "--accept-differences")[0] == 0
    assert checkpoints(2)[SHARD] == (waiting.rows[-1].version, "running")


def test_it_goes_on_where_it_was(waiting: Table) -> None:
    begun = rebuild(LOBBY)
    begun.projection.catch_up(SHARD, generation=2, limit=2)
    begun.shard(0)

    assert rebuild(LOBBY).generation == 2
    assert begun.positions() == (2, waiting.rows[-1].version)
    assert not begun.go_live()

    assert "generation 2, OK" in run("lobby", "--batch", "1")[1]
    assert rows(LOBBY, 2) == rows(LOBBY, 1)


@pytest.mark.usefixtures("waiting")
def test_what_was_begun_can_be_thrown_away() -> None:
    begun = rebuild(LOBBY)
    begun.shard(SHARD)
    execute("UPDATE lobby SET rated = false WHERE generation = 2")
    assert run("lobby", "--afresh")[0] == 0
    assert rows(LOBBY, 2) == rows(LOBBY, 1)


def test_a_shard_that_is_proved_is_followed_and_the_switch_takes_no_step_back(waiting: Table) -> None:
    begun = rebuild(LOBBY)
    for shard in SHARDS:
        assert not begun.shard(shard).differences
    Table(2, shard=SHARD).open()
    assert LOBBY.catch_up(SHARD, generation=1) == 1

    assert begun.go_live()

    assert LobbyRow.live.count() == 2
    assert checkpoints(2)[SHARD] == (waiting.rows[-1].version + 1, "running")
