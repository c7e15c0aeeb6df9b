"""Vacations and quiet hours through the API."""

import json
from datetime import datetime, timedelta
from typing import Any


def put(caller: Any, until: datetime) -> Any:
    return caller.raw("PUT", "/me/vacation", json.dumps({"until": until.isoformat()}).encode())


def test_a_vacation_freezes_a_game_for_two(duel: str, anna: Any, bert: Any) -> None:
    free = anna.get("/me/vacation").json()
    assert (free["began"], free["until"], free["days_left"], free["days_left_next_year"]) == (None, None, 14.0, 14.0)
    now = datetime.fromisoformat(free["server_time"])

    taken = put(anna, now + timedelta(days=4))

    assert taken.status_code == 200, taken.content
    assert abs(taken.json()["days_left"] + taken.json()["days_left_next_year"] - 24) < 0.01
    (pause,) = bert.table(duel)["pauses"]
    assert (pause["reason"], pause["seat"]) == ("vacation", anna.table(duel)["you"]["seat"])
    assert datetime.fromisoformat(pause["until"]) == datetime.fromisoformat(taken.json()["until"])

    assert anna.delete("/me/vacation").status_code == 204

    assert bert.table(duel)["pauses"] == []
    assert anna.get("/me/vacation").json()["until"] is None
    assert anna.delete("/me/vacation").status_code == 204


def test_a_vacation_has_a_budget(anna: Any) -> None:
    now = datetime.fromisoformat(anna.get("/me/vacation").json()["server_time"])

    for until in (now - timedelta(days=1), now + timedelta(days=40)):
        refused = put(anna, until)
        assert refused.status_code == 422, refused.content
        assert "until" in refused.json()["errors"]
    assert anna.raw("PUT", "/me/vacation", b"{}").status_code == 422


def test_quiet_hours_last_at_most_nine_hours(anna: Any) -> None:
    def change(since: str, until: str) -> int:
        etag = anna.get("/me").headers["ETag"]
        body = json.dumps({"quiet_hours": {"since": since, "until": until}}).encode()
        return int(anna.raw("PATCH", "/me", body, If_Match=etag).status_code)

    assert change("22:00", "07:00") == 200
    assert change("22:00", "07:01") == 422
    assert change("07:00", "22:00") == 422
