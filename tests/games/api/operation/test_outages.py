"""A table that is read before the clock has looked after an outage shows the deadline that will be enforced."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from games import services
from tests.games.services.test_outages import jump, silent

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def game(anna: Any, bert: Any) -> str:
    """A game whose deadline passed a minute ago."""
    game = str(anna.opens(clock={"turn": 60, "bank": 0})["id"])
    bert.post(f"/games/{game}/seats", {})
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE game SET turn_began = turn_began - interval '2 minutes',
                               deadline = deadline - interval '2 minutes' WHERE id = %s""",
            [game],
        )
    return game


def deadline_and_now(caller: Any, game: str) -> tuple[datetime, datetime]:
    """Return the deadline that table and list tell, and the time of the server."""
    table = caller.table(game)
    (listed,) = caller.get("/me/games").json()["items"]
    deadline = datetime.fromisoformat(table["deadline"])
    assert abs(datetime.fromisoformat(listed["deadline"]) - deadline) < timedelta(seconds=30)
    return deadline, datetime.fromisoformat(table["server_time"])


@pytest.mark.parametrize("name", ["driver", "web"])
def test_the_deadline_is_credited_before_the_outage_is_recorded(anna: Any, game: str, name: str) -> None:
    deadline, now = deadline_and_now(anna, game)
    assert deadline < now
    before = anna.get(f"/games/{game}").headers["ETag"]
    silent(10 * timedelta(minutes=1), name)

    running, now = deadline_and_now(anna, game)
    during = anna.get(f"/games/{game}", If_None_Match=before)
    assert services.record_heartbeat() or services.record_web_heartbeat()
    recorded, _ = deadline_and_now(anna, game)

    assert running > now
    assert during.status_code == 200
    assert abs(recorded - running) < timedelta(seconds=30)  # it grows until the outage is over
    assert recorded > now


def test_a_jump_of_the_clock_shows_before_it_is_recorded(anna: Any, game: str) -> None:
    services.record_heartbeat()
    jump(timedelta(minutes=2))

    counted, now = deadline_and_now(anna, game)
    services.record_heartbeat()

    assert counted > now
    assert abs(deadline_and_now(anna, game)[0] - counted) < timedelta(seconds=30)


def test_metrics_tell_no_lateness_that_is_credited(anna: Any, game: str) -> None:
    def late() -> float:
        told = anna.get("/metrics").content.decode()
        return float(re.findall(r"^maumau_deadline_lateness_seconds (\S+)$", told, re.MULTILINE)[0])

    assert 50 < late() < 120
    silent(10 * timedelta(minutes=1), "driver")
    services.record_heartbeat()
    assert late() == 0
    assert anna.table(game)["status"] == "playing"
