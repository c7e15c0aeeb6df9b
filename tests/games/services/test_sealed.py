"""Sealed tables: nobody sees another's nonce before their own is fixed, and nobody waits for ever."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec import to_builtins

from games import services, store
from games.api.history.fairness import disclosure_of
from games.api.tables.feed import read_by
from games.integrity.games import game_findings
from games.log.read import read
from games.rules.commands import Resign
from games.rules.fairness import house_nonce, seal
from games.services import Allowance, Terms, history
from games.services.records import record_of
from tests.games.fairness.checking import faults
from tests.games.services.claiming import next_late
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def sealed(seats: int = 3, *, sitting: int = 3, bots: Sequence[str] = (), **terms: Any) -> Sitting:
    """Return a sealed table at which so many people sit; each has sealed ``nonce <seat>``."""
    players = tuple(uuid4() for _ in range(sitting))
    wish: dict[str, Any] = {"clock": Allowance(60, 120), "sealed": True} | terms
    game = services.open_game(
        player=players[0], variant="mau_mau", seats=seats, bots=bots, seal=seal("nonce 0"), terms=Terms(**wish)
    )
    for number, player in enumerate(players[1:], 1):
        services.take_seat(game, player=player, seal=seal(f"nonce {number}"))
    return Sitting(game, players)


def open_all(table: Sitting, *seats: int) -> None:
    for seat in seats:
        services.open_nonce(table.game, player=table.players[seat], nonce=f"nonce {seat}")


def types_of(table: Sitting, after: int = 0) -> list[str]:
    return [one.type for one in read(table.game, after=after)]


def published(table: Sitting) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what `/fairness` and the feed tell."""
    recorded = read(table.game)
    shown = read_by(recorded, None, over=table.row.status == "over")
    ruleset = store.kept(table.row.ruleset).content
    document = {**to_builtins(disclosure_of(shown)._asdict()), "ruleset": ruleset.decode()}
    return {"game": str(table.game), "status": table.row.status, **document}, shown


def found(table: Sitting) -> list[str]:
    return faults(*published(table))


def finish(table: Sitting) -> None:
    for seat, player in enumerate(table.players[:-1]):
        services.make_move(
            table.game, Resign(seat=seat), turn=None, actor=str(player), key=f"r{seat}", request_hash=b"r"
        )


def test_a_sealed_table_starts_when_the_last_nonce_is_open() -> None:
    table = sealed()

    assert types_of(table) == ["game-opened", "seat-taken", "seat-taken", "seat-taken", "nonces-called"]
    assert table.row.status == "waiting"
    assert [one and one.nonce for one in table.state.sitters] == ["", "", ""]
    open_all(table, 2, 0)
    assert table.row.status == "waiting"
    open_all(table, 1)

    assert table.row.status == "playing"
    assert [one and one.nonce for one in table.state.sitters] == ["nonce 0", "nonce 1", "nonce 2"]
    assert not list(game_findings(table.game))
    finish(table)
    assert table.row.status == "over"
    assert found(table) == []


def test_bots_and_who_gives_no_seal_have_nonces_of_the_house() -> None:
    table = sealed(3, sitting=1, bots=["novice"])
    services.take_seat(table.game, player=uuid4())
    sitters = table.state.sitters

    assert [one and one.nonce_source for one in sitters] == ["own", "house", "house"]
    assert [one and one.nonce for one in sitters] == ["", *(house_nonce(table.state.seed, seat) for seat in (1, 2))]
    open_all(table, 0)
    assert table.row.status == "playing"


def test_where_all_nonces_are_of_the_house_nobody_is_waited_for(player: UUID) -> None:
    game = services.open_game(player=player, variant="mau_mau", seats=2, bots=["novice"], terms=Terms(sealed=True))

    assert Sitting(game, (player,)).row.status == "playing"


@pytest.mark.parametrize(
    ("clock", "nonce_timeout"),
    [(Allowance(60, 999), MINUTE), ("none", timedelta(days=1)), ("slow", timedelta(days=1)), ("live", 2 * MINUTE)],
)
def test_the_fuse_is_a_turn_and_at_most_a_day(clock: Any, nonce_timeout: timedelta) -> None:
    row = sealed(clock=clock).row

    assert row.turn_began
    assert row.deadline == row.turn_began + nonce_timeout
    assert sealed(3, sitting=2, clock=clock).row.deadline is None


def test_who_does_not_open_in_time_is_taken_out_and_the_others_seal_anew() -> None:
    table = sealed()
    open_all(table, 0, 2)
    before = table.row.version
    assert not services.resolve_late().done
    table.age(2 * MINUTE)
    assert next_late() == table.game
    with pytest.raises(services.TimeIsUp):
        open_all(table, 1)

    assert services.resolve_late().done == 1
    assert not services.resolve_late().done

    assert types_of(table, after=before) == ["seat-forfeited", "nonces-voided"]
    assert (table.row.status, table.row.deadline, next_late()) == ("waiting", None, None)
    assert table.state.sitters[1] is None
    assert table.state.nonces_due == ("seal", (0, 2))
    assert not list(game_findings(table.game))
    with pytest.raises(services.NotSeated):
        open_all(table, 1)


def voided() -> tuple[Sitting, UUID]:
    """Return a table that has lost a seat after others had opened, and a newcomer in that seat."""
    table, newcomer = sealed(), uuid4()
    open_all(table, 0, 2)
    table.age(2 * MINUTE)
    services.resolve_late()
    services.take_seat(table.game, player=newcomer, seal=seal("new"))
    return table, newcomer


def test_an_opened_nonce_counts_no_more_once_a_seat_is_gone() -> None:
    table, newcomer = voided()

    with pytest.raises(services.NonceNotAsked):
        services.open_nonce(table.game, player=newcomer, nonce="new")
    for seat in (0, 2):
        services.seal_nonce(table.game, player=table.players[seat], seal=seal(f"again {seat}"))
    for player, nonce in ((newcomer, "new"), (table.players[0], "again 0"), (table.players[2], "again 2")):
        services.open_nonce(table.game, player=player, nonce=nonce)

    assert [one and one.nonce for one in table.state.sitters] == ["again 0", "new", "again 2"]
    assert table.row.status == "playing"
    table.players = (table.players[0], newcomer, table.players[2])
    finish(table)
    assert (found(table), list(game_findings(table.game))) == ([], [])


def test_who_does_not_seal_anew_is_taken_out_too() -> None:
    table, newcomer = voided()
    services.seal_nonce(table.game, player=table.players[0], seal=seal("again"))
    table.age(2 * MINUTE)

    assert services.resolve_late().done == 1

    sitters = [one and one.player for one in table.state.sitters]
    assert sitters == [str(table.players[0]), str(newcomer), None]
    assert table.row.deadline is None
    assert not list(game_findings(table.game))


def test_who_stands_up_while_others_open_voids_their_nonces() -> None:
    table = sealed()
    open_all(table, 0)
    before = table.row.version

    services.leave_seat(table.game, player=table.players[2])

    assert types_of(table, after=before) == ["seat-left", "nonces-voided"]
    assert table.state.nonces_due == ("seal", (0,))
    assert [one and one.seal for one in table.state.sitters] == ["", seal("nonce 1"), None]
    assert table.row.deadline is None


def test_before_anybody_has_opened_seals_stay() -> None:
    table = sealed()

    services.leave_seat(table.game, player=table.players[2])
    services.take_seat(table.game, player=uuid4(), seal=seal("x"))

    assert types_of(table)[-3:] == ["seat-left", "seat-taken", "nonces-called"]
    assert table.state.nonces_due == ("open", (0, 1, 2))
    assert table.row.deadline is not None


def test_opening_twice_changes_nothing_also_when_the_game_runs() -> None:
    table = sealed(2, sitting=2)
    open_all(table, 0, 0)
    version = table.row.version
    open_all(table, 0)
    assert table.row.version == version
    open_all(table, 1)
    version = table.row.version
    open_all(table, 0, 1)

    assert table.row.version == version
    with pytest.raises(services.InProgress):
        services.open_nonce(table.game, player=table.players[0], nonce="another")


def test_another_nonce_than_the_sealed_one_is_refused() -> None:
    table = sealed(2, sitting=2)
    version = table.row.version

    with pytest.raises(services.WrongNonce):
        services.open_nonce(table.game, player=table.players[0], nonce="nonce 1")
    with pytest.raises(services.NonceNotAsked):
        services.seal_nonce(table.game, player=table.players[0], seal=seal("better"))
    with pytest.raises(services.NotSeated):
        services.open_nonce(table.game, player=uuid4(), nonce="nonce 0")
    with pytest.raises(services.NoncesMissing):
        services.start(table.game, player=table.players[0])

    assert table.row.version == version


def test_a_nonce_and_a_seal_belong_to_different_tables(player: UUID) -> None:
    table = sealed(3, sitting=1)
    plain = services.open_game(player=player, variant="mau_mau", seats=2)

    with pytest.raises(services.WrongNonce, match="nonce: "):
        services.take_seat(table.game, player=player, nonce="open")
    with pytest.raises(services.WrongNonce, match="seal: "):
        services.take_seat(plain, player=uuid4(), seal=seal("x"))
    with pytest.raises(services.NonceNotAsked):
        services.open_nonce(plain, player=player, nonce="x")


def test_a_move_after_the_fuse_takes_the_late_seats_out_and_is_refused() -> None:
    table = sealed(2, sitting=2)
    open_all(table, 0)
    table.age(2 * MINUTE)

    with pytest.raises(services.TimeIsUp):
        services.make_move(table.game, Resign(seat=0), turn=0, actor=str(table.players[0]), key="k", request_hash=b"h")

    assert types_of(table)[-2:] == ["seat-forfeited", "nonces-voided"]


def test_what_was_is_told_as_it_was_and_the_record_has_the_nonces() -> None:
    table = sealed(2, sitting=2)
    called = table.row
    open_all(table, 0, 1)

    then = history.at_version(table.row, called.version)
    assert (then.row.deadline, then.game.nonces_due) == (called.deadline, ("open", (0, 1)))
    finish(table)
    tags = record_of(read(table.game), None, {}).tags
    assert [one and one.nonce for one in tags.sitters] == ["nonce 0", "nonce 1"]
