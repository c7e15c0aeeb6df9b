"""The streams of ladders: locked, appended to and proved like games'; and a planted fault of each kind is named."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from base.identifiers import uuid7
from games import selectors, services, store
from games.integrity.games import shard_findings
from games.integrity.ladders import ladder_findings, result_findings
from games.ladders import FIRST, Contestant, Kind, Ladder, Rated, Standing, pairs_after
from games.log.append import CommandContext
from games.log.codec import UnknownEvent
from games.log.read import event_of, read
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent
from games.models import Ladder as LadderModel
from games.models import Rating
from tests.games.ladders.results import reckoned
from tests.games.services.sitting import Sitting
from tests.games.tables import Table, player
from tests.racing import at_once

LADDER = Ladder("mau_mau", "2026-10", Kind.HUMANS)
BOTS = Ladder("mau_mau", "2026-10", Kind.BOTS)
NOON = "2026-11-21T12:00:00.000000Z"


def rated(row: store.LadderRow, *entrants: str, game: UUID | None = None) -> Rated:
    """What a game makes of the ratings in which the *entrants* came in as they are told."""
    contestants = [Contestant(one, place) for place, one in enumerate(entrants, 1)]
    return Rated(
        variant=row.ladder.variant,
        season=row.ladder.season,
        pace=row.ladder.pace,
        kind=row.ladder.kind,
        game=str(game or uuid7()),
        private=False,
        ended_at=NOON,
        entries=reckoned(contestants, store.standings(row, entrants)),
    )


def happen(*entrants: str, ladder: Ladder = LADDER, game: UUID | None = None) -> StoredEvent:
    store.open_ladder(ladder)
    with transaction.atomic():
        row = store.lock_ladder(ladder)
        assert row is not None
        met = store.rated_pairs(row, entrants)
        places = {entrant: place for place, entrant in enumerate(entrants, 1)}
        after = pairs_after(places, store.standings(row, entrants), met, settled=False)
        return store.append_rated(row, rated(row, *entrants, game=game), after)


@pytest.mark.django_db
def test_a_ladder_is_a_stream_of_the_log() -> None:
    first, second = happen("anna", "bert"), happen("bert", "cara")

    found = read(LADDER.id)

    assert [one.hash for one in found] == [first.hash, second.hash]
    assert [(one.version, one.position, one.actor, one.key) for one in found] == [
        (number, number, "ladder", one.public["game"]) for number, one in enumerate(found, 1)
    ]
    assert LadderModel.objects.get().version == 2
    assert not [*shard_findings(), *ladder_findings()]


@pytest.mark.django_db
def test_a_stream_shares_its_shard_with_games() -> None:
    table = Table(1, shard=shard_of(LADDER.id)).open()
    appended = happen("anna", "bert")
    table.play(0)

    assert [one.position for one in read(appended.stream)] == [2]
    assert not list(shard_findings())


@pytest.mark.django_db
def test_what_happens_on_a_ladder_is_no_event_of_a_game() -> None:
    with pytest.raises(UnknownEvent, match="on a ladder"):
        event_of(happen("anna", "bert"))


@pytest.mark.django_db
def test_ratings_are_kept_beside_the_stream() -> None:
    happen("anna", "bert")
    with transaction.atomic():
        row = store.lock_ladder(LADDER)
        assert row is not None
        kept = store.standings(row, ["anna", "bert", "cara"])
        assert not store.is_rated(row, uuid7())

    assert kept["cara"] == Standing(FIRST, 0)
    assert {one.games for one in kept.values()} == {0, 1}
    assert kept["anna"].rating.hundredths > kept["bert"].rating.hundredths


@pytest.mark.django_db
def test_a_game_is_rated_once() -> None:
    game = uuid7()
    happen("anna", "bert", game=game)

    with pytest.raises(IntegrityError), transaction.atomic():
        happen("anna", "bert", game=game)

    assert len(read(LADDER.id)) == 1
    happen("clever", "novice", ladder=BOTS, game=game)
    assert not list(ladder_findings())


@pytest.mark.django_db
def test_a_ladder_that_was_never_opened_is_not_locked() -> None:
    with transaction.atomic():
        assert store.lock_ladder(LADDER) is None


@pytest.mark.usefixtures("committed_db")
def test_a_ladder_that_another_holds_is_skipped() -> None:
    store.open_ladder(LADDER)

    def skipped() -> bool:
        with transaction.atomic():
            return store.lock_ladder(LADDER, skip_locked=True) is None

    with transaction.atomic():
        assert store.lock_ladder(LADDER)
        assert at_once(skipped) == [True]
    assert at_once(skipped) == [False]


@pytest.mark.usefixtures("committed_db")
def test_two_writers_on_two_connections_lose_nothing() -> None:
    """Each waits for the other's lock, and goes on from what the other has made of the ratings."""

    def write() -> None:
        for _ in range(10):
            happen("anna", "bert")

    at_once(write, write, lambda: [happen("clever", "novice", ladder=BOTS) for _ in range(10)])

    assert [one.version for one in read(LADDER.id)] == list(range(1, 21))
    assert set(Rating.objects.values_list("kind", "games")) == {("humans", 20), ("bots", 10)}
    assert not [*shard_findings(), *ladder_findings()]


@pytest.fixture
def plant(db: None) -> Callable[[str], None]:  # noqa: ARG001
    """Change what cannot be changed, on a ladder of three games."""
    happen("anna", "bert")
    happen("bert", "cara")
    happen("anna", "cara")

    def planted(sql: str) -> None:
        assert not list(ladder_findings())
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss")
            cursor.execute(sql)
            cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss")

    return planted


FAULTS = {
    "byte": (
        "UPDATE event SET public = replace(public::text, '27.', '28.')::json WHERE version = 1",
        "byte: version 1 does not have the hash that follows from it",
    ),
    "hole": ("DELETE FROM event WHERE version = 2", "hole: versions [2] are missing"),
    "tail": ("DELETE FROM event WHERE version = 3", "tail: the row stands at version 3, but the log ends at 2"),
    "head": ("UPDATE ladder SET head_hash = sha256('')", "tail: the row's head is not the hash of the last event"),
    "another ladder": ("UPDATE ladder SET season = '2027-01'", "event: version 1 is of another ladder"),
    "rating": ("UPDATE rating SET mu = '30.0' WHERE entrant = 'bert'", "read model: it is ('30.0'"),
    "lost rating": ("DELETE FROM rating WHERE entrant = 'bert'", "read model: it is None, the log says"),
    "rating of nobody": (
        "INSERT INTO rating SELECT shard, variant, pace, kind, 'dora', mu, sigma, 1 FROM rating LIMIT 1",
        "the log says None",
    ),
    "games": ("UPDATE rating SET games = 7 WHERE entrant = 'bert'", "read model: it is ("),
    "unreadable": ("UPDATE event SET schema = 99 WHERE version = 2", "byte: version 2 cannot be read"),
    "twice": (
        "UPDATE event SET public = (SELECT public FROM event WHERE version = 1) WHERE version = 2",
        "event: it is rated 2 times among the humans",
    ),
    "broken thread": ("DELETE FROM event WHERE version = 1", "event: version 2 does not go on from the rating of bert"),
}


@pytest.mark.parametrize(("sql", "named"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_a_ladder_is_found_and_named(plant: Callable[[str], None], sql: str, named: str) -> None:
    plant(sql)

    assert [fault for fault in ladder_findings() if named in fault.what], [*ladder_findings()]


@pytest.mark.django_db
def test_a_game_that_nobody_rates_is_found_and_named() -> None:
    table = Table(1).start()
    while (seat := table.game.on_turn) is not None:
        table.handle(table.next_command(), CommandContext(actor=str(player(seat)), key=str(len(table.rows))))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE game SET ended_at = %s", [datetime(2026, 11, 21, tzinfo=UTC)])
        cursor.execute("DELETE FROM unrated")

    (fault,) = ladder_findings()

    assert fault.where == f"game {table.id}"
    assert fault.what == "queue: it is over, and neither rated among the humans nor waiting for it"
    ladder = Ladder("mau_mau", "2026-10", Kind.HUMANS)
    waiting = store.Unrated(
        game=table.id,
        ladder=ladder,
        ended_at=datetime(2026, 11, 21, tzinfo=UTC),
        private=False,
        contestants=(Contestant("anna", 1), Contestant("bert", 2)),
    )
    store.put_unrated(waiting)
    assert not list(ladder_findings())
    assert services.rate(ladder) == 1
    assert not list(ladder_findings())


COUNTING = {
    "rated though it does not count": (
        """UPDATE event SET public = (public::jsonb || '{"unrated": "options"}')::json WHERE type = 'game-ended'""",
        "which had no such result",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("sql", "named"), COUNTING.values(), ids=COUNTING)
def test_a_game_that_counts_and_should_not_is_found_and_named(sql: str, named: str) -> None:
    sitting = Sitting.of(2, terms=services.Terms(rated=True))
    sitting.play_on()
    for ladder in selectors.ladders_waiting():
        services.rate(ladder)
    assert not [*ladder_findings(), *result_findings()]

    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss")
        cursor.execute(sql)
        cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss")

    assert [fault for fault in result_findings() if named in fault.what], [*result_findings()]
