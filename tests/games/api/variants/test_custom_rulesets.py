"""Rulesets that players write: checked, published, played; over HTTP and with a real child process."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import override_settings

from games import loops, sandbox, tasks
from games.management.bot_matches import MOST_MOVES
from games.models import CustomVariant
from games.rules import variants
from games.sandbox import Bounds
from games.sandbox.document import parts_of
from games.sandbox.validate import variant_of
from games.services import authoring
from games.store import check_jobs, custom_variants, slots
from games.store.jobs import MOST_OPEN
from tests.games.services.claiming import play_bot

pytestmark = pytest.mark.usefixtures("rules")

RULESET = """
key = "annas-game"
name = "Anna's Game"

[players]
least = 2
most = 4

[deck]
ranks = "7 8 9 T J Q K A"
count = { 2 = 1 }

[deal]
size = { 2 = 3 }

[wild]
suit = "J"

[penalty.seven]
cards = "7"
amount = 2
chain = "sevens"

[chain.sevens]
"""
EXAMPLES = """
variant = "annas-game"

[[example]]
name = "A seven makes the next seat draw two"
proves = ["A-1"]
hands = ["7S 8S", "9S 9H"]
up_card = "TS"
moves = ["0 7S"]
then = { cards = { 1 = 4 } }
"""
ENDLESS = RULESET + '[out]\nillegal = "any"\n'
"""Nobody can ever go out."""


def check(caller: Any, query: str = "", **sent: Any) -> Any:
    answer = caller.post(f"/variants/checks{query}" if query else "/variants/check", sent)
    assert answer.status_code == (202 if query else 200), answer.content
    return answer.json()


def publish(caller: Any, *, checked: bool = False, **sent: Any) -> Any:
    """Publish a ruleset; *checked* if a worker has checked it within this hour, which saves its thousand deals."""
    if checked:
        variant = variant_of(parts_of(sent, None))
        made = check_jobs.add(caller.id, sent, base=None, deals=authoring.DEALS)
        check_jobs.take()
        check_jobs.close(made, {"passed": True, "hash": variant.hash})
    answer = caller.post("/variants", sent)
    if answer.json().get("code") == "not_checked_yet":  # on a machine that has much to do
        check(caller, f"?deals={authoring.DEALS}", **sent)
        tasks.check()
        answer = caller.post("/variants", sent)
    return answer


def send(caller: Any, where: str, body: bytes, kind: str) -> Any:
    headers = {"Authorization": f"Bearer {caller.tokens['access']}"}
    return caller.http.generic("POST", f"/api/v1{where}", body, kind, headers=headers)


def test_a_ruleset_is_checked_with_its_examples(anna: Any) -> None:
    report = check(anna, toml=RULESET, examples_toml=EXAMPLES)

    assert (report["passed"], report["finished"], report["faults"]) == (True, True, [])
    assert report["key"] == "annas-game"
    assert report["hash"].startswith("sha256:")
    assert report["examples"] == [{"name": "A seven makes the next seat draw two", "held": True, "faults": []}]
    assert report["deals"] is None
    assert anna.get(f"/rulesets/{report['hash']}").status_code == 404


def test_an_example_that_does_not_hold_is_told_with_what_was_found(anna: Any) -> None:
    report = check(anna, toml=RULESET, examples_toml=EXAMPLES.replace("1 = 4", "1 = 5"))

    assert report["passed"] is False
    assert report["examples"][0]["faults"] == ['expected cards = {"1": 5}, found {"1": 4}']


def test_one_file_in_toml_may_hold_it_all(anna: Any) -> None:
    example = EXAMPLES.partition("\n\n")[2]
    body = f"text = '''\nA-1: A seven.'''\n{RULESET}\n{example}".encode()
    answer = send(anna, "/variants/check", body, "application/toml; charset=utf-8")

    assert answer.status_code == 200, answer.content
    assert (answer.json()["passed"], len(answer.json()["examples"])) == (True, 1)


def test_data_and_toml_are_the_same_ruleset(anna: Any) -> None:
    data = {
        "key": "annas-game", "name": "Anna's Game", "players": {"least": 2, "most": 4}, "deal": {"size": {"2": 3}},
        "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}}, "wild": {"suit": "J"},
        "penalty": {"seven": {"cards": "7", "amount": 2, "chain": "sevens"}}, "chain": {"sevens": {}},
    }  # fmt: skip

    assert check(anna, ruleset=data)["hash"] == check(anna, toml=RULESET)["hash"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ("amount = 2", "amount = 99", "penalty.seven.amount", "1 to 20"),
        ("amount = 2", 'amount = "2"', "penalty.seven.amount", "Write a whole number"),
        ('chain = "sevens"', 'chain = "eights"', "penalty.seven.chain", 'There is no chain "eights"'),
        ('suit = "J"', 'suit = "Z"', "wild.suit", '"Z" is not a rank'),
        ('suit = "J"', 'suits = "J"', "wild.suits", "Unknown key"),
        ("[wild]", "[wilds]", "wilds", "Unknown key"),
        ("size = { 2 = 3 }", "size = { 2 = 3, 4 = 9 }", "players", "players need"),
        ('key = "annas-game"', 'key = "mau_mau"', "key", "with hyphens between them"),
        ('name = "Anna\'s Game"', 'name = "  MAU mau "', "name", "comes with the service"),
    ],
)
def test_a_fault_is_told_with_its_place(anna: Any, old: str, new: str, place: str, why: str) -> None:
    assert old in RULESET
    report = check(anna, toml=RULESET.replace(old, new))

    assert report["passed"] is False
    assert place in [fault["place"] for fault in report["faults"]]
    assert why in " ".join(fault["why"] for fault in report["faults"])


def test_faults_of_several_sections_are_told_at_once(anna: Any) -> None:
    report = check(anna, toml=RULESET.replace("amount = 2", 'amount = "2"').replace("least = 2", "least = true"))

    assert {fault["place"] for fault in report["faults"]} == {"penalty.seven.amount", "players.least"}


def test_what_is_no_toml_is_told_with_its_line(anna: Any) -> None:
    fault = check(anna, toml='key = "annas-game"\nname =\n')["faults"][0]

    assert (fault["place"], fault["line"]) == ("toml", 2)


def test_changes_are_laid_over_a_base(anna: Any) -> None:
    changes = {"key": "mau-anna", "name": "Mau Anna", "out": {"illegal": "J"}}
    report = check(anna, base="mau_mau", changes=changes, text="AN-1: No Jack last.")
    assert report["passed"], report

    made = publish(anna, base="mau_mau", changes=changes, text="AN-1: No Jack last.")
    assert made.status_code == 201, made.content
    ruleset = anna.get(made.json()["ruleset"].removeprefix("/api/v1")).json()
    base = variants.load("mau_mau")
    assert ruleset["rules"]["out"]["illegal"] == "J"
    assert ruleset["rules"]["deck"] == base.rules["deck"]
    assert [one["name"] for one in ruleset["options"]] == list(base.options)
    assert ruleset["text"].startswith("AN-1")
    assert "MM-16" in ruleset["text"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("base", variants.KEYS)
def test_the_name_of_a_base_must_be_changed(anna: Any, base: str) -> None:
    report = check(anna, base=base, changes={"out": {"illegal": "J"}})

    assert {fault["place"] for fault in report["faults"]} == {"key", "name"}


def test_changes_that_do_not_fit_the_shape_of_the_base(anna: Any) -> None:
    fault = check(anna, base="mau_mau", changes={"deck": {"ranks": {"a": 1}}})["faults"][0]

    assert fault["place"] == "changes.deck.ranks"


@pytest.mark.parametrize(
    "sent",
    [
        {}, {"toml": RULESET, "ruleset": {}}, {"toml": 5}, {"ruleset": []}, {"base": "nothing"},
        {"base": "nobodys-game"}, {"toml": RULESET, "changes": {}}, {"toml": RULESET, "examples": 5},
        {"toml": RULESET, "examples": EXAMPLES},
        {"toml": RULESET, "examples": [], "examples_toml": EXAMPLES},
        {"toml": RULESET, "nonsense": 1},
        {"base": "sha256:" + "0" * 64},
    ],
)  # fmt: skip
def test_a_body_that_says_its_rules_in_no_way_or_in_two(anna: Any, sent: dict[str, Any]) -> None:
    for where in ("/variants/check", "/variants"):
        answer = anna.post(where, sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields"), answer.content


def test_a_published_ruleset_stays_under_its_hash(anna: Any, bert: Any, nobody: Any) -> None:
    made = publish(anna, toml=RULESET, examples_toml=EXAMPLES, text="A-1: A seven makes the next seat draw two.")
    assert made.status_code == 201, made.content
    found = made.json()

    assert made.headers["Location"] == found["ruleset"]
    assert (found["key"], found["author"]) == ("annas-game", anna.id)
    ruleset = nobody.get(f"/rulesets/{found['hash']}")
    assert ruleset.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert ruleset.json()["text"].startswith("A-1")
    examples = nobody.get(f"/rulesets/{found['hash']}/examples").json()["items"]
    assert [one["id"] for one in examples] == ["a-seven-makes-the-next-seat-draw-two"]
    assert nobody.get("/variants/annas-game").json() == found
    assert nobody.get(f"/variants?author={anna.id}").json()["items"] == [found]
    assert nobody.get(f"/variants?author={bert.id}").json()["items"] == []
    assert nobody.get("/variants?origin=players").json()["items"] == [found]
    assert "annas-game" not in [one["key"] for one in nobody.get("/variants").json()["items"]]


def test_the_same_again_is_the_same_and_another_edition_is_another_hash(anna: Any) -> None:
    first, again = (publish(anna, checked=True, toml=RULESET).json() for _ in range(2))
    other = publish(anna, checked=True, toml=RULESET.replace("amount = 2", "amount = 3")).json()

    assert first == again
    assert other["hash"] != first["hash"]
    assert anna.get("/variants/annas-game").json()["hash"] == other["hash"]
    assert anna.get(f"/rulesets/{first['hash']}").status_code == 200
    assert CustomVariant.objects.get().editions == 2


def test_a_key_belongs_to_its_author(anna: Any, bert: Any) -> None:
    assert publish(anna, checked=True, toml=RULESET).status_code == 201
    for text in (RULESET, RULESET.replace("amount = 2", "amount = 3")):
        answer = publish(bert, checked=True, toml=text)
        assert (answer.status_code, answer.json()["code"]) == (409, "key_taken")

    assert anna.get("/variants/annas-game").json()["author"] == anna.id


def test_the_same_attempt_is_answered_once(anna: Any) -> None:
    publish(anna, checked=True, toml=RULESET)
    first, again = (anna.post("/variants", {"toml": RULESET}, Idempotency_Key="one") for _ in range(2))
    other = anna.post("/variants", {"toml": RULESET + "\n"}, Idempotency_Key="one")

    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert other.json()["code"] == "key_reused"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("text", [ENDLESS, RULESET.replace("amount = 2", "amount = 99"), "key ="])
def test_what_does_not_pass_is_not_published(anna: Any, text: str) -> None:
    answer = publish(anna, toml=text)

    assert (answer.status_code, answer.json()["code"]) == (422, "ruleset_refused")
    assert answer.json()["report"]["passed"] is False
    assert not CustomVariant.objects.exists()


def test_a_deal_without_end_is_named(anna: Any) -> None:
    deals = publish(anna, toml=ENDLESS).json()["report"]["deals"]

    assert deals["troubles"][0] == {
        "seats": 2, "options": {}, "seed": "deal 0", "what": "The deal does not end within 4000 decisions."
    }  # fmt: skip


def test_check_by_a_worker(anna: Any, bert: Any, nobody: Any) -> None:
    answer = anna.post("/variants/checks?deals=60", {"toml": RULESET, "examples_toml": EXAMPLES})
    assert answer.status_code == 202, answer.content
    where = answer.headers["Location"].removeprefix("/api/v1")
    assert (answer.json()["status"], answer.json()["report"]) == ("waiting", None)

    tasks.check()

    done = anna.get(where).json()
    assert (done["status"], done["report"]["passed"]) == ("done", True), done
    deals = done["report"]["deals"]
    assert deals["asked"] == deals["played"] == deals["ended"] == 60
    assert deals["turns"]["least"] <= deals["turns"]["median"] <= deals["turns"]["mean"] * 2
    assert deals["drawn"]["penalty"]["cards"] > 0
    assert deals["endings"]["went-out"] + deals["endings"]["blocked"] == 60
    assert sum(sum(one["by_turn"]) + one["nobody"] for one in deals["winners"].values()) == 60
    assert set(deals["winners"]) == {"2", "3", "4"}
    assert bert.get(where).status_code == 404
    assert nobody.get(where).status_code == 401
    unchanged = anna.get(where, If_None_Match=anna.get(where).headers["ETag"])
    assert unchanged.status_code == 304


def test_a_report_is_the_same_whenever_it_is_made(anna: Any) -> None:
    made = [anna.post("/variants/checks?deals=20", {"toml": RULESET}).headers["Location"] for _ in range(2)]
    for _ in made:
        tasks.check()

    first, second = (anna.get(where.removeprefix("/api/v1")).json()["report"] for where in made)
    assert first == second


def test_a_report_is_kept_for_an_hour(anna: Any) -> None:
    where = check(anna, "?deals=1", toml=RULESET)["id"]
    tasks.check()
    age_checks("59 minutes")
    assert anna.get(f"/variants/checks/{where}").status_code == 200
    age_checks("1 minute")
    assert anna.get(f"/variants/checks/{where}").status_code == 404

    check(anna, "?deals=1", toml=RULESET)
    assert count_checks() == 1


def test_a_kept_check_saves_the_deals_at_publication(anna: Any) -> None:
    check(anna, f"?deals={authoring.DEALS}", toml=RULESET)
    tasks.check()
    content = check(anna, toml=RULESET)["hash"]

    assert check_jobs.has_passed(content, authoring.DEALS)
    assert publish(anna, toml=RULESET).json()["hash"] == content


def test_a_check_whose_workers_died_is_made_by_another_after_longer_pauses(anna: Any) -> None:
    where = check(anna, "?deals=5", toml=RULESET)["id"]
    for minutes in (3, 6, 11):
        assert check_jobs.take() is not None
        age_checks(f"{minutes // 2} minutes")
        assert check_jobs.take() is None
        age_checks(f"{minutes // 2 + 1} minutes")
    tasks.check()

    found = anna.get(f"/variants/checks/{where}").json()
    assert (found["status"], found["report"]["passed"]) == ("done", True)


NO_TIME = Bounds(cpu=60, wall=-1.99)
"""A machine on which a child gets nowhere."""


def test_nothing_is_concluded_on_a_machine_that_is_busy(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "QUICK", NO_TIME)

    answers = [anna.post(where, {"toml": RULESET}) for where in ("/variants/check", "/variants")]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [(503, "busy")] * 2
    assert all(int(one.headers["Retry-After"]) > 0 for one in answers)
    assert not CustomVariant.objects.exists()


def test_a_check_that_the_machine_had_no_time_for_waits_again(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    where = check(anna, "?deals=5", toml=RULESET)["id"]
    with monkeypatch.context() as busy:
        busy.setattr(sandbox, "THOROUGH", NO_TIME)
        tasks.check()
    found = anna.get(f"/variants/checks/{where}").json()
    assert (found["status"], found["report"]) == ("waiting", None)
    assert not check_jobs.waits()

    age_checks("1 minute")
    tasks.check()

    assert anna.get(f"/variants/checks/{where}").json()["report"]["passed"]


@pytest.mark.parametrize("have_accounts", [True, False])
def test_authors_take_turns(anna: Any, bert: Any, stranger: Any, have_accounts: bool) -> None:  # noqa: FBT001
    """Who has ordered three keeps nobody waiting for more than one of them, also at the address of one."""
    for caller in (anna, bert, stranger) if have_accounts else ():
        caller.upgrade()
    ordered = {caller.id: [check(caller, "?deals=1", toml=RULESET)["id"] for _ in range(number)]
               for caller, number in ((anna, 3), (bert, 2), (stranger, 1))}  # fmt: skip

    def take() -> str:
        found = check_jobs.take()
        assert found
        slots.leave(found.id)
        return str(found.id)

    taken = [take() for _ in range(6)]
    a, b, c = ordered[anna.id], ordered[bert.id], ordered[stranger.id]
    assert taken == [a[0], b[0], c[0], a[1], b[1], a[2]]


def test_one_author_is_checked_once_at_a_time(anna: Any, bert: Any) -> None:
    with authoring._alone(UUID(anna.id)):  # noqa: SLF001 - as while a child runs for her
        refused = anna.post("/variants/check", {"toml": RULESET})
        assert check(bert, toml=RULESET)["passed"]

    assert (refused.status_code, refused.json()["code"]) == (429, "check_runs")
    assert int(refused.headers["Retry-After"]) > 0
    assert check(anna, toml=RULESET)["passed"]


def test_a_worker_finds_what_waits_by_itself(anna: Any) -> None:
    check(anna, "?deals=1", toml=RULESET)
    assert check_jobs.waits()
    loops.check()
    assert not check_jobs.waits()


@pytest.mark.parametrize("deals", ["0", "1001", "x", "-1", "1e3", "٣", "9" * 30])
def test_a_number_of_deals_that_cannot_be(anna: Any, deals: str) -> None:
    answer = anna.post(f"/variants/checks?deals={deals}", {"toml": RULESET})

    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["deals"])


def test_only_so_many_checks_may_wait(anna: Any, bert: Any) -> None:
    for _ in range(MOST_OPEN):
        check(anna, "?deals=1", toml=RULESET)
    refused = anna.post("/variants/checks?deals=1", {"toml": RULESET})

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_checks")
    assert int(refused.headers["Retry-After"]) > 0
    check(bert, "?deals=1", toml=RULESET)
    tasks.check()
    check(anna, "?deals=1", toml=RULESET)


def test_only_so_many_variants(anna: Any) -> None:
    rows = [
        CustomVariant(key=f"a-{n}", author=anna.id, hash="sha256:x", editions=1, published_at="2026-11-21T00:00:00Z")
        for n in range(custom_variants.MOST_KEYS)
    ]
    CustomVariant.objects.bulk_create(rows)
    answer = publish(anna, checked=True, toml=RULESET)

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_variants")
    assert CustomVariant.objects.count() == custom_variants.MOST_KEYS


def test_an_author_is_a_player_with_his_own_hands(anna: Any, nobody: Any) -> None:
    bot = anna.post("/me/tokens", {"name": "Bot"}).json()["token"]
    for where in ("/variants/check", "/variants"):
        assert nobody.post(where, {"toml": RULESET}).status_code == 401
        assert anna.post(where, {"toml": RULESET}, Authorization=f"Bearer {bot}").status_code == 403


@pytest.mark.parametrize("query", ["origin=nobody", "origin=service&limit=5", "author=x", "cursor=x"])
def test_a_list_of_nobody(nobody: Any, query: str) -> None:
    assert nobody.get(f"/variants?{query}").json()["code"] == "invalid_fields"


def test_a_list_has_one_origin(nobody: Any, anna: Any) -> None:
    assert nobody.get(f"/variants?origin=service&author={anna.id}").json()["errors"] == {
        "origin": ["Send one of these: players."]
    }
    assert nobody.get("/variants?origin=service").json() == nobody.get("/variants").json()


@override_settings(RATE_LIMITS={"check": {"player": (1, 3_600)}, "draft": {"player": (2, 3_600)}})
def test_checks_are_counted(anna: Any) -> None:
    for _ in range(2):
        assert anna.post("/variants/check", {"toml": ""}).status_code == 200
    assert anna.post("/variants/check", {"toml": ""}).status_code == 429
    assert publish(anna, toml="").status_code == 422
    assert publish(anna, toml="").status_code == 429
    assert anna.get("/variants").status_code == 200


def test_a_body_beyond_the_limit(anna: Any) -> None:
    for kind in ("application/toml", "application/json"):
        answer = send(anna, "/variants", b"#" * 70_000, kind)
        assert answer.status_code == 413
    broken = send(anna, "/variants", b"\xff", "application/toml")
    assert (broken.status_code, broken.json()["code"]) == (400, "malformed_toml")
    assert send(anna, "/variants", b"x", "text/plain").status_code == 415


@pytest.mark.parametrize("by", ["ruleset", "variant"])
def test_a_game_of_a_custom_ruleset_is_played_to_its_end(anna: Any, by: str) -> None:
    made = publish(anna, checked=True, toml=RULESET, examples_toml=EXAMPLES).json()
    wish = {"ruleset": made["hash"]} if by == "ruleset" else {"variant": made["key"]}
    answer = anna.post("/games", {"seats": 3, "bots": ["novice", "clever"], "bot_pause": 0, **wish})
    assert answer.status_code == 201, answer.content
    table = answer.json()
    assert (table["ruleset"]["key"], table["ruleset"]["hash"]) == ("annas-game", made["hash"])

    for _ in range(MOST_MOVES):
        if table["status"] == "over":
            break
        table = step(anna, table)

    assert table["result"]["places"]
    assert anna.get(f"/rulesets/{table['ruleset']['hash']}/examples").status_code == 200


def step(caller: Any, table: dict[str, Any]) -> dict[str, Any]:
    """Make the move that is due: the caller's, or a bot's."""
    if table["on_turn"] == 0:
        assert caller.moves(table["id"], table["you"]["moves"][0], table["turn"]).status_code == 201
    else:
        assert play_bot()
    return dict(caller.table(table["id"]))


def test_the_lobby_knows_custom_variants(anna: Any) -> None:
    publish(anna, checked=True, toml=RULESET)
    made = anna.post("/games", {"variant": "annas-game", "seats": 2}).json()
    tasks.follow()

    assert [one["id"] for one in anna.get("/games?variant=annas-game").json()["items"]] == [made["id"]]
    assert anna.get("/games?variant=berts-game").status_code == 422


def test_a_refusal_in_a_custom_game_names_paragraph_and_example(anna: Any) -> None:
    text = RULESET + '[paragraphs]\npass_not_open = "A-1"\n'
    made = publish(anna, checked=True, toml=text, examples_toml=EXAMPLES).json()
    table = anna.post("/games", {"ruleset": made["hash"], "seats": 2, "bots": ["novice"], "bot_pause": 0}).json()
    while table["on_turn"] != 0:
        table = step(anna, table)
    refused = anna.moves(table["id"], "pass", table["turn"]).json()

    assert (refused["reason"], refused["paragraph"]) == ("pass_not_open", "A-1")
    assert refused["example"].endswith("/examples#a-seven-makes-the-next-seat-draw-two")


def test_options_of_a_custom_ruleset_keep_their_bounds_at_the_table(anna: Any) -> None:
    option = """
[options.more]
default = 1
paragraph = "A-2"
sets = "draw.most"
least = 1
most = 3
"""
    made = publish(anna, checked=True, toml=RULESET + option).json()
    good, bad = (
        anna.post("/games", {"ruleset": made["hash"], "seats": 2, "bots": ["novice"], "options": {"more": number}})
        for number in (3, 4)
    )

    assert good.json()["ruleset"]["options"] == {"more": {"number": 3}}
    assert (bad.status_code, list(bad.json()["errors"])) == (422, ["options.more"])


def age_checks(by: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE check_job SET expires_at = expires_at - %s::interval, due_at = due_at - %s::interval", [by, by]
        )


def count_checks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM check_job")
        return int(cursor.fetchone()[0])


def test_what_is_sent_is_not_kept_with_the_report(anna: Any) -> None:
    answer = check(anna, "?deals=1", toml=RULESET)
    tasks.check()

    assert RULESET not in json.dumps(anna.get(f"/variants/checks/{answer['id']}").json())
