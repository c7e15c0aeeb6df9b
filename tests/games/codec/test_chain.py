"""The hash chain, recomputed by nothing but SHA-256 and sorted JSON from what each viewer is given."""

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from games.integrity.streams import event_findings, stream_findings
from games.log.codec import canonical
from games.log.codec.names import KINDS
from games.log.hash_chain import GENESIS, instant, public_part
from games.log.redaction import conceal, rehash, reveal, split_seat
from games.log.stored_event import Source, StoredEvent, chain
from games.rules.observation import revealed
from tests.games.tables import Table

SEATS = 3
NOW = datetime(2026, 11, 21, 9, 20, 59, 123456, tzinfo=UTC)


@pytest.fixture(scope="module")
def log() -> list[StoredEvent]:
    """A game in memory, as it would be recorded."""
    table = Table(7, seats=SEATS)
    told = [one for happened in table.happenings(40) for one in happened]
    source = Source(stream=table.id, actor="clock", key="time-up@1", request_hash=b"\xab" * 32, at=NOW)
    return chain(told, source=source, version=0, before=GENESIS)


def shown(one: StoredEvent, viewer: int | None, *, over: bool) -> dict[str, Any]:
    """The event as the feed gives it."""
    seat, _ = split_seat(one.public)
    secrets = revealed(KINDS[one.type].type, seat, viewer, over=over, command=one.command is not None)
    part = next((secret.part for secret in secrets), None)
    data, private = reveal(one.public, one.secret, [secret.field for secret in secrets], part=part)
    told = {"version": one.version, "turn": one.turn, "type": one.type, "schema": one.schema, "seat": seat}
    told["command"] = one.command
    told |= {"at": instant(one.recorded_at), "data": data, "private_fields": private}
    return {**told, "hash": one.hash.hex(), "secret_digest": one.secret_digest.hex(), "origin": one.origin.hex()}


def text(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hidden_again(value: Any) -> Any:
    """What a viewer does with a field that is private, by the documentation and not by our code."""
    if any(isinstance(part, list) for part in value):
        return [len(part) if isinstance(part, list) else part for part in value]
    return len(value)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("viewer", [None, *range(SEATS)])
def test_any_viewer_can_recompute_the_chain(log: list[StoredEvent], viewer: int | None, over: bool) -> None:  # noqa: FBT001
    before = bytes(32)
    for one in log:
        feed = json.loads(json.dumps(shown(one, viewer, over=over)))
        data = {name: value for name, value in feed["data"].items() if name not in feed["private_fields"]}
        lists = [name for name in feed["private_fields"] if name not in ("seed", "command")]
        data |= {name: hidden_again(feed["data"][name]) for name in lists}
        part = {name: feed[name] for name in ("version", "turn", "type", "schema", "at", "seat", "command")}
        part["data"] = data
        before = hashlib.sha256(before + text(part) + bytes.fromhex(feed["secret_digest"])).digest()
        assert before.hex() == feed["hash"]
        assert rehash(feed) == text(part)


def test_after_the_end_the_salt_opens_every_digest(log: list[StoredEvent]) -> None:
    for one in log:
        feed = shown(one, None, over=True)
        secret = {name: feed["data"][name] for name in feed["private_fields"]}
        salt, origin = bytes.fromhex(one.secret["salt"]), bytes.fromhex(feed["origin"])
        assert hashlib.sha256(salt + text(secret) + origin).hexdigest() == feed["secret_digest"]


def test_the_origin_is_who_made_it_with_which_request_and_by_which_rules(log: list[StoredEvent]) -> None:
    for edition, named in ((1, {}), (2, {"edition": 2})):
        for one in (replace(one, edition=edition) for one in log):
            who = text({"actor": "clock", "key": "time-up@1", "request": "ab" * 32} | named)
            assert hashlib.sha256(bytes.fromhex(one.secret["salt"]) + who).digest() == one.origin


@pytest.mark.parametrize(
    "change", [{"actor": "bot:1"}, {"key": "time-up@2"}, {"key": None}, {"request_hash": b""}, {"edition": 9}]
)
def test_the_chain_holds_who_made_an_event(log: list[StoredEvent], change: dict[str, Any]) -> None:
    first, forged = log[0], replace(log[0], **change)
    assert [*event_findings(first, GENESIS)] == []
    assert [*event_findings(forged, GENESIS)] == ["byte: the secret of version 1 or who made it is not what was sealed"]


def test_the_chain_holds_the_schema(log: list[StoredEvent]) -> None:
    found = [*event_findings(replace(log[0], schema=2), GENESIS)]
    assert found[0] == "byte: version 1 does not have the hash that follows from it"


def test_all_kinds_of_secrets_were_among_them(log: list[StoredEvent]) -> None:
    assert {"game-opened", "stock-shuffled", "cards-dealt", "cards-drawn"} <= {one.type for one in log}


def test_digests_of_equal_secrets_differ(log: list[StoredEvent]) -> None:
    assert len({one.secret_digest for one in log}) == len(log)
    assert len({one.secret["salt"] for one in log}) == len(log)
    assert all(len(bytes.fromhex(one.secret["salt"])) == 32 for one in log)


@pytest.mark.parametrize("field", ["version", "turn", "type", "schema", "at", "seat", "command", "data"])
def test_every_field_of_the_public_part_is_hashed(log: list[StoredEvent], field: str) -> None:
    event = shown(log[0], None, over=False)
    assert public_part({**event, field: "changed"}) != public_part(event)


def test_of_the_hands_dealt_a_seat_sees_its_own() -> None:
    public, secret = {"hands": [2, 1]}, {"hands": [["7S", "8S"], ["9S"]]}
    assert reveal(public, secret, ["hands"], part=1) == ({"hands": [2, ["9S"]]}, ["hands"])
    assert conceal({"hands": [2, ["9S"]]}, ["hands"]) == public


def test_an_empty_list_is_concealed_as_none() -> None:
    assert conceal({"cards": [], "cause": "fine"}, ["cards"]) == {"cards": 0, "cause": "fine"}


def test_only_what_is_hidden_can_be_revealed() -> None:
    with pytest.raises(KeyError):
        reveal({"seat": 1, "cards": 2}, {"cards": ["7S", "8S"]}, ["seat"])


def test_an_instant_is_written_in_utc_with_microseconds() -> None:
    there = timezone(timedelta(hours=9))
    assert instant(NOW.astimezone(there)) == "2026-11-21T09:20:59.123456Z"
    assert instant(NOW.replace(microsecond=0)) == "2026-11-21T09:20:59.000000Z"


def test_the_order_of_keys_does_not_matter() -> None:
    assert canonical({"b": 1, "a": {"d": 1, "c": 2}}) == canonical({"a": {"c": 2, "d": 1}, "b": 1})


def test_a_log_of_an_earlier_build_is_named(log: list[StoredEvent]) -> None:
    """It hashed neither the schema nor who made the event."""
    event = shown(log[0], None, over=False)
    part = {name: event[name] for name in ("version", "turn", "type", "at", "seat", "data")}
    old = replace(log[0], hash=hashlib.sha256(GENESIS + text(part) + log[0].secret_digest).digest())
    assert [*stream_findings([old], version=1, last=1, head=old.hash)] == [
        "earlier build: the events have the chain of an unreleased build; see docs/how-to/upgrade.md"
    ]
