"""Tables that wait for players end by themselves, and so does a table that its last player leaves."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import selectors, services, store
from games.clocks import LONGEST_WAIT, lapse_of
from games.db import rows
from games.integrity.clocks import clock_findings
from games.integrity.games import verify_game
from games.log.read import read
from games.models import LobbyRow
from games.models import Sitting as Sheet
from games.models import Unrated as UnratedRow
from games.projections import registry
from games.projections.comparing import differences_from_log
from games.rules.commands import Resign
from games.rules.fairness import seal
from games.rules.game import Status
from games.services import Allowance, Terms, history, invitations
from games.services.erasures import erase_next
from games.services.records import record_of
from games.store import claims, erasures
from players import erasure
from tests.games.services.noticing import follow, issue, kinds_of, planned
from tests.games.services.noticing import player as registered
from tests.games.services.sitting import Sitting
from tests.games.services.test_sealed import found, open_all, sealed

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def waiting(seats: int = 3, *others: UUID, maker: UUID | None = None, **terms: Any) -> Sitting:
    maker = maker or uuid4()
    game = services.open_game(player=maker, variant="mau_mau", seats=seats, terms=Terms(**terms))
    for one in others:
        services.take_seat(game, player=one)
    return Sitting(game, (maker, *others))


def wait_too_long(table: Sitting) -> None:
    rows("UPDATE game SET lapses_at = clock_timestamp() - interval '1 s' WHERE id = %s", [table.game])


def expire(table: Sitting) -> None:
    wait_too_long(table)
    assert services.settle_lapsed().done == 1


def types_of(table: Sitting) -> list[str]:
    return [one.type for one in read(table.game)]


def causes_of(table: Sitting) -> list[str]:
    return [one.public["cause"] for one in read(table.game) if one.type == "table-closed"]


def is_sound(table: Sitting) -> bool:
    verified = verify_game(table.game)
    return not verified.findings and not [*clock_findings("", verified)]


@pytest.mark.parametrize(("visibility", "days"), [("public", 14), ("private", 30)])
def test_a_table_expires_at_a_time_that_its_first_event_sets(visibility: Any, days: int) -> None:
    table = waiting(visibility=visibility)
    opened = read(table.game)[0].recorded_at

    assert table.row.lapses_at == opened + days * DAY == opened + LONGEST_WAIT[visibility]
    assert not services.settle_lapsed().done
    assert claims.next_lapse() == pytest.approx(days * 86_400, abs=60)
    assert is_sound(table)


def test_the_host_chooses_how_long_later_tables_wait(settings: Any) -> None:
    before = waiting()
    settings.PUBLIC_TABLE_DAYS, settings.PRIVATE_TABLE_DAYS = 3, 5

    public, private = waiting(), waiting(visibility="private")

    for table, days in ((before, 14), (public, 3), (private, 5)):
        assert table.row.lapses_at == read(table.game)[0].recorded_at + days * DAY
        assert is_sound(table)


def test_a_table_of_an_earlier_release_expires_after_the_default_time() -> None:
    table = waiting()
    game = table.state
    del game.terms["waits"]

    opened = table.row.created_at
    assert lapse_of(game, opened=opened, last=opened + DAY) == opened + 14 * DAY


def test_who_comes_and_goes_does_not_make_a_table_last_longer() -> None:
    table, guest = waiting(), uuid4()
    expires = table.row.lapses_at

    services.take_seat(table.game, player=guest)
    services.leave_seat(table.game, player=guest)

    assert table.row.lapses_at == expires
    assert is_sound(table)


def test_an_expired_table_is_over_without_a_result() -> None:
    table = waiting(3, uuid4())

    expire(table)

    row, game = table.row, table.state
    assert (row.status, row.deadline, row.lapses_at, row.turn) == ("over", None, None, 0)
    assert row.ended_at == read(table.game)[-1].recorded_at
    assert (game.status, game.winners, game.places, game.deals) == (Status.OVER, (), (), 0)
    assert types_of(table) == ["game-opened", "seat-taken", "seat-taken", "table-closed"]
    assert causes_of(table) == ["expired"]
    assert [sitter and UUID(sitter.player) for sitter in game.sitters] == [*table.players, None]
    assert is_sound(table)
    assert found(table) == []
    assert not services.settle_lapsed().done
    assert claims.next_lapse() is None


@pytest.mark.parametrize("sitting", [1, 2])
def test_a_rated_table_expires_and_rates_nobody(sitting: int) -> None:
    table = waiting(3, *(uuid4() for _ in range(sitting - 1)), rated=True)

    expire(table)

    assert (table.state.status, table.state.unrated) == (Status.OVER, "")
    assert not UnratedRow.objects.exists()
    assert is_sound(table)


def test_a_rated_table_that_its_last_player_leaves_is_closed() -> None:
    table = waiting(3, rated=True)

    services.leave_seat(table.game, player=table.players[0])

    assert table.row.status == "over"
    assert not UnratedRow.objects.exists()
    assert is_sound(table)


def test_nothing_can_be_done_at_an_expired_table() -> None:
    table = waiting(3)
    (maker,) = table.players
    expire(table)
    version = table.row.version

    refused: list[Callable[[], object]] = [
        lambda: services.take_seat(table.game, player=uuid4()),
        lambda: services.leave_seat(table.game, player=maker),
        lambda: services.add_bot(table.game, player=maker, level="novice"),
        lambda: services.start(table.game, player=maker),
        lambda: invitations.invite(table.game, maker=maker),
        lambda: services.pause_as_moderator(table.game),
        lambda: table.move(actor=str(maker), turn=0, command=Resign(seat=0)),
    ]
    for request in refused:
        with pytest.raises(services.GameOver):
            request()

    assert table.row.version == version


def test_a_game_that_starts_in_time_does_not_expire() -> None:
    table = waiting(2)
    wait_too_long(table)

    services.take_seat(table.game, player=uuid4())

    assert (table.row.status, table.row.lapses_at) == ("playing", None)
    assert not services.settle_lapsed().done


def test_a_table_that_its_last_player_leaves_is_closed() -> None:
    table = waiting(4, uuid4())
    services.add_bot(table.game, player=table.players[0], level="novice")
    services.leave_seat(table.game, player=table.players[0])
    assert table.row.status == "waiting"

    services.leave_seat(table.game, player=table.players[1])

    assert (table.row.status, table.row.lapses_at) == ("over", None)
    assert types_of(table)[-2:] == ["seat-left", "table-closed"]
    assert causes_of(table) == ["empty"]
    assert is_sound(table)
    assert found(table) == []


def test_an_erased_player_closes_the_table_at_which_nobody_else_sits() -> None:
    anna, bert = registered(), registered()
    alone, together = waiting(3, maker=anna), waiting(3, bert, maker=anna)

    erasure.erase(anna)
    erase_next()

    assert (alone.row.status, together.row.status) == ("over", "waiting")
    assert erasures.open_games(anna) == []
    assert is_sound(alone)


# --- sealed tables


def test_a_full_sealed_table_does_not_expire_while_it_waits_for_nonces() -> None:
    table = sealed(2, sitting=1)
    wait_too_long(table)

    services.take_seat(table.game, player=uuid4(), seal=seal("nonce 1"))

    assert table.row.lapses_at is None
    assert table.row.deadline is not None
    assert not services.settle_lapsed().done
    assert is_sound(table)


def test_a_sealed_table_expires_when_a_seat_was_late() -> None:
    table = sealed(2, sitting=2)
    opened = read(table.game)[0].recorded_at
    open_all(table, 0)
    table.age(timedelta(minutes=2))

    assert services.resolve_late().done == 1
    assert types_of(table)[-2:] == ["seat-forfeited", "nonces-voided"]
    assert table.row.lapses_at == opened + 14 * DAY
    expire(table)

    assert table.row.status == "over"
    assert causes_of(table) == ["expired"]
    assert is_sound(table)
    assert found(table) == []


def test_a_sealed_table_of_which_every_seat_was_late_is_closed() -> None:
    table = sealed(2, sitting=2)
    table.age(timedelta(minutes=2))

    assert services.resolve_late().done == 1

    assert types_of(table)[-3:] == ["seat-forfeited", "seat-forfeited", "table-closed"]
    assert (table.row.status, table.row.deadline) == ("over", None)
    assert is_sound(table)
    assert found(table) == []


# --- what others see of it


def test_those_who_sit_there_are_told_and_nobody_else() -> None:
    anna, bert, gone, invited = registered(), registered(), registered(), registered()
    table = waiting(4, bert, gone, maker=anna)
    services.leave_seat(table.game, player=gone)
    invitations.invite(table.game, maker=anna, player=invited)
    follow()
    heard = {one: len(kinds_of(one)) for one in (anna, bert, gone, invited)}

    expire(table)
    issue()
    issue()

    assert kinds_of(anna).count("table-expired") == kinds_of(bert).count("table-expired") == 1
    assert "table-expired" not in kinds_of(gone) + kinds_of(invited)
    assert "game-over" not in kinds_of(anna)
    assert "invitation" not in kinds_of(invited), heard
    assert not planned(invited)


def test_nobody_is_told_of_a_table_that_they_left() -> None:
    anna = registered()
    table = waiting(maker=anna)

    services.leave_seat(table.game, player=anna)
    issue()

    assert table.row.status == "over"
    assert kinds_of(anna) == []


def test_an_invitation_says_that_the_table_is_closed() -> None:
    table, invited = waiting(), registered()
    made = invitations.invite(table.game, maker=table.players[0], player=invited)

    expire(table)

    assert invitations.find(str(made), invited).state == "closed"
    with pytest.raises(services.InvitationGone):
        invitations.accept(str(made), services.Newcomer(player=invited))


def test_read_models_forget_it() -> None:
    table = waiting(3, uuid4())
    registry.catch_up()
    assert LobbyRow.live.filter(game=table.game).exists()
    assert Sheet.objects.filter(game=table.game).exists()

    expire(table)
    registry.catch_up()

    assert not LobbyRow.live.filter(game=table.game).exists()
    assert not Sheet.objects.filter(game=table.game).exists()
    (player, _) = table.players
    assert selectors.exportable(player, player=None, since=None, after=None, limit=10) == []


@pytest.mark.parametrize("expires", [True, False], ids=["expired", "empty"])
def test_read_models_that_meet_all_its_events_at_once_go_on(expires: bool) -> None:  # noqa: FBT001
    table = waiting(2)
    if expires:
        expire(table)
    else:
        services.leave_seat(table.game, player=table.players[0])

    registry.catch_up()

    assert not registry.behind()
    for projection in registry.PROJECTIONS.values():
        assert [*differences_from_log(projection, table.row.shard)] == []


def test_it_is_no_open_game(settings: Any) -> None:
    settings.OPEN_GAMES = 1
    table = waiting()
    (maker,) = table.players
    with pytest.raises(services.TooManyGames):
        waiting(maker=maker)

    expire(table)

    waiting(maker=maker)


def test_its_record_and_each_of_its_states_can_be_read() -> None:
    table = waiting(3, uuid4())
    expire(table)
    stored = read(table.game)

    assert record_of(stored, 0, {}).lines == ()
    states = [history.as_it_was(table.row, version) for version in range(1, table.row.version + 1)]
    assert [str(one.game.status) for one in states] == ["waiting", "waiting", "waiting", "over"]
    assert [one.row.lapses_at is None for one in states] == [False, False, False, True]


def test_the_clock_of_a_waiting_table_is_verified() -> None:
    table = waiting(clock=Allowance(60, 60))
    rows("UPDATE game SET lapses_at = NULL WHERE id = %s", [table.game])

    (finding,) = clock_findings("", verify_game(table.game))

    assert "lapses_at is None" in finding.what
    assert store.find(table.game) is not None
