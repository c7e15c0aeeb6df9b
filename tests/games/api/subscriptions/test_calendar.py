"""A calendar shows the deadlines of the turns that wait for its player."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest

from games import store
from games.db import rows
from players.models import Player
from tests.games.api.conftest import Caller, opened
from tests.games.api.subscriptions.reading import calendar, events, subscribe
from tests.games.api.test_vacations import put
from tests.games.services.noticing import move_deadline

HOUR = timedelta(hours=1)


@pytest.fixture
def mover(duel: str, anna: Caller, bert: Caller) -> Caller:
    """Who is on turn in the duel."""
    return anna if anna.table(duel)["on_turn"] == 0 else bert


def test_it_shows_the_deadline_of_a_turn(duel: str, mover: Caller, anna: Caller, bert: Caller) -> None:
    other = bert if mover is anna else anna

    (event,) = events(subscribe(mover, "calendar"))

    name = Player.objects.get(id=other.id).name
    assert datetime.fromisoformat(mover.table(duel)["deadline"]).replace(microsecond=0) == event.DTSTART
    assert event.duration == timedelta()
    assert event.summary == f"Your turn: Mau-Mau, {name}"
    assert event.url == f"https://play.example/g/{duel}"
    assert event.description.startswith("Your time is up at ")
    assert event.transparency == "TRANSPARENT"
    assert event.uid.startswith(duel)
    assert events(subscribe(other, "calendar")) == []


def test_it_is_what_programs_expect(mover: Caller) -> None:
    found = calendar(subscribe(mover, "calendar"))

    assert (found["VERSION"], found.calendar_name) == ("2.0", "Deadlines of your games")
    assert found.refresh_interval == HOUR
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in found.to_ical()
    assert found.method == ""
    (event,) = found.events
    assert event.stamp == event.last_modified


@pytest.mark.parametrize(("clock", "before"), [("slow", HOUR), ("live", 0.2 * timedelta(minutes=12))])
def test_an_alarm_comes_with_the_last_notice(anna: Caller, clock: str, before: timedelta) -> None:
    game = anna.opens(clock=clock, seats=2, bots=["novice"])["id"]
    rows("UPDATE game SET on_turn = 0, bot_due = NULL WHERE id = %s", [game])
    rows(
        "UPDATE game SET deadline = turn_began + %s WHERE id = %s",
        [timedelta(days=10) if clock == "slow" else 5 * before, game],
    )

    (event,) = events(subscribe(anna, "calendar"))

    (alarm,) = event.alarms.times
    assert event.DTSTART - alarm.trigger == before


def test_a_turn_is_one_event_whatever_moves_its_deadline(anna: Caller, bert: Caller) -> None:
    game = str(anna.opens(variant="crazy_eights")["id"])
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    mover = anna if anna.table(game)["on_turn"] == 0 else bert
    subscription = subscribe(mover, "calendar")
    (first,) = events(subscription)

    move_deadline(UUID(game), timedelta(hours=3))
    (moved,) = events(subscription)
    assert mover.moves(game, "draw", mover.table(game)["turn"]).status_code == 201
    decided = events(subscription)

    assert moved.uid == first.uid
    assert moved.DTSTART - first.DTSTART == 3 * HOUR
    assert moved.sequence > first.sequence
    assert [event.uid for event in decided] == [first.uid], "a turn goes on after a draw"


def test_the_next_turn_is_another_event(duel: str, mover: Caller, anna: Caller, bert: Caller) -> None:
    other = bert if mover is anna else anna
    subscriptions = [subscribe(one, "calendar") for one in (mover, other)]
    (before,) = events(subscriptions[0])

    ends_turn(mover, duel)
    others = [events(one) for one in subscriptions]
    ends_turn(other, duel)
    (after,) = events(subscriptions[0])

    assert [len(found) for found in others] == [0, 1]
    assert len({before.uid, others[1][0].uid, after.uid}) == 3


def test_an_outage_moves_an_event(duel: str, mover: Caller) -> None:
    subscription = subscribe(mover, "calendar")
    rows("UPDATE game SET turn_began = turn_began - interval '5 hours', deadline = deadline - interval '5 hours'")
    (before,) = events(subscription)
    ended = store.now() - HOUR
    store.record_outage(store.DRIVER, ended - HOUR, ended)

    (after,) = events(subscription)

    assert datetime.fromisoformat(mover.table(duel)["deadline"]).replace(microsecond=0) == after.DTSTART
    assert after.DTSTART - before.DTSTART == 2 * HOUR
    assert after.sequence - before.sequence == 7_200
    assert after.uid == before.uid


def test_a_game_whose_clock_stands_still_has_none(duel: str, mover: Caller) -> None:
    subscription = subscribe(mover, "calendar")
    (before,) = events(subscription)
    now = datetime.fromisoformat(mover.get("/me/vacation").json()["server_time"])

    assert put(mover, now + timedelta(days=3)).status_code == 200
    paused = events(subscription)
    assert mover.delete("/me/vacation").status_code == 204
    (after,) = events(subscription)

    assert paused == []
    assert (after.uid, after.sequence >= before.sequence) == (before.uid, True)
    assert mover.table(duel)["pauses"] == []


def test_a_game_without_a_clock_and_an_absent_player_have_none(duel: str, mover: Caller) -> None:
    subscription = subscribe(mover, "calendar")
    opened(mover, 2, bots=["novice"])
    rows("UPDATE seat SET absent = true WHERE game = %s", [duel])
    rows("UPDATE game SET deadline = NULL WHERE id <> %s", [duel])

    assert events(subscription) == []


def test_it_speaks_the_language_of_its_player(mover: Caller) -> None:
    subscription = subscribe(mover, "calendar")
    mover.speaks("de")
    Player.objects.filter(id=mover.id).update(time_zone="Europe/Berlin")

    found = calendar(subscription)

    assert found.calendar_name == "Fristen deiner Spiele"
    (event,) = found.events
    assert event.summary.startswith("Du bist am Zug: Mau-Mau, ")
    assert "(Europe/Berlin)" in event.description


def test_names_break_no_line(duel: str, mover: Caller, anna: Caller, bert: Caller) -> None:
    other = bert if mover is anna else anna
    name = "A;B,C\\n:END" + "ž" * 29
    Player.objects.filter(id=other.id).update(name=name)

    (event,) = events(subscribe(mover, "calendar"))

    assert event.summary == f"Your turn: Mau-Mau, {name}"
    assert duel in event.uid


def ends_turn(caller: Caller, game: str) -> None:
    """Decide until another seat is on turn."""
    table = caller.table(game)
    while (you := table["you"])["moves"] and table["on_turn"] == you["seat"]:
        assert caller.moves(game, you["moves"][-1], table["turn"]).status_code == 201
        table = caller.table(game)
