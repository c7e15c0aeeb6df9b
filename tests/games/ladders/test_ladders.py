"""Which ladders there are, and who is rated on them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ladders import (
    LENGTHS,
    Contest,
    Contestant,
    Kind,
    Ladder,
    Pace,
    contests,
    is_season,
    pace_of,
    season_of,
)


@dataclass(frozen=True)
class Sat:
    player: str = ""
    bot: str = ""
    program: bool = False


ANNA, BERT, CARA = Sat("anna"), Sat("bert"), Sat("cara")
CLEVER, NOVICE = Sat(bot="clever"), Sat(bot="novice")
ROBOT = Sat("robot", program=True)


@pytest.mark.parametrize(
    ("months", "season"),
    [(1, "2026-11"), (2, "2026-11"), (3, "2026-10"), (4, "2026-09"), (6, "2026-07"), (12, "2026-01")],
)
def test_a_season_is_named_by_its_first_month(months: int, season: str) -> None:
    assert season_of(datetime(2026, 11, 21, tzinfo=UTC), months=months) == season


def test_a_season_begins_at_midnight_by_utc() -> None:
    east = timezone(timedelta(hours=2))

    assert season_of(datetime(2026, 10, 1, 1, tzinfo=east), months=3) == "2026-07"
    assert season_of(datetime(2026, 10, 1, 2, tzinfo=east), months=3) == "2026-10"


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), st.sampled_from(LENGTHS))  # noqa: DTZ001
def test_a_moment_lies_in_its_season(naive: datetime, months: int) -> None:
    at = naive.replace(tzinfo=UTC)
    season = season_of(at, months=months)

    assert is_season(season)
    year, month = map(int, season.split("-"))
    assert 0 <= (at.year * 12 + at.month) - (year * 12 + month) < months


def test_a_season_of_five_months_there_is_not() -> None:
    with pytest.raises(ValueError, match="not 5"):
        season_of(datetime(2026, 11, 21, tzinfo=UTC), months=5)


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "2026-00", "0000-01", "2026-1", "2026-10 ", "\uff12026-10"])
def test_no_name_of_a_season(text: str) -> None:
    assert not is_season(text)


@given(st.text(min_size=1), st.sampled_from(Kind), st.integers(1, 12), st.integers(1, 12))
def test_all_seasons_of_a_ladder_lie_in_one_shard(variant: str, kind: Kind, one: int, other: int) -> None:
    first, second = (Ladder(variant, f"2026-{month:02}", kind) for month in (one, other))

    assert (first.id.version, first.id.variant) == (8, "specified in RFC 4122")
    assert first.id.bytes[-1] == second.id.bytes[-1]
    assert (first.id == second.id) == (one == other)


def test_a_turn_of_an_hour_is_live_and_a_longer_one_daily() -> None:
    assert [pace_of(turn) for turn in (1, 3600, 3601)] == [Pace.LIVE, Pace.LIVE, Pace.DAILY]


def test_the_ids_of_ladders_never_change() -> None:
    assert str(Ladder("mau_mau", "2026-10", Kind.HUMANS).id) == "d7f8a5e6-7fea-89f2-8b43-0b7cf02558c4"
    assert str(Ladder("mau_mau", "2026-10", Kind.BOTS).id) == "94fa3155-7bc1-891e-b74b-ef2503301072"


def test_persons_are_rated_among_themselves_and_so_are_bots_and_programs() -> None:
    sat = (ANNA, CLEVER, BERT, ROBOT, CARA, NOVICE)

    found = list(contests(sat, (3, 1, 5, 2, 6, 3)))

    assert found == [
        Contest(Kind.HUMANS, (Contestant("anna", 1), Contestant("bert", 2), Contestant("cara", 3))),
        Contest(Kind.BOTS, (Contestant("clever", 1), Contestant("novice", 3), Contestant("robot", 2))),
    ]


def test_ties_are_shared() -> None:
    (contest,) = contests((ANNA, BERT, CARA), (2, 1, 2))

    assert [one.place for one in contest.contestants] == [2, 1, 2]


@pytest.mark.parametrize("sat", [(ANNA, CLEVER), (CLEVER, CLEVER), (ANNA, ANNA), (ROBOT, ANNA), (ROBOT, ROBOT, ANNA)])
def test_nobody_is_measured_against_himself_or_nobody(sat: tuple[Sat, ...]) -> None:
    assert list(contests(sat, range(1, len(sat) + 1))) == []


def test_who_sits_twice_spoils_only_his_own_kind() -> None:
    (contest,) = contests((CLEVER, ANNA, CLEVER, BERT, NOVICE), (1, 2, 3, 4, 5))

    assert contest.kind is Kind.HUMANS
