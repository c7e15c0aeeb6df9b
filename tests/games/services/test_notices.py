"""Players are told once what concerns them, when it is due, and never after the fact."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.db import rows
from games.models import Notice, NoticeDelivery
from games.notices.kinds import Transport
from games.rules.commands import Resign
from games.services import Allowance, Terms, invitations, notices
from games.store import notice_deliveries
from games.store import notices as stored
from players import blocks
from players.models import Session
from tests.games.services.noticing import age, follow, issue, kinds_of, move_deadline, planned, player, with_device
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
TEN_HOURS = Allowance(36_000, 0)


def duel(first: UUID, second: UUID, **terms: Any) -> Sitting:
    game = services.open_game(player=first, variant="mau_mau", seats=2, terms=Terms(**terms))
    services.take_seat(game, player=second)
    return Sitting(game, (first, second))


def on_turn(sitting: Sitting) -> UUID:
    assert sitting.row.on_turn is not None
    return sitting.players[sitting.row.on_turn]


def pushed(*kinds: str) -> tuple[Sitting, UUID]:
    """Return a game, and who is on turn there. They were told that on a device of each kind, and nothing else."""
    sitting = duel(player(), player(), clock=TEN_HOURS)
    issue()
    before = on_turn(sitting)
    mover = next(one for one in sitting.players if one != before)
    for kind in kinds:
        with_device(mover, kind)
    end_turn(sitting)
    issue()
    return sitting, mover


def end_turn(sitting: Sitting) -> None:
    mover = on_turn(sitting)
    while on_turn(sitting) == mover:
        sitting.move()


def test_whoever_is_on_turn_is_told_once() -> None:
    sitting = duel(player(), player(), clock=TEN_HOURS)
    mover = on_turn(sitting)
    assert issue() > 0
    assert kinds_of(mover).count("your-turn") == 1
    assert planned(mover) == {"deadline-near", "last-hour"}

    rows("UPDATE checkpoint SET position = 0 WHERE projection = 'notices'")
    issue()
    assert kinds_of(mover).count("your-turn") == 1


def test_a_turn_has_a_notice_after_four_fifths_and_one_an_hour_before_its_end() -> None:
    sitting = duel(player(), player(), clock=TEN_HOURS)
    mover = on_turn(sitting)
    issue()

    age(7 * HOUR)
    issue()
    assert "deadline-near" not in kinds_of(mover)
    age(1.5 * HOUR)
    issue()
    assert kinds_of(mover)[-1] == "deadline-near"
    age(HOUR)
    issue()
    assert kinds_of(mover)[-2:] == ["deadline-near", "last-hour"]


def test_nothing_is_told_of_a_turn_that_is_over() -> None:
    sitting = duel(player(), player(), clock=TEN_HOURS)
    mover = on_turn(sitting)
    follow()
    end_turn(sitting)

    notices.issue([*Transport])
    assert "your-turn" not in kinds_of(mover)
    follow()
    assert planned(mover) == set()


@pytest.mark.parametrize("is_read", [False, True])
def test_what_was_told_of_a_turn_is_deleted_when_its_player_has_made_it(*, is_read: bool) -> None:
    sitting, mover = pushed("fcm", "apns")
    told = Notice.objects.get(player=mover, kind="your-turn", began=sitting.row.turn_began)
    if is_read:
        notices.read(mover, told.id)
    (parcel,) = notices.claim(["fcm"], 10)
    issue()
    assert Notice.objects.filter(id=told.id).exists()
    end_turn(sitting)
    issue()

    assert not Notice.objects.filter(id=told.id).exists()
    assert not NoticeDelivery.objects.filter(notice=told.id).exists()
    notice_deliveries.settle(parcel, "sent")


def test_what_was_told_of_a_turn_that_its_player_missed_is_kept() -> None:
    sitting = duel(player(), player(), clock=TEN_HOURS)
    mover = on_turn(sitting)
    issue()
    age(11 * HOUR)
    assert services.resolve_late().done == 1
    issue()
    assert Notice.objects.get(player=mover, kind="your-turn").read_at is None

    while sitting.row.on_turn is not None and on_turn(sitting) != mover:
        sitting.move()
    issue()
    first, *_ = Notice.objects.filter(player=mover, kind="your-turn").order_by("issued_at")
    assert first.read_at is not None


def test_a_game_leaves_no_notices_of_its_turns() -> None:
    sitting, told = duel(player(), player(), clock=TEN_HOURS), issue()
    while sitting.row.on_turn is not None:
        sitting.move()
        told += issue()

    kept = sorted(Notice.objects.values_list("kind", flat=True))
    assert kept == ["game-over", "game-over", "seat-taken"]
    assert told > len(kept) + 3


def test_a_deadline_that_moves_is_planned_anew() -> None:
    sitting = duel(player(), player(), clock=TEN_HOURS)
    mover = on_turn(sitting)
    issue()
    move_deadline(sitting.game, 24 * HOUR)
    issue()
    near = Notice.objects.get(player=mover, kind="last-hour")

    assert near.deadline == sitting.row.deadline
    assert near.deadline is not None
    assert near.due_at == near.deadline - HOUR
    age(10 * HOUR)
    issue()
    assert kinds_of(mover).count("your-turn") == 1
    assert "last-hour" not in kinds_of(mover)


def test_an_outage_puts_off_what_speaks_of_a_deadline() -> None:
    sitting = duel(player(), player(), clock=TEN_HOURS)
    mover = on_turn(sitting)
    issue()
    age(9.5 * HOUR)
    rows("INSERT INTO outage (cause, began, ended) VALUES ('driver', now() - interval '6 h', now() - interval '3 h')")
    issue()

    assert kinds_of(mover)[-1] == "your-turn"
    assert planned(mover) == {"deadline-near", "last-hour"}
    age(4 * HOUR)
    issue()
    assert kinds_of(mover)[-1] == "last-hour"


def test_the_end_of_a_game_is_told_to_all() -> None:
    anna, bert = player(), player()
    sitting = duel(anna, bert)
    sitting.move(Resign(seat=0), actor=str(anna), turn=None)
    issue()

    assert (kinds_of(anna)[-1], kinds_of(bert)[-1]) == ("game-over", "game-over")


def test_those_who_sit_are_told_who_sits_down() -> None:
    anna, bert, carl = player(), player(), player()
    game = services.open_game(player=anna, variant="mau_mau", seats=3)
    services.take_seat(game, player=bert)
    issue()
    services.take_seat(game, player=carl)
    issue()

    assert kinds_of(anna).count("seat-taken") == 2
    assert kinds_of(bert).count("seat-taken") == 1
    assert kinds_of(carl).count("seat-taken") == 0


def test_an_invitation_is_told_unless_one_has_blocked_the_other() -> None:
    anna, bert, carl = player(), player(), player()
    blocks.block(carl, anna)
    game = services.open_game(player=anna, variant="mau_mau", seats=3)
    for one in (bert, carl):
        invitations.invite(game, maker=anna, player=one)
    issue()

    assert kinds_of(bert) == ["invitation"]
    assert kinds_of(carl) == []


def test_a_push_goes_to_each_device_and_is_moot_after_the_turn() -> None:
    sitting, mover = pushed("fcm", "apns")
    assert [(one.kind, one.player) for one in notices.claim(["fcm"], 10)] == [("your-turn", mover)]
    assert notices.claim(["fcm"], 10) == []

    end_turn(sitting)
    assert notices.claim(["apns"], 10) == []
    assert NoticeDelivery.objects.get(transport="apns").status == "moot"


def test_a_delivery_whose_messenger_died_comes_again_with_the_same_id() -> None:
    pushed("fcm")
    (first,) = notices.claim(["fcm"], 10)
    rows("UPDATE notice_delivery SET due_at = due_at - %s", [notice_deliveries.LEASE])
    (second,) = notices.claim(["fcm"], 10)
    assert (second.id, second.tries) == (first.id, 2)

    notice_deliveries.settle(first, "failed", "late")
    assert NoticeDelivery.objects.get().status == "waiting"
    notice_deliveries.put_off(second, HOUR, "busy")
    assert notices.claim(["fcm"], 10) == []
    age(HOUR)
    (third,) = notices.claim(["fcm"], 10)
    notice_deliveries.settle(third, "sent")
    assert NoticeDelivery.objects.get().status == "sent"


def test_a_device_whose_session_has_ended_gets_nothing() -> None:
    _, mover = pushed("fcm")
    Session.objects.filter(player=mover).update(ended_at="2026-01-01T00:00:00Z")

    assert notices.claim(["fcm"], 10) == []
    assert NoticeDelivery.objects.get().status == "moot"


def test_old_notices_are_deleted_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "BATCH", 2)
    for _ in range(3):
        pushed("fcm")
    count = Notice.objects.filter(issued_at__isnull=False).count()
    age(timedelta(days=31))
    with CaptureQueriesContext(connection) as queries:
        stored.forget()

    assert not Notice.objects.filter(issued_at__isnull=False).exists()
    assert not NoticeDelivery.objects.exists()
    assert len(queries) == count // 2 + 1
