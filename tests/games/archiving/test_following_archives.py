"""A follower that begins anew reads archives in their places; and a hole is still a hole."""

from pathlib import Path
from uuid import UUID

import pytest

from games import archiving
from games.db import rows
from games.log import archive
from games.log.codec.names import KINDS
from games.log.follow import HoleInLog, PublicEvent, follow
from games.log.shards import SHARDS
from games.projections.comparing import differences_from_log
from games.projections.rebuilding import rebuild
from games.projections.registry import PROJECTIONS
from tests.games.archiving.played import cover, settle
from tests.games.integrity.planting import plant
from tests.games.projections.followed import followed, live

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> list[UUID]:
    found = followed(over=3)
    for game in found[:3]:
        cover(game)
    settle()
    return found


def all_of(shard: int, limit: int) -> list[PublicEvent]:
    found, position = list[PublicEvent](), 0
    while (page := follow(shard, position, KINDS, limit=limit)).end > position:
        found += page.events
        position = page.end
    return found


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("limit", [1, 7, 5_000])
def test_archived_events_come_in_their_places(games: list[UUID], limit: int) -> None:
    before = [all_of(shard, 1_000) for shard in SHARDS]
    few = [[one for one in events if one.type == "seat-taken"] for events in before]
    assert archiving.sweep(0, seconds=60) == len(games[:3])
    assert [all_of(shard, limit) for shard in SHARDS] == before
    assert [follow(shard, 0, ["seat-taken"], limit=1_000).events for shard in SHARDS] == few


@pytest.mark.usefixtures("folder", "games")
def test_a_rebuild_reads_archives() -> None:
    before = live()
    assert archiving.sweep(0, seconds=60) == 3
    assert not [line for one in PROJECTIONS.values() for shard in SHARDS for line in differences_from_log(one, shard)]
    for projection in PROJECTIONS.values():
        begun = rebuild(projection)
        for shard in SHARDS:
            assert not begun.shard(shard, batch=11).differences
        assert begun.go_live()
    assert live() == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("fault", "named"),
    [
        ("DELETE FROM event_link WHERE position = 2 AND shard = {shard}", "has no position 2, but 3"),
        ("DELETE FROM archive", "has no archive"),
        ("""INSERT INTO event SELECT shard, position, gen_random_uuid(), 1, 0, 'effect-ended', 1, NULL, '{{}}', '{{}}',
            sha256(''), 'clock', NULL, '', now(), hash, shard_hash
            FROM event_link WHERE position = 1 AND shard = {shard}""",
         "has position 1 both in the log and in an archive"),
    ],
)  # fmt: skip
def test_a_hole_is_still_a_hole(games: list[UUID], fault: str, named: str) -> None:
    archiving.archive_game(games[0], days=0)
    ((shard,),) = rows("SELECT DISTINCT shard FROM event_link")
    if not rows("SELECT 1 FROM event_link WHERE position = 2"):
        pytest.skip("the game does not begin its shard")
    plant(fault.format(shard=shard))
    with pytest.raises(HoleInLog, match=named):
        follow(shard, 0, KINDS, limit=1_000)


def test_a_lost_file_stops_a_rebuild_and_nothing_else(folder: Path, games: list[UUID]) -> None:
    at = archiving.archive_game(games[0], days=0)
    archive.forget()
    (folder / at.file).rename(folder / "elsewhere")
    begun = rebuild(PROJECTIONS["results"])
    faults = [begun.shard(shard).fault for shard in SHARDS]
    assert [fault for fault in faults if fault and "is lost" in fault]
    (folder / "elsewhere").rename(folder / at.file)
    resumed = rebuild(PROJECTIONS["results"])
    assert not [resumed.shard(shard).fault for shard in SHARDS if resumed.shard(shard).fault]
    assert resumed.go_live()
