"""A move: what is checked, in which order, what is stored, and what is told when it is sent again."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from games import services, store
from games.clocks import Clock, agreed
from games.integrity.games import game_findings
from games.log.codec import dump_state
from games.log.read import event_of, read
from games.rules.commands import Pass, Resign
from games.rules.evolve import fold
from games.rules.refusal_reasons import Reason
from games.rules.ruleset import Options
from games.services import Terms
from games.services.writing import header_of
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db


def test_a_move_is_appended_with_row_state_and_key(duel: Sitting) -> None:
    before = duel.row

    done = duel.move(key="mine")

    after = duel.row
    assert (done.first, done.last, done.replayed) == (before.version + 1, after.version, False)
    assert dump_state(done.after) == after.state == dump_state(store.folded(after))
    assert [one.version for one in done.events] == list(range(done.first, done.last + 1))
    assert {(one.actor, one.key) for one in done.events} == {(str(duel.players[before.on_turn or 0]), "mine")}
    assert (after.turn, after.on_turn) == (done.after.turn, done.after.on_turn)
    assert done.row.version == after.version
    assert not list(game_findings(duel.game))


def test_the_same_key_gets_the_same_answer_after_the_game_moved_on(duel: Sitting) -> None:
    command, actor, turn = duel.a_move(), duel.mover, duel.row.turn
    wish = {"turn": turn, "actor": actor, "key": "mine", "request_hash": b"one"}
    first = duel.move(command, **wish)
    at_once = duel.move(command, **wish)
    duel.play_on()
    version = duel.row.version

    late = duel.move(command, **wish)

    for again in (at_once, late):
        assert again.replayed
        stored = tuple(replace(one, position=0) for one in again.events)  # of the first answer none is known
        assert (again.first, again.last, stored) == (first.first, first.last, first.events)
        assert dump_state(again.after) == dump_state(first.after)
        assert again.row.header == first.row.header
        assert (again.row.version, again.row.head_hash) == (first.row.version, first.row.head_hash)
    assert duel.row.version == version


def test_a_key_is_bound_to_its_request_and_to_its_actor(duel: Sitting) -> None:
    command, actor = duel.a_move(), duel.mover
    duel.move(command, key="mine", request_hash=b"one")

    with pytest.raises(services.KeyReused):
        duel.move(command, key="mine", request_hash=b"two", actor=actor)
    other = 1 - command.seat
    with pytest.raises(services.TurnMovedOn):  # another's key of the same name is another key
        duel.move(Resign(seat=other), key="mine", request_hash=b"two", actor=str(duel.players[other]), turn=0)


def test_a_refusal_binds_no_key_and_leaves_no_trace(duel: Sitting) -> None:
    before, seat = duel.row, duel.row.on_turn
    assert seat is not None

    with pytest.raises(services.IllegalMove) as refused:
        duel.move(Pass(seat=seat), key="mine", request_hash=b"one")
    assert refused.value.reason is Reason.PASS_NOT_OPEN
    assert (duel.row.version, duel.row.head_hash) == (before.version, before.head_hash)

    assert not duel.move(key="mine", request_hash=b"two").replayed


def test_the_order_of_checks(duel: Sitting) -> None:
    """Key before turn, turn before rules, seat before turn."""
    command, actor, old = duel.a_move(), duel.mover, duel.row.turn
    duel.move(command, key="mine", request_hash=b"one")

    with pytest.raises(services.KeyReused):
        duel.move(command, turn=old, actor=actor, key="mine", request_hash=b"two")
    with pytest.raises(services.NotSeated):
        duel.move(command, turn=old, actor=str(uuid4()))
    with pytest.raises(services.NotSeated):  # sits there, but not on this seat
        duel.move(replace(command, seat=1 - command.seat), turn=old, actor=actor)
    with pytest.raises(services.TurnMovedOn) as moved:
        duel.move(command, turn=old, actor=actor)
    assert moved.value.game == duel.state
    assert moved.value.row.version == duel.row.version


def test_a_game_that_is_over_takes_no_move(duel: Sitting) -> None:
    command, actor = duel.a_move(), duel.mover
    duel.move(Resign(seat=command.seat), turn=None)

    assert (duel.row.status, duel.row.on_turn, duel.row.deadline) == ("over", None, None)
    assert duel.row.ended_at is not None
    with pytest.raises(services.GameOver):
        duel.move(command, actor=actor)


def test_there_must_be_such_a_game(duel: Sitting) -> None:
    with pytest.raises(services.NoSuchGame):
        services.make_move(uuid4(), duel.a_move(), turn=1, actor=duel.mover, key="k", request_hash=b"")


def test_a_game_that_waits_takes_no_move(duel: Sitting) -> None:
    waiting = Sitting(services.open_game(player=duel.players[0], variant="mau_mau", seats=2), duel.players)

    with pytest.raises(services.IllegalMove) as refused:
        waiting.move(Pass(seat=0), turn=0, actor=str(duel.players[0]))
    assert refused.value.reason is Reason.GAME_NOT_RUNNING


def test_one_may_resign_when_another_is_on_turn(duel: Sitting) -> None:
    seat = 1 - duel.a_move().seat

    done = duel.move(Resign(seat=seat), turn=None, actor=str(duel.players[seat]))

    assert done.after.winners == (1 - seat,)


def test_the_next_deal_is_dealt_in_the_same_append() -> None:
    table = Sitting.of(2, options={"score": "to_100"})
    done = table.move()
    while table.state.deals == 1:
        done = table.move()

    types = [one.type for one in done.events]
    assert (
        types.index("deal-ended") < types.index("deal-scored") < types.index("deal-began") < types.index("turn-began")
    )
    assert table.row.on_turn is not None
    assert not list(game_findings(table.game))


@pytest.mark.parametrize("options", [{}, {"cut": "four_cuts", "announce": "both", "seven_stack": True}])
def test_a_whole_game_is_sound_and_every_turn_of_it_is_numbered(options: Options) -> None:
    table = Sitting.of(3, options=options)

    table.play_on()

    log = read(table.game)
    game = type(table.state)()
    for one in log:
        assert one.turn == game.turn
        game = fold(game, [event_of(one)])
    assert not list(game_findings(table.game))


def test_without_its_state_a_game_goes_on_from_the_log(duel: Sitting) -> None:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM game_state")

    assert duel.move().last == duel.row.version
    assert not list(game_findings(duel.game))


def test_a_table_can_be_seen_as_it_was(duel: Sitting) -> None:
    seen = {duel.row.version: (duel.row.header, duel.state)}
    for _ in range(8):
        if duel.row.status == "playing":
            duel.move()
            seen[duel.row.version] = (duel.row.header, duel.state)

    for version, (header, game) in seen.items():
        then = services.at_version(duel.row, version)
        assert (then.row.header, then.game) == (header, game)


def test_a_bot_is_due_after_its_pause() -> None:
    terms = Terms(bot_pause=7)
    table = Sitting(services.open_game(player=None, variant="mau_mau", seats=2, bots=["novice"] * 2, terms=terms), ())

    row = table.row
    assert row.turn_began is not None
    assert row.bot_due == row.turn_began + timedelta(seconds=7)


@pytest.mark.parametrize(("people", "pause"), [(1, 4), (0, 0)])
def test_a_bot_leaves_people_time_for_an_accusation(people: int, pause: int) -> None:
    player = uuid4() if people else None
    terms = Terms(bot_pause=0)
    bots = ["novice"] * (4 - people)
    opened = services.open_game(player=player, variant="mau_mau_two_deck", seats=4, bots=bots, terms=terms)
    game = Sitting(opened, ()).state
    assert game.deal
    game.deal.window, game.deal.on_turn = 1, 2

    header = header_of(game, Clock(allowance=agreed(game.terms)), opened=store.now(), now=(now := store.now()))

    assert header.bot_due == now + timedelta(seconds=pause)
