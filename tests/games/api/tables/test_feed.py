import hashlib
import json
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import asdict

from games.api.tables.feed import feed
from games.log.read import read
from games.rules.fairness import commit


def canonical(value: Any) -> bytes:
    """Return what the documentation says: sorted keys, no blanks, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def public(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event as everybody may see it, by what the documentation says."""
    data = {
        name.removesuffix("_count"): value
        for name, value in event["data"].items()
        if name not in event["private_fields"]
    }
    return {name: event[name] for name in ("version", "turn", "type", "schema", "at", "seat", "command")} | {
        "data": data
    }


def head_of(events: list[dict[str, Any]]) -> str:
    """Recompute the chain of a feed, and return its end."""
    head = bytes(32)
    for event in events:
        digest = bytes.fromhex(event["secret_digest"].removeprefix("sha256:"))
        head = hashlib.sha256(head + canonical(public(event)) + digest).digest()
        assert event["hash"] == f"sha256:{head.hex()}", event
    return f"sha256:{head.hex()}"


def play(game: str, *callers: Any, moves: int = 400) -> dict[str, Any]:
    """Let the callers play until the game is over, or so many moves are made."""
    table = callers[0].table(game)
    while table["status"] == "playing" and moves:
        caller = callers[table["on_turn"]]
        move = caller.table(game)["you"]["moves"][0]
        answer = caller.moves(game, move, table["turn"])
        assert answer.status_code == 201, answer.content
        table, moves = answer.json()["table"], moves - 1
    return dict(table)


def test_versions_are_dense_for_everybody(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    table = play(duel, anna, bert, moves=12)

    for viewer in (anna, bert, stranger):
        assert [event["version"] for event in viewer.feed(duel)] == [*range(1, table["version"] + 1)]


def test_every_viewer_recomputes_the_chain(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    table = play(duel, anna, bert, moves=12)

    assert {head_of(viewer.feed(duel)) for viewer in (anna, bert, stranger)} == {table["head"]}


def test_what_is_hidden_is_a_count(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    dealt = [next(e for e in who.feed(duel) if e["type"] == "cards-dealt") for who in (anna, bert, stranger)]

    own, others = (event["data"]["hands"] for event in dealt[:2])
    assert (sorted(own[0]), own[1]) == (sorted(anna.table(duel)["you"]["hand"]), [])
    assert (others[0], len(others[1])) == ([], 5)
    assert [event["data"]["hands_count"] for event in dealt] == [[5, 5]] * 3
    assert "hands" not in dealt[2]["data"]
    assert [event["private_fields"] for event in dealt] == [["hands"], ["hands"], []]
    opened = stranger.feed(duel)[0]
    assert (opened["type"], "seed" in opened["data"]) == ("game-opened", False)
    assert (opened["salt"], opened["origin"]) == (None, None)


def test_a_whole_game_by_several_players(anna: Any, bert: Any, stranger: Any) -> None:
    game = str(anna.opens(seats=3, variant="crazy_eights")["id"])
    assert bert.post(f"/games/{game}/seats", {"seat": 2, "nonce": "tulip"}).status_code == 201
    assert stranger.post(f"/games/{game}/seats", {}).status_code == 201

    table = play(game, anna, stranger, bert)

    assert table["status"] == "over"
    assert len(table["result"]["places"]) == 3
    feeds = [viewer.feed(game) for viewer in (anna, bert, stranger)]
    assert feeds[0] == feeds[1] == feeds[2], "when the game is over everybody sees everything"
    assert head_of(feeds[0]) == table["head"]


def test_when_the_game_is_over_the_secrets_prove_the_digests(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    play(duel, anna, bert, moves=5)
    anna.post(f"/games/{duel}/resignation", {})

    for event in stranger.feed(duel):
        secret = canonical({name: event["data"][name] for name in event["private_fields"]})
        origin = bytes.fromhex(event["origin"].removeprefix("sha256:"))
        digest = hashlib.sha256(bytes.fromhex(event["salt"]) + secret + origin).hexdigest()
        assert event["secret_digest"] == f"sha256:{digest}", event
    opened = stranger.feed(duel)[0]["data"]
    assert opened["commitment"] == commit(opened["seed"], game=opened["game"], ruleset=opened["ruleset"], seats=2)


def test_pages(duel: str, anna: Any) -> None:
    first = anna.get(f"/games/{duel}/events?limit=3").json()
    second = anna.get(f"/games/{duel}/events?limit=3&after={first['next_cursor']}").json()

    assert [event["version"] for event in first["items"] + second["items"]] == [1, 2, 3, 4, 5, 6]
    end = anna.get(f"/games/{duel}/events?after={anna.table(duel)['version']}").json()
    assert end == {"items": [], "next_cursor": None}


def test_a_cursor_is_sent_as_such(duel: str, anna: Any) -> None:
    events, cursor = anna.feed(duel), anna.get(f"/games/{duel}/events?limit=3").json()["next_cursor"]

    assert anna.get(f"/games/{duel}/events?limit=3&cursor={cursor}").json()["items"] == events[3:6]


def test_lines_and_json_have_different_tags(duel: str, anna: Any) -> None:
    where, lines = f"/games/{duel}/events", {"Accept": "application/x-ndjson"}
    tags = [anna.get(where, **kind).headers["ETag"] for kind in ({}, lines)]

    assert tags[0] != tags[1]
    assert anna.get(where, If_None_Match=tags[0], **lines).status_code == 200
    fresh = anna.get(where, If_None_Match=tags[1], **lines)
    assert fresh.status_code == 304
    assert "Accept" in fresh.headers["Vary"]
    assert "Accept" in anna.get(where).headers["Vary"]


def test_one_event_a_line(duel: str, anna: Any) -> None:
    answer = anna.get(f"/games/{duel}/events", Accept="application/x-ndjson")

    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in answer.content.splitlines()] == anna.feed(duel)


def test_nothing_new_in_the_feed_is_304(duel: str, anna: Any) -> None:
    etag = anna.get(f"/games/{duel}/events").headers["ETag"]

    assert anna.get(f"/games/{duel}/events", If_None_Match=etag).status_code == 304


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_public_part_is_what_the_log_hashed(duel: str, viewer: int | None) -> None:
    for event in read(UUID(duel)):
        told = asdict(feed([event], viewer, over=False)[0])
        hidden = {name: value for name, value in event.public.items() if name != "seat"}
        assert public(told)["data"] == hidden
