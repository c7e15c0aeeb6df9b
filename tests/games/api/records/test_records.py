"""Records over HTTP: as the caller may see them, in bulk, and checked when they come in."""

import json
import re
from dataclasses import asdict
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from base.identifiers import uuid7
from config.embedded.pytest_plugin import CommittedDatabase
from games import sandbox, services, tasks
from games.clocks.terms import Visibility
from games.projections import registry
from games.records import Finding, check_record, from_json, parse_record, print_record, read
from games.records.lines import Hands, Order
from games.rules import commands
from games.rules.game import Status
from games.rules.variants import KEYS, load
from games.sandbox import Bounds
from games.sandbox.records import verdict
from games.services import Terms
from games.services.imports import LINES
from games.services.tracing import trace
from games.store.jobs import MOST_OPEN
from players.models import Player
from tests.games.api.conftest import Caller
from tests.games.api.serving import Client, serving
from tests.games.tables import Table


def played(variant: str = "mau_mau", *, number: int = 1) -> str:
    """Return the id of a game that was played by chance, until the seats gave up."""
    table = Table(number, variant=variant, seats=load(variant).players.least).start().play(60)
    for seat in range(table.seats):
        if table.game.status != Status.OVER:
            table.handle(commands.Resign(seat=seat))
    return str(table.id)


def given_up(player: Caller, visibility: Visibility = "public") -> str:
    """Return the id of a game against a bot that *player* gave up at once."""
    terms = Terms(visibility=visibility)
    made = services.open_game(player=UUID(player.id), variant="mau_mau", seats=2, bots=["novice"], terms=terms)
    assert player.post(f"/games/{made}/resignation", Idempotency_Key="k").status_code == 201
    return str(made)


def text_of(caller: Caller, game: str) -> str:
    answer = caller.get(f"/games/{game}/record", Accept="text/plain")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8"), answer.content
    return str(answer.content.decode())


def send(caller: Caller, body: bytes, kind: str = "text/plain", **headers: str) -> Any:
    given = {"Authorization": f"Bearer {caller.tokens['access']}", **headers}
    sending: Any = caller.http.generic  # its stubs know no bytes
    return sending("POST", "/api/v1/records", body, kind, headers=given)


def sent_and_checked(caller: Caller, body: bytes, kind: str = "text/plain") -> dict[str, Any]:
    """Return what becomes of a record that is sent."""
    answer = send(caller, body, kind)
    assert (answer.status_code, answer.json()["status"]) == (202, "waiting"), answer.content
    tasks.check()
    return dict(caller.get(answer.headers["Location"].removeprefix("/api/v1")).json())


def settle(*games: str) -> None:
    """Let these games have ended long ago, and the read models know of them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE game SET ended_at = ended_at - interval '1 hour' WHERE id = ANY(%s)", [[*map(UUID, games)]]
        )
        registry.catch_up()
        cursor.execute("UPDATE encounter SET ended_at = ended_at - interval '1 hour' WHERE game = ANY(%s)", [[*games]])


def test_a_game_goes_out_and_comes_in_again_unchanged(anna: Caller) -> None:
    text = text_of(anna, played("prsi"))

    made = sent_and_checked(anna, text.encode())

    assert (made["status"], made["verdict"]["accepted"]) == ("done", True), made["verdict"]
    assert made["record"] == text
    assert anna.get(f"/records/{made['id']}", Accept="text/plain").content == text.encode()


def test_an_altered_record_is_refused_with_the_first_line_that_does_not_follow(anna: Caller) -> None:
    lines = text_of(anna, played()).split("\n")
    place = next(number for number, line in enumerate(lines) if " draws " in line)
    lines[place] = lines[place].replace(" draws ", " draws X ")

    made = sent_and_checked(anna, "\n".join(lines).encode())["verdict"]

    assert (made["accepted"], made["line"], made["said"]) == (False, place + 1, lines[place])
    assert "by the rules this line must be" in made["why"]


def forged(text: str, tag: str, value: str) -> str:
    """Return a record with another value of a tag."""
    return re.sub(rf"\[{tag} .*\]", lambda _: f"[{tag} {value}]", text, count=1)


def unsigned(text: str) -> str:
    for tag, value in (("Head", '""'), ("Receipt", "null"), ("Signature", '""')):
        text = forged(text, tag, value)
    return text


def unbound(text: str) -> str:
    """Return a record whose orders of cards are taken at its word, of a game that was never played here."""
    return forged(forged(forged(unsigned(text), "Game", '"elsewhere"'), "Commitment", '""'), "Seed", '""')


def test_a_record_that_is_signed_says_so(anna: Caller) -> None:
    text = text_of(anna, played())

    made = sent_and_checked(anna, text.encode())["verdict"]

    assert (made["accepted"], made["signature"], made["in_log"]) == (True, "signed", True)
    tags = parse_record(text).tags
    assert tags.receipt
    assert (tags.receipt.head, tags.receipt.at, tags.commitment != "") == (tags.head, tags.ended, True)


def traced(caller: Caller, text: str) -> dict[str, Any]:
    """Return what is told of the origin of a record that the rules allow, without the child that checks it."""
    made = trace(read(text), UUID(caller.id))
    told = asdict(made)
    return told | {"place": told["line"] - 1} if isinstance(made, Finding) else told


def test_a_record_that_nobody_signed_is_told_unsigned(anna: Caller) -> None:
    text = text_of(anna, played())

    assert traced(anna, unsigned(text)) == {"signature": "unsigned", "in_log": True}
    assert traced(anna, unbound(text)) == {"signature": "unsigned", "in_log": False}
    assert check_record(read(unbound(text)), load("mau_mau")) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"\((\d+)\.(\d)(\d\d) s\)", r"(1\1.\2\3 s)"),
        (r" s\)", r" s) by clock"),
        (r'"name":"[^"]*"', '"name":"Somebody Else"'),
        (r"\[Opened \"20..", r'[Opened "2001'),
        (r'"rated":false', '"rated":true'),
        (r"over: [a-z-]+", "over: limit"),
    ],
)
def test_a_record_of_a_game_of_the_log_says_what_the_log_says(anna: Caller, before: str, after: str) -> None:
    text = text_of(anna, given_up(anna))
    altered = re.sub(before, after, text, count=1)
    place = next(
        n for n, (one, two) in enumerate(zip(text.split("\n"), altered.split("\n"), strict=True)) if one != two
    )

    signed, plain = (traced(anna, one) for one in (altered, unsigned(altered)))

    assert signed["why"] == "the record was changed after it was signed"
    assert (plain["place"], plain["said"]) == (place, unsigned(altered).split("\n")[place])
    assert plain["why"] == f"in the log of this service this is {unsigned(text).split(chr(10))[place]}"


def test_a_record_that_was_changed_after_it_was_signed_is_refused(anna: Caller) -> None:
    text = text_of(anna, given_up(anna)).replace('"name":"', '"name":"Not ', 1)

    made = sent_and_checked(anna, text.encode())["verdict"]

    assert (made["accepted"], made["why"]) == (False, "the record was changed after it was signed")
    assert made["said"].startswith("[Signature ")
    assert (made["signature"], made["in_log"]) == (None, None)


@pytest.mark.parametrize("field", ["at", "head", "signature", "game", "version"])
def test_a_forged_receipt_is_refused(anna: Caller, field: str) -> None:
    text = text_of(anna, given_up(anna))
    receipt = json.loads(re.findall(r"\[Receipt (.*)\]", text)[0])
    receipt[field] = (
        receipt[field] + 1 if field == "version" else f"{chr(ord(receipt[field][0]) ^ 1)}{receipt[field][1:]}"
    )
    text = forged(text, "Receipt", json.dumps(receipt, sort_keys=True, separators=(",", ":")))

    assert traced(anna, text)["said"].startswith("[Receipt ")
    if field in ("at", "head", "game"):
        found = check_record(read(text), load("mau_mau"))
        assert found
        assert found.said.startswith("[Receipt ")


def test_a_record_signed_by_a_key_that_is_not_known_says_so(anna: Caller) -> None:
    text = text_of(anna, given_up(anna))
    receipt = json.loads(re.findall(r"\[Receipt (.*)\]", text)[0]) | {"kid": "another"}
    text = forged(text, "Receipt", json.dumps(receipt, sort_keys=True, separators=(",", ":")))

    assert traced(anna, text) == {"signature": "unknown_key", "in_log": True}


def test_a_private_game_is_compared_for_its_sitters_alone(anna: Caller, bert: Caller) -> None:
    text = unsigned(text_of(anna, given_up(anna, "private")))

    assert traced(anna, text)["in_log"]
    assert not traced(bert, text)["in_log"]
    assert not traced(bert, text.replace(" s)", " s) by clock"))["in_log"]


def test_the_record_of_a_game_that_runs_is_refused(anna: Caller, duel: str) -> None:
    text = forged(unbound(text_of(anna, given_up(anna))), "Game", f'"{duel}"')

    assert traced(anna, text)["why"] == "the game is not over"


def test_the_signed_record_of_a_player_with_a_new_name_is_still_true(anna: Caller) -> None:
    text = text_of(anna, given_up(anna))
    Player.objects.filter(id=UUID(anna.id)).update(name="Somebody New")

    assert traced(anna, text) == {"signature": "signed", "in_log": True}


def test_a_twin_is_read_however_its_json_is_written(anna: Caller) -> None:
    twin = anna.get(f"/games/{played()}/record", Accept="application/json").json()
    text = json.dumps(twin, indent=1, separators=(" ,", " : ")).replace('"ruleset"', '"rul\\u0065set"')

    made = sent_and_checked(anna, text.encode(), "application/json")["verdict"]

    assert (made["accepted"], made["signature"]) == (True, "signed"), made


def test_the_twin_says_the_same_as_the_text(anna: Caller) -> None:
    game = played()

    answer = anna.get(f"/games/{game}/record", Accept="application/json")

    assert print_record(from_json(answer.json())) == text_of(anna, game)
    assert verdict(answer.content.decode(), load("mau_mau").content)["accepted"]


def test_many_games_go_out_and_come_in_again_unchanged(anna: Caller) -> None:
    settle(*(given_up(anna) for _ in range(3)))
    exported = anna.get("/records", Accept="application/x-ndjson").content

    made = sent_and_checked(anna, exported, LINES)

    assert (made["verdict"]["accepted"], made["verdict"]["records"], made["verdict"]["game"]) == (True, 3, None)
    assert made["record"].encode() == exported


def test_the_first_of_many_that_does_not_follow_is_named(anna: Caller) -> None:
    games = [played(variant, number=number) for number, variant in enumerate(("prsi", "mau_mau", "crazy_eights"), 1)]
    twins = [anna.get(f"/games/{game}/record", Accept="application/json").content + b"\n" for game in games]
    unknown = twins[2].replace(b'"sha256:', b'"sha256:0000', 1)
    altered = twins[1].replace(b'"draw"', b'"pass"', 1)

    found = [
        sent_and_checked(anna, b"".join((twins[0], second, unknown)), LINES)["verdict"]
        for second in (altered, twins[1])
    ]

    assert [(one["accepted"], one["record"], one["records"]) for one in found] == [(False, 2, 3), (False, 3, 3)]
    assert [one["line"] is None for one in found] == [False, True]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"\0\1\2", "this is no tag"),
        (b'{"tags":{"variant":"prsi"},"lines":[]}', "names no ruleset"),
        (b'[Variant "prsi"]\n\n', "names no ruleset"),
        (b'{"tags":{"ruleset":"sha256:\\u0000"},"lines":[]}', "names no ruleset"),
        (b'[Ruleset "sha256:' + b"0" * 64 + b'"]\n\n', "is not known here"),
    ],
)
def test_what_names_no_rules_that_are_known_is_refused(anna: Caller, body: bytes, why: str) -> None:
    made = sent_and_checked(anna, body)["verdict"]

    assert not made["accepted"]
    assert why in made["why"]


@pytest.mark.parametrize(
    "sent", ["", "[Site 1]", "{", '{"tags":{},"lines":[]}', '{"a":1,"a":1}', "[" * 10_000, "{" * 99]
)
def test_what_is_no_record_is_refused(sent: str) -> None:
    made = verdict(sent, load("prsi").content)

    assert (made["accepted"], made["game"]) == (False, None)
    assert made["why"]


def test_what_is_sent_is_bounded(anna: Caller) -> None:
    assert send(anna, b"").status_code == 400
    assert send(anna, b"x" * 2**20 + b"x").status_code == 413
    assert send(anna, b"\xff").status_code == 400
    assert send(anna, b"x", "text/html").status_code == 415
    for _ in range(MOST_OPEN):
        assert send(anna, b"x" * 2**20).status_code == 202
    assert send(anna, b"x").json()["code"] == "too_many_records"


def test_a_key_sends_a_record_once_and_only_its_sender_reads_it(anna: Caller, bert: Caller) -> None:
    first, again = (send(anna, b"record", **{"Idempotency-Key": "once"}) for _ in range(2))

    assert first.json()["id"] == again.json()["id"]
    assert bert.get(f"/records/{first.json()['id']}").status_code == 404


def test_a_refused_record_is_forgotten_after_an_hour(anna: Caller) -> None:
    made = sent_and_checked(anna, b"record")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE imported_record SET expires_at = expires_at - interval '1 hour'")

    assert anna.get(f"/records/{made['id']}").status_code == 404


def test_nothing_of_a_record_comes_into_the_log(anna: Caller) -> None:
    text = text_of(anna, played())
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), sum(version) FROM game")
        before = cursor.fetchone()
        send(anna, text.encode())
        cursor.execute("SELECT count(*), sum(version) FROM game")
        assert cursor.fetchone() == before


def test_of_a_running_game_each_is_told_what_he_may_see(
    anna: Caller, bert: Caller, stranger: Caller, duel: str
) -> None:
    hands = {one: caller.table(duel)["you"]["hand"] for one, caller in enumerate((anna, bert))}

    told = [parse_record(text_of(caller, duel)) for caller in (anna, bert, stranger)]

    assert [one.tags.viewer for one in told] == [0, 1, None]
    assert [one.tags.seed for one in told] == [""] * 3
    for viewer, record in enumerate(told):
        dealt = next(line for line in record.lines if isinstance(line, Hands))
        for seat, hand in enumerate(dealt.hands):
            assert sorted(hand) == (sorted(hands[seat]) if seat == viewer else ["?"] * len(hand))
        shuffled = next(line for line in record.lines if isinstance(line, Order))
        assert {*shuffled.cards} == {"?"}


def test_a_record_that_one_has_is_not_sent_again(anna: Caller, duel: str) -> None:
    text, twin = (
        anna.get(f"/games/{duel}/record", Accept=kind).headers["ETag"] for kind in ("text/plain", "application/json")
    )

    assert anna.get(f"/games/{duel}/record", If_None_Match=twin).status_code == 304
    assert anna.get(f"/games/{duel}/record", If_None_Match=text).status_code == 200


def test_a_private_game_has_a_record_for_its_sitters_alone(anna: Caller, bert: Caller) -> None:
    game = given_up(anna, "private")

    assert anna.get(f"/games/{game}/record").status_code == 200
    assert bert.get(f"/games/{game}/record").status_code == 404


def test_a_record_that_the_machine_had_no_time_for_waits_again(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(anna, played("prsi")).encode()
    with monkeypatch.context() as busy:
        busy.setattr(sandbox, "THOROUGH", Bounds(cpu=60, wall=-1.99))  # a child gets nowhere
        answer = send(anna, text)
        tasks.check()
    where = answer.headers["Location"].removeprefix("/api/v1")
    assert (anna.get(where).json()["status"], anna.get(where).json()["verdict"]) == ("waiting", None)

    with connection.cursor() as cursor:
        cursor.execute("UPDATE imported_record SET due_at = due_at - interval '1 minute'")
    tasks.check()

    assert anna.get(where).json()["verdict"]["accepted"] is True
    with connection.cursor() as cursor:
        cursor.execute("SELECT expires_at FROM imported_record")
        assert cursor.fetchall() == [(None,)], "what was accepted is kept for good"


def test_a_waiting_game_has_a_record_of_its_table(anna: Caller) -> None:
    game = anna.opens()["id"]

    record = parse_record(text_of(anna, game))

    assert (record.lines, record.tags.sitters[1]) == ((), None)


def test_finished_games_are_exported_page_by_page(anna: Caller, bert: Caller, stranger: Caller) -> None:
    games = [given_up(anna), given_up(anna, "private"), given_up(stranger), given_up(bert)]
    settle(*games)

    def exported(caller: Caller, query: str = "") -> list[str]:
        found, where = list[str](), f"/records?limit=1{query}"
        while where:
            answer = caller.get(where, Accept="application/x-ndjson")
            assert answer.status_code == 200, answer.content
            found += [json.loads(line)["tags"]["game"] for line in answer.content.splitlines()]
            where = answer.headers.get("Link", "").partition(">")[0].removeprefix("</api/v1")
        return found

    assert exported(anna) == [games[0], games[2], games[3]]
    assert exported(anna, f"&player={anna.id}") == games[:2]
    assert exported(bert, f"&player={anna.id}") == games[:1]
    assert exported(bert, "&since=2100-01-01T00:00:00Z") == []


def test_what_is_exported_is_the_whole_record(anna: Caller) -> None:
    game = given_up(anna)
    settle(game)

    (found,) = anna.get("/records").json()["items"]

    assert print_record(from_json(found)) == text_of(anna, game)
    assert check_record(from_json(found), load("mau_mau")) is None


def test_a_game_that_has_just_ended_is_not_exported_yet(anna: Caller) -> None:
    given_up(anna)

    assert anna.get("/records").json() == {"items": [], "next_cursor": None}


def test_an_export_that_one_has_is_not_sent_again(anna: Caller) -> None:
    settle(given_up(anna))
    had = anna.get("/records").headers["ETag"]

    assert anna.get("/records", If_None_Match=had).status_code == 304
    assert anna.get("/records", If_None_Match=had, Accept="application/x-ndjson").status_code == 200


def test_the_games_of_nobody_are_not_exported(anna: Caller) -> None:
    assert anna.get(f"/records?player={uuid7()}").status_code == 404


@pytest.mark.parametrize("query", ["limit=21", "cursor=x", "since=yesterday", "player=anna", "seat=1"])
def test_what_is_asked_for_wrongly_is_refused(anna: Caller, query: str) -> None:
    assert anna.get(f"/records?{query}").status_code in {400, 422}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", KEYS)
def test_every_variant_has_records_that_are_proved(anna: Caller, key: str) -> None:
    text = text_of(anna, played(key))

    assert print_record(parse_record(text)) == text
    assert check_record(parse_record(text), load(key)) is None


@pytest.mark.slow
def test_a_web_server_takes_long_records_and_no_other_long_bodies(committed: CommittedDatabase) -> None:
    connection.close()
    with serving(committed.url, pool=2) as server:
        client = Client(server)
        assert client.send("POST", "/records", {"tags": "x" * 100_000})[0] == 202
        assert client.announce("/records", 2**20 + 1) == 413
        assert client.announce("/games", 100_000) == 413
