"""News show the newest notices of their player."""

from datetime import datetime
from typing import Any

import feedparser
import pytest

from games.db import rows
from players.models import Player
from tests.games.api.conftest import Caller
from tests.games.api.subscriptions.reading import read, subscribe
from tests.games.api.subscriptions.test_calendar import ends_turn
from tests.games.services.noticing import issue


def news(subscription: dict[str, Any]) -> Any:
    answer = read(subscription)
    assert answer.status_code == 200, answer.content
    found = feedparser.parse(answer.content, response_headers={"content-type": answer.headers["Content-Type"]})
    assert not found.bozo, found.get("bozo_exception")
    assert found.version == "atom10"
    return found


def kinds(found: Any) -> list[str]:
    return [entry.tags[0].term for entry in found.entries]


def test_they_have_an_entry_for_each_notice(anna: Caller, bert: Caller, duel: str) -> None:
    issue()
    mover = anna if anna.table(duel)["on_turn"] == 0 else bert
    inbox = mover.get("/me/notices").json()["items"]

    found = news(subscribe(mover, "news"))

    assert [entry.id for entry in found.entries] == [f"urn:uuid:{notice['id']}" for notice in inbox]
    assert [entry.title for entry in found.entries] == [notice["title"] for notice in inbox]
    assert kinds(found) == [notice["kind"] for notice in inbox]
    assert {entry.link for entry in found.entries} == {f"https://play.example/g/{duel}"}
    assert found.feed.title == "News of your games"


def test_they_say_what_matters(anna: Caller, bert: Caller, duel: str) -> None:
    table = anna.opens(seats=3)["id"]
    anna.post(f"/games/{table}/invitations", {"player": bert.id})
    anna.post(f"/games/{duel}/resignation", Idempotency_Key="gone")
    issue()
    rows("UPDATE notice SET kind = 'deadline-near' WHERE kind = 'your-turn'")

    found = news(subscribe(bert, "news"))

    assert sorted(kinds(found)) == ["game-over", "invitation"]
    over = next(entry for entry in found.entries if entry.tags[0].term == "game-over")
    assert (over.title.startswith("The game is over: Mau-Mau, "), over.summary) == (True, "You have won.")


def test_an_entry_stays_as_it_is_until_its_turn_is_over(anna: Caller, bert: Caller, duel: str) -> None:
    issue()
    mover, other = (anna, bert) if anna.table(duel)["on_turn"] == 0 else (bert, anna)
    subscription = subscribe(mover, "news")
    before = news(subscription)

    ends_turn(mover, duel)
    issue()

    stay = [entry for entry in before.entries if entry.tags[0].term != "your-turn"]
    assert len(stay) == len(before.entries) - 1
    assert news(subscription).entries == stay
    newest = news(subscribe(other, "news"))
    assert kinds(newest)[0] == "your-turn"
    issued_at = other.get("/me/notices").json()["items"][0]["issued_at"]
    assert datetime.fromisoformat(newest.entries[0].updated) == datetime.fromisoformat(issued_at)


def test_they_begin_empty_and_stay_the_same(anna: Caller) -> None:
    subscription = subscribe(anna, "news")

    found = news(subscription)

    assert found.entries == []
    assert datetime.fromisoformat(found.feed.updated) == datetime.fromisoformat(subscription["created_at"])
    assert found.feed.id == f"urn:uuid:{subscription['id']}"
    assert read(subscription).headers["ETag"] == read(subscription).headers["ETag"]


def test_they_have_fifty_entries_at_most(anna: Caller) -> None:
    rows(
        """INSERT INTO notice (id, player, kind, game, about, issued_at)
           SELECT gen_random_uuid(), %(anna)s, 'seat-taken', gen_random_uuid(), %(anna)s,
                  clock_timestamp() - n * interval '1 min' FROM generate_series(1, 60) AS n""",
        {"anna": anna.id},
    )

    found = news(subscribe(anna, "news"))

    assert len(found.entries) == 50
    assert [entry.updated for entry in found.entries] == sorted(
        (entry.updated for entry in found.entries), reverse=True
    )


@pytest.mark.parametrize("name", ["<b>&amp;</b>", "]]>", "Zoë 👩‍👩‍👧"])
def test_names_are_text(anna: Caller, bert: Caller, name: str) -> None:
    table = anna.opens(seats=3)["id"]
    Player.objects.filter(id=anna.id).update(name=name)
    anna.post(f"/games/{table}/invitations", {"player": bert.id})
    issue()

    (entry,) = news(subscribe(bert, "news")).entries

    assert entry.title == f"{name} invites you to a game: Mau-Mau"


def test_they_speak_the_language_of_their_player(anna: Caller, bert: Caller) -> None:
    table = anna.opens(seats=3)["id"]
    bert.speaks("pl")
    anna.post(f"/games/{table}/invitations", {"player": bert.id})
    issue()

    found = news(subscribe(bert, "news"))

    assert found.feed.language == "pl"
    assert found.entries[0].title != f"{Player.objects.get(id=anna.id).name} invites you to a game: Mau-Mau"
