"""The queue: players who fit are matched, each entry gets one game at most, and what is due is found again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games import loops, services, store
from games.models import Claim as ClaimRow
from games.models import QueueEntry, RatedStart
from games.services.matchmaking import MOST_WAITING
from games.store import claims, queue_entries
from players.blocks import block
from players.models import Player
from tests.games.services.claiming import let_a_second_pass
from tests.games.services.queueing import DUEL, is_rated, joins, let_pass, players_of, state

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def are_matched(*entries: QueueEntry) -> bool:
    games = {state(one).game for one in entries}
    return None not in games and len(games) == 1


def test_two_who_want_the_same_play_one_game_that_starts_at_once() -> None:
    first, second = joins(), joins()

    services.match_players()

    assert are_matched(first, second)
    assert players_of(state(first).game) == [first.player, second.player]
    assert state(first).next_look is None
    assert services.match_players() == services.Worked(done=0)
    assert not ClaimRow.objects.exists()


def test_whoever_has_waited_longest_is_matched_first() -> None:
    entries = [joins() for _ in range(5)]

    services.match_players()

    assert are_matched(*entries[:2])
    assert are_matched(*entries[2:4])
    assert state(entries[4]).game is None


@pytest.mark.parametrize(
    "other",
    [
        {"variant": "crazy_eights"},
        {"seats": 3},
        {"preset": "fast"},
        {"rated": True},
        {"program": True},
    ],
)
def test_those_who_want_different_games_wait(other: dict[str, Any]) -> None:
    entries = [joins(), joins(replace(DUEL, **other))]

    services.match_players()

    assert [state(one).game for one in entries] == [None, None]


@pytest.mark.parametrize("seats", [3, 5])
def test_a_larger_game_starts_with_its_last_player(seats: int) -> None:
    pool = replace(DUEL, seats=seats)
    entries = [joins(pool) for _ in range(seats - 1)]
    services.match_players()
    assert not any(state(one).game for one in entries)

    entries.append(joins(pool))
    services.match_players()

    assert are_matched(*entries)
    assert players_of(state(entries[0]).game) == [one.player for one in entries]


def test_one_player_waits_in_several_entries_and_never_meets_themselves() -> None:
    player = Player.objects.create().id
    own = [joins(player=player) for _ in range(2)]
    services.match_players()
    assert not any(state(one).game for one in own)

    others = [joins() for _ in range(2)]
    services.match_players()

    assert are_matched(own[0], others[0])
    assert are_matched(own[1], others[1])


@pytest.mark.parametrize("seats", [2, 3])
def test_players_who_are_blocked_never_meet_whoever_blocked_whom(seats: int) -> None:
    pool = replace(DUEL, seats=seats)
    one, other = joins(pool), joins(pool)
    block(other.player, one.player)
    between = [joins(pool) for _ in range(seats - 2)]
    services.match_players()
    assert not any(state(entry).game for entry in (one, other, *between))

    last = joins(pool)
    services.match_players()

    assert are_matched(one, *between, last)
    assert state(other).game is None


@pytest.mark.parametrize(("rating", "plays"), [(499, False), (500, True), (700, True), (701, False)])
def test_a_range_of_ratings_leaves_out_others(rating: int, plays: bool) -> None:  # noqa: FBT001
    other = Player.objects.create().id
    is_rated(other, rating)
    picky, wanted = joins(rating_min=500, rating_max=700), joins(player=other)

    services.match_players()

    assert are_matched(picky, wanted) == plays


def test_a_range_widens_while_its_entry_waits() -> None:
    picky = joins(rating_min=300)
    joins()
    services.match_players()
    let_pass(2 * HOUR)
    services.match_players()
    assert (state(picky).game, picky.lowest) == (None, 100)

    let_pass(HOUR)
    services.match_players()

    assert state(picky).game is not None


def test_a_rating_that_has_changed_counts_from_the_next_look_on() -> None:
    picky, other = joins(rating_min=300), joins()
    services.match_players()
    is_rated(other.player, 300)

    let_pass(HOUR, other)
    services.match_players()

    assert are_matched(picky, other)


def test_an_entry_expires_and_is_deleted_a_day_later() -> None:
    entry = joins()
    services.match_players()
    let_pass(timedelta(days=7))
    late = joins()

    services.match_players()

    assert (state(entry).game, entry.next_look) == (None, None)
    assert state(late).game is None
    let_pass(timedelta(days=1), entry)
    queue_entries.forget()
    assert not QueueEntry.objects.filter(id=entry.id).exists()


def test_players_who_have_left_are_not_matched() -> None:
    gone, here = joins(), joins()
    Player.objects.filter(id=gone.player).update(is_active=False)

    services.match_players()
    joins(player=gone.player)
    services.match_players()

    assert state(here).game is None


def test_guests_wait_for_unrated_games_only() -> None:
    with pytest.raises(services.AccountRequired):
        joins(replace(DUEL, rated=True), lacks=services.AccountRequired)
    assert state(joins(lacks=services.AccountRequired)).game is None


def test_a_variant_that_is_not_for_so_many_is_refused() -> None:
    with pytest.raises(Exception, match="seats"):
        joins(replace(DUEL, seats=15))
    assert not QueueEntry.objects.exists()


def test_a_rated_game_of_the_queue_counts_like_any_other() -> None:
    pool = replace(DUEL, rated=True)
    first, second = joins(pool), joins(pool)

    services.match_players()

    assert RatedStart.objects.get().game == state(first).game
    again = first
    for _ in range(5):
        again = joins(pool, first.player)
        joins(pool, second.player)
        services.match_players()
    row = store.find(state(again).game or uuid4())
    assert row
    assert store.game_of(row).unrated == "daily_limit"


def test_a_player_waits_in_a_bounded_number_of_entries() -> None:
    player = Player.objects.create().id
    entries = [joins(player=player) for _ in range(MOST_WAITING)]
    with pytest.raises(services.TooManyEntries):
        joins(player=player)

    services.leave_queue(player, entries[0].id)

    assert state(joins(player=player)).next_look


def test_an_entry_can_be_deleted_by_its_player_until_it_has_a_game() -> None:
    first, second, third = joins(), joins(), joins()
    with pytest.raises(services.NoSuchEntry):
        services.leave_queue(second.player, first.id)

    services.leave_queue(first.player, first.id)
    services.match_players()

    assert are_matched(second, third)
    with pytest.raises(services.AlreadyMatched):
        services.leave_queue(second.player, second.id)
    with pytest.raises(services.NoSuchEntry):
        services.leave_queue(first.player, first.id)


def test_entries_that_fail_are_put_off_and_do_not_delay_the_others(caplog: pytest.LogCaptureFixture) -> None:
    broken = joins(), joins()
    QueueEntry.objects.update(variant="lost")
    others = joins(), joins()

    services.match_players()

    assert are_matched(*others)
    assert {(one.kind, one.key) for one in claims.quarantined()} == {("queue entry", str(one.id)) for one in broken}
    assert caplog.text.count("an entry of the queue is put off") == 2
    QueueEntry.objects.filter(variant="lost").update(variant="mau_mau")
    let_a_second_pass()
    services.match_players()
    assert are_matched(*broken)
    assert not claims.quarantined()


def test_the_loop_finds_entries_without_a_wakeup() -> None:
    first, second = joins(), joins()

    assert 0 <= loops.match() <= 1

    assert are_matched(first, second)
