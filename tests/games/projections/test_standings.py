"""Standings: what ladders say, copied digit by digit, however the log is read."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.db import connection

from base.identifiers import uuid7
from games import services, store
from games.ladders import Contestant, Kind, Ladder
from games.log.read import read
from games.log.shards import SHARDS, shard_of
from games.models import Checkpoint, RatingChange, Rung, Standing
from games.projections.comparing import differences_from_log
from games.projections.registry import catch_up
from games.projections.standings import Standings

pytestmark = pytest.mark.django_db

LADDERS = [Ladder("mau_mau", season, kind) for season in ("2026-07", "2026-10") for kind in Kind]
LADDERS.append(Ladder("prsi", "2026-10", Kind.HUMANS))
NAMES = ("anna", "bert", "cara", "dora", "emil")


@pytest.fixture
def rated() -> None:
    """Some games on each of five ladders, ties among them."""
    chance = Random(3)
    for number in range(40):
        names = chance.sample(NAMES, chance.choice([2, 3, 4]))
        places = [1, 1, 3, 4] if number % 7 == 0 else [1, 2, 3, 4]
        result = store.Unrated(
            game=uuid7(),
            ladder=LADDERS[number % len(LADDERS)],
            ended_at=datetime(2026, 11, 1, number % 24, tzinfo=UTC),
            private=number % 5 == 0,
            contestants=tuple(Contestant(name, place) for name, place in zip(names, places, strict=False)),
        )
        store.put_unrated(result)
    for ladder in LADDERS:
        services.rate(ladder)


def rows() -> list[list[tuple[Any, ...]]]:
    with connection.cursor() as cursor:
        found = []
        for table in Standings.tables:
            cursor.execute(f"SELECT t::text FROM {table} AS t ORDER BY 1")  # noqa: S608
            found.append(cursor.fetchall())
    return found


@pytest.mark.usefixtures("rated")
def test_ratings_are_copied_to_the_last_digit() -> None:
    catch_up()

    for ladder in LADDERS:
        last: dict[str, dict[str, Any]] = {}
        for event in read(ladder.id):
            last |= {entry["entrant"]: entry for entry in event.public["entries"]}
        stands = Standing.objects.filter(ladder=ladder.id)
        assert {one.entrant: (repr(one.mu), repr(one.sigma), one.games) for one in stands} == {
            name: (entry["after"]["mu"], entry["after"]["sigma"], entry["games"]) for name, entry in last.items()
        }


@pytest.mark.usefixtures("rated")
def test_games_wins_and_changes_are_counted() -> None:
    catch_up()

    for stand in Standing.objects.all():
        changes = RatingChange.objects.filter(ladder=stand.ladder, entrant=stand.entrant).order_by("version")
        last = changes.last()
        assert last is not None
        assert (stand.played, stand.wins) == (changes.count(), changes.filter(place=1).count())
        assert (stand.rating, stand.games, stand.last_at) == (last.after, last.games, last.at)


@pytest.mark.usefixtures("rated")
def test_each_rung_says_how_many_stand_there() -> None:
    catch_up()

    for ladder in LADDERS:
        ratings = list(Standing.objects.filter(ladder=ladder.id).values_list("rating", flat=True))
        for level, width in ((0, 1), (1, 100)):
            rungs = Rung.objects.filter(ladder=ladder.id, level=level)
            expected = [rating // width for rating in ratings]
            assert {one.bucket: one.entrants for one in rungs} == {one: expected.count(one) for one in expected}


@pytest.mark.usefixtures("rated")
@pytest.mark.parametrize("limit", [1, 3, 500])
def test_a_rebuild_gives_the_same_digits_whatever_the_size_of_a_batch(limit: int) -> None:
    catch_up()
    live = rows()
    with connection.cursor() as cursor:
        for table in Standings.tables:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608
    Checkpoint.objects.filter(projection="standings").update(position=0)

    for shard in SHARDS:
        while Standings().catch_up(shard, generation=1, limit=limit):
            pass

    assert rows() == live


@pytest.mark.usefixtures("rated")
def test_a_fault_in_the_standings_is_found() -> None:
    catch_up()
    shard = shard_of(LADDERS[0].id)
    assert not list(differences_from_log(Standings(), shard))

    Standing.objects.filter(ladder=LADDERS[0].id, entrant="anna").update(rating=9_999)

    assert [line for line in differences_from_log(Standings(), shard) if line.startswith("standing ")]


@pytest.mark.usefixtures("rated")
def test_a_stopped_projection_stops_no_ratings() -> None:
    Checkpoint.objects.update(status="failed")

    for ladder in LADDERS:
        before = len(read(ladder.id))
        store.put_unrated(
            store.Unrated(
                game=uuid7(),
                ladder=ladder,
                ended_at=datetime(2026, 11, 2, tzinfo=UTC),
                private=False,
                contestants=(Contestant("anna", 1), Contestant("bert", 2)),
            )
        )
        assert services.rate(ladder) == 1
        assert len(read(ladder.id)) == before + 1
