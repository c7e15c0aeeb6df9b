"""A game leaves the log for a file, and comes back; the chain of its shard goes on over its links."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from games import archiving, store, tasks
from games.db import rows
from games.integrity.verify import Verifier
from games.log import archive
from games.log.read import read
from games.log.shards import shard_of
from games.models import Checkpoint, Unrated
from games.projections.registry import NOTICES, PROJECTIONS, WEBHOOKS
from games.rules.edition import EDITION, FIRST
from games.selectors import operation
from games.services import Terms
from games.services.receipts import receipt
from games.store import archives
from games.store.archives import MovedOn
from tests.games.archiving.played import archived, cover, ended, in_log, over, settle
from tests.games.integrity.planting import plant
from tests.games.services.sitting import Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]

RATEABLE = "SELECT * FROM rateable ORDER BY shard, game, kind"


def said(*arguments: str) -> str:
    """What ``manage.py archive`` prints."""
    out = StringIO()
    call_command("archive", *arguments, stdout=out)
    return out.getvalue()


def test_a_game_leaves_the_log_and_comes_back(folder: Path) -> None:
    sitting = over()
    before, rateable = read(sitting.game), rows(RATEABLE)
    assert rateable
    found = archived(sitting)
    assert in_log(sitting.game) == 0
    assert read(sitting.game) == before
    assert rows(RATEABLE) == rateable
    assert (folder / found.file).stat().st_size == found.size
    assert [*Verifier().log(), *Verifier().game(sitting.game), *Verifier().ladders()] == []
    assert archiving.restore(sitting.game)
    assert in_log(sitting.game) == len(before)
    assert read(sitting.game) == before
    assert [*Verifier().log(), *Verifier().game(sitting.game), *Verifier().ladders()] == []


def test_a_file_without_editions_has_events_of_the_first_one() -> None:
    contents = archive.contents_of(archived(over()))
    head, *lines = map(json.loads, gzip.decompress(archive.written(contents)).splitlines())
    assert {line.pop("edition") for line in lines} == {EDITION}

    older = archive.parsed(gzip.compress("\n".join(map(json.dumps, (head, *lines))).encode()))

    assert {one.event.edition for one in older.lines} == {FIRST}


def test_the_file_has_the_signed_receipt_for_the_head() -> None:
    sitting = over()
    last = read(sitting.game)[-1]
    contents = archive.contents_of(archived(sitting))
    assert contents.receipt == receipt(sitting.game, last.version, last.hash, last.recorded_at)


def test_pages_of_a_stream_are_the_same() -> None:
    sitting = over()
    whole = read(sitting.game)
    archived(sitting)
    last = len(whole)
    for after in (0, 1, last - 1, last, last + 5):
        for limit in (0, 1, 7, None):
            assert read(sitting.game, after=after, limit=limit) == whole[after:][:limit]


def test_the_last_event_of_a_shard_stays() -> None:
    last = ended()
    with pytest.raises(MovedOn):
        archived(last)
    cover(last.game)
    assert archived(last).game == last.game


def test_what_is_not_over_long_enough_stays() -> None:
    runs = Sitting.of(2)
    runs.move()
    cover(runs.game)
    with pytest.raises(MovedOn):
        archived(runs)
    young = over()
    with pytest.raises(MovedOn):
        archiving.archive_game(young.game, days=1)


@pytest.mark.parametrize("follower", [*PROJECTIONS, *WEBHOOKS, *NOTICES])
def test_what_a_follower_has_not_read_stays(follower: str) -> None:
    sitting = over()
    checkpoint = Checkpoint.objects.filter(projection=follower, shard=shard_of(sitting.game))
    for status in ("running", "paused", "failed"):
        checkpoint.update(position=1, status=status)
        with pytest.raises(MovedOn):
            archived(sitting)
    checkpoint.update(status="retired")
    assert archived(sitting).game == sitting.game


def test_what_waits_to_be_rated_stays() -> None:
    sitting = over()
    waits = Unrated(shard=shard_of(sitting.game), game=sitting.game, kind="humans", variant="mau_mau", pace="daily")
    waits.season, waits.ended_at, waits.private, waits.entrants, waits.places = "x", store.now(), False, [], []
    waits.save(force_insert=True)
    with pytest.raises(MovedOn):
        archived(sitting)


def test_a_game_that_is_not_whole_stays_and_is_reported() -> None:
    sitting = over()
    plant(f"UPDATE event SET actor = 'clock' WHERE version = 3 AND stream = '{sitting.game}'")  # noqa: S608
    with pytest.raises(archiving.NotWhole):
        archived(sitting)
    assert archiving.sweep(0, seconds=60) == 0
    assert in_log(sitting.game) == len(read(sitting.game))


def test_a_sweep_goes_along_the_log_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [over().game for _ in range(2)]
    plant(f"UPDATE event SET actor = 'clock' WHERE version = 3 AND stream = '{games[0]}'")  # noqa: S608
    monkeypatch.setattr(archiving, "PAGE", 3)
    assert archiving.sweep(0, seconds=60) == 1
    assert [in_log(game) > 0 for game in games] == [True, False]


def test_a_page_ends_at_the_last_event_that_is_old_enough() -> None:
    sitting = over()
    shard, last = shard_of(sitting.game), sitting.row.version
    recorded = rows("SELECT position, recorded_at FROM event WHERE shard = %s ORDER BY position", [shard])
    (_, ended_at), (end, _) = recorded[last - 1], recorded[-1]
    old = max(position for position, at in recorded if at < ended_at)
    assert archives.due(shard, before=ended_at, after=0, limit=1_000) == ([], old)
    assert archives.due(shard, before=ended_at, after=old, limit=1_000) == ([], None)
    assert archives.due(shard, before=store.now(), after=0, limit=last) == ([sitting.game], last)
    assert archives.due(shard, before=store.now(), after=last, limit=1_000) == ([], end)
    assert archives.due(shard, before=store.now(), after=end, limit=1_000) == ([], None)


def test_the_shard_goes_on_behind_archived_games() -> None:
    first = over()
    archived(first)
    cover(first.game)
    second = Sitting.of(2, terms=Terms(rated=True))
    second.play_on()
    settle()
    assert [*Verifier().log(), *Verifier().game(second.game), *Verifier().ladders()] == []


def test_the_command_and_the_task_archive_what_is_due() -> None:
    games = [over().game for _ in range(2)]
    with pytest.raises(CommandError, match="--days"):
        said()
    tasks.archive_games()
    assert said("--days", "1") == "0 games archived\n"
    assert said("--days", "0") == "2 games archived\n"
    assert operation.service().archived == 2
    assert said("--restore", str(games[0])) == f"game {games[0]} is in the log again\n"
    with pytest.raises(CommandError, match="is not archived"):
        said("--restore", str(games[0]))
    with override_settings(ARCHIVE_AFTER=1e-9):
        tasks.archive_games()
    assert operation.service().archived == 2


def test_a_storage_that_fails_leaves_the_game_where_it_is(folder: Path) -> None:
    sitting = over()
    (folder / f"{shard_of(sitting.game):02d}").write_text("no directory")
    with pytest.raises(archive.ArchiveUnavailable):
        archived(sitting)
    assert archiving.sweep(0, seconds=60) == 0
    assert in_log(sitting.game)
