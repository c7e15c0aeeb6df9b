"""Each 4xx in OpenAPI's document can happen: for each operation somebody does what leads to it."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import pytest

from base.identifiers import uuid7
from config.embedded.pytest_plugin import CommittedDatabase
from config.openapi_examples import FILE
from config.settings.base import RATE_LIMITS
from games import services
from players import blocks, devices, sessions
from players.models import Block, Player, RequestKey, Scope
from tests.games.api.conftest import API, Caller
from tests.games.api.served import serving_callers
from tests.games.api.test_description import operations
from tests.games.puzzling import a_puzzle

PASSWORD: Final = "correct horse battery staple"  # noqa: S105 - of a test
JSON: Final = "application/json"
LARGEST: Final = 1 << 20
"""The bytes that the largest body may have."""


@dataclass
class Refusals:
    """Sends the requests of operations, and notes how they are answered."""

    got: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    where: dict[str, tuple[str, str]] = field(
        default_factory=lambda: {one["operationId"]: (method, path) for method, path, one in operations()}
    )

    def send(self, caller: Caller, name: str, body: Any = None, query: str = "", **given: Any) -> Any:
        """Send the request of the operation *name*. Names in capitals are headers; the others are parts of the path."""
        method, path = self.where[name]
        headers = {one: given.pop(one) for one in [*given] if one[0].isupper()}
        ids: dict[str, str] = defaultdict(lambda: str(uuid7()))
        ids |= {"version": "1", "key": "mau_mau", "code": "nothing"} | given
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        address = path.removeprefix(API).format_map(ids) + query
        answer = caller.raw(method, address, content, **headers)
        self.got[name].add(str(answer.status_code))
        return answer


@pytest.fixture
def refusals(settings: Any) -> Refusals:
    settings.RATE_LIMITS = {}
    settings.METRICS_TOKEN = "a token of the host"  # noqa: S105 - of a test
    settings.MIN_CLIENT_VERSION = {"ios": "2.0"}
    return Refusals()


def test_each_documented_refusal_can_happen(refusals: Refusals, anna: Caller, bert: Caller, settings: Any) -> None:
    documented = {
        one["operationId"]: {status for status in one["responses"] if status.startswith("4")}
        for _, _, one in operations()
    }
    anna.upgrade()
    of_the_form(refusals, anna, bert)
    of_tables(refusals, anna, bert)
    of_accounts(refusals, anna, bert)
    of_what_is_gone(refusals)
    of_limits(refusals, anna, settings)

    missing = {name: sorted(statuses - refusals.got[name]) for name, statuses in documented.items()}
    assert {name: statuses for name, statuses in missing.items() if statuses} == {}


@pytest.mark.slow
def test_the_web_server_refuses_what_djangos_client_is_refused(
    committed: CommittedDatabase, refusals: Refusals, settings: Any
) -> None:
    given = {"MIN_CLIENT_VERSION": "ios=2.0", "METRICS_TOKEN": settings.METRICS_TOKEN}
    with serving_callers(committed, **given) as (_, served):
        by_wire = Refusals()
        for door, make in ((refusals, Caller), (by_wire, served)):
            of_the_form(door, make().sign_in().upgrade(), make().sign_in(), forms=4)

    assert by_wire.got == refusals.got


def of_the_form(refusals: Refusals, anna: Caller, bert: Caller, *, forms: int | None = None) -> None:
    """Send each operation what no operation takes: by its form, its caller or its address; so many *forms*, or all."""
    running = anna.opens(bots=["novice"])
    app = {"name": "App", "kind": "public", "redirect_uris": ["https://app.example/"]}
    hook = {"url": "https://hook.example.org/", "events": ["game.over"]}
    there = {
        "game": running["id"], "content": running["ruleset"]["hash"], "player": bert.id, "other": anna.id,
        "app": anna.post("/me/apps", app).json()["id"], "webhook": anna.post("/webhooks", hook).json()["id"],
        "subscription": anna.post("/me/subscriptions", {"kind": "news"}).json()["id"], "proposal": "1",
        "puzzle": str(a_puzzle().id),
    }  # fmt: skip
    forged, app_reader = Caller(http=anna.http, tokens={"access": "no.such.token"}), reader(anna)
    for name, (method, path) in sorted(
        refusals.where.items(), key=lambda one: (one[1][0] != "GET", one[1][0] == "DELETE")
    ):
        writes, key = method != "GET", str(uuid7())
        for query, body, headers in (
            ("?x=%00", None, {}),
            ("?nonsense=1", {"nonsense": 1}, {"If_Match": "*", "Idempotency_Key": key}),
            ("", {}, {}),
            ("", None, {"Accept": "image/x-none"}),
            ("?limit=0", None, {}),
            ("", {"move": "draw"}, {"Idempotency_Key": key}),
            ("", {"turn": running["turn"], "move": "draw"}, {}),
            ("?seat=1", None, {}),
            ("", b" " * (LARGEST + 1), {}),
            ("", None, {"Client_Version": "ios/1.0"}),
        )[:forms]:
            refusals.send(signed(name, anna), name, body if writes else None, query, **headers, **there)
        refusals.send(forged, name, **there)
        refusals.send(app_reader, name, {} if writes else None, **there)
        refusals.send(signed(name, anna), name, b"<x/>" if writes else None, Content_Type="text/x-none", **there)
        nowhere = dict.fromkeys(re.findall(r"{(\w+)}", path), "no-such-id") | {"version": "999"}
        refusals.send(signed(name, anna), name, {} if writes else None, **nowhere)


def signed(name: str, caller: Caller) -> Caller:
    """Return a caller for an operation, one of their own for those after which nobody can go on."""
    return Caller(http=caller.http).sign_in().upgrade() if name in ("erase_me", "sign_out") else caller


def reader(caller: Caller) -> Caller:
    """Return an app that may only read the account of *caller*."""
    _, pair = sessions.begin(Player.objects.get(id=UUID(caller.id)), scope=Scope.READ)
    return Caller(http=caller.http, tokens={"access": pair.access})


def of_tables(refusals: Refusals, anna: Caller, bert: Caller) -> None:
    """Send what comes too late, or a second time."""
    running = anna.opens(bots=["novice"])
    game, turn, key = running["id"], running["turn"], {"Idempotency_Key": "a-key"}
    for name in ("take_seat", "add_bot", "start_game", "leave_seat", "create_invitation", "request_rematch"):
        refusals.send(anna, name, {"level": "novice"} if name == "add_bot" else {}, game=game)
    refusals.send(anna, "give_nonce", {"nonce": "tulip"}, game=game)
    for name in ("list_game_invitations", "get_share_link", "make_share_link", "delete_share_link"):
        refusals.send(bert, name, game=game)
    for name in ("make_share_link", "order_analysis"):
        refusals.send(anna, name, game=game)
    for who in (anna, bert):
        refusals.send(who, "put_note", {"text": "Well played."}, game=game, version="1")
    refusals.send(bert, "delete_note", game=game, version="1")
    refusals.send(anna, "claim_absence", {"kind": "win"}, game=game, **key)
    for headers in (key, {}):
        refusals.send(anna, "make_proposal", {"kind": "resume"}, game=game, **headers)
    refusals.send(anna, "vote_on_proposal", {"agrees": True}, game=game, proposal="1")
    for name in ("make_move", "check_move"):
        refusals.send(anna, name, {"turn": turn + 1, "move": "draw"}, game=game, **key)

    waiting = anna.opens(seats=3)
    invited = anna.post(f"/games/{waiting['id']}/invitations", {}).json()
    refusals.send(anna, "add_bot", {"level": "novice"}, game=waiting["id"])
    bert.post(f"/games/{waiting['id']}/seats", {})
    refusals.send(Caller().sign_in(), "accept_invitation", {}, invitation=invited["code"])
    other = anna.opens(seats=3, visibility="private")
    revoked = anna.post(f"/games/{other['id']}/invitations", {}).json()
    full = anna.post(f"/games/{other['id']}/invitations", {"uses": 2}).json()
    refusals.send(anna, "revoke_invitation", invitation=revoked["id"])
    for name in ("get_invitation", "accept_invitation", "decline_invitation"):
        refusals.send(bert, name, None if name == "get_invitation" else {}, invitation=revoked["code"])
    refusals.send(bert, "accept_invitation", {"seat": 0}, invitation=full["code"])

    resigned = anna.opens(bots=["novice"])["id"]
    for _ in range(2):
        refusals.send(anna, "resign_game", game=resigned, Idempotency_Key=str(uuid7()))
    refusals.send(bert, "get_plan", game=game)
    for name in ("get_plan", "put_plan", "drop_plan"):
        body = {"deal": 1, "moves": [{"move": "draw"}]} if name == "put_plan" else None
        refusals.send(bert, name, body, game=resigned)


def of_accounts(refusals: Refusals, anna: Caller, bert: Caller) -> None:
    """Send what an account cannot have, or has already."""
    credentials = {"username": f"player-{anna.id[-12:]}", "password": PASSWORD}
    refusals.send(Caller(), "register_account", credentials)
    refusals.send(bert, "add_credentials", credentials)
    refusals.send(Caller(), "sign_in", {**credentials, "password": "wrong"})
    refusals.send(Caller(), "refresh_tokens", {"refresh": "none"})
    refusals.send(bert, "request_email_change", {"email": "b@example.org", "password": PASSWORD})
    refusals.send(anna, "request_email_change", {"email": "a@example.org", "password": "wrong"})
    refusals.send(bert, "change_password", {"old_password": PASSWORD, "new_password": f"{PASSWORD} 2"})
    refusals.send(anna, "change_password", {"old_password": "wrong", "new_password": f"{PASSWORD} 2"})
    for name in ("confirm_email", "reset_password"):
        refusals.send(Caller(), name, {"code": "none", "password": PASSWORD} if name[0] == "r" else {"code": "none"})
    refusals.send(anna, "change_me", {"name": "Anna"}, If_Match='"an-old-tag"')
    refusals.send(anna, "change_me", {"name": "Anna"})


def of_what_is_gone(refusals: Refusals) -> None:
    """Repeat each request that made something which is gone: the same key gets 404."""
    examples = json.loads(FILE.read_text(encoding="utf-8"))
    for method, path, operation in operations():
        name = operation["operationId"]
        keyed = any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", ()))
        if method != "POST" or not keyed or "{" in path or "404" not in operation["responses"]:
            continue
        caller, key = Caller().sign_in(), {"Idempotency_Key": str(uuid7())}
        if name != "add_credentials":
            caller.upgrade()
        body = examples[name]["request"].get(JSON)
        if body and "username" in body:
            body["username"] = f"new-{caller.id[-12:]}"
        caller = Caller() if name in ("create_guest", "register_account") else caller
        assert refusals.send(caller, name, body, **key).status_code in (201, 202), name
        latest = RequestKey.objects.order_by("-id")[0]
        RequestKey.objects.filter(id=latest.id).update(made=str(uuid7()))
        refusals.send(caller, name, body, **key)
    refusals.send(Caller().sign_in(), "list_records", query=f"?player={uuid7()}")
    for _ in range(2):  # the second author wants the key of the first
        refusals.send(Caller().sign_in().upgrade(), "publish_variant", examples["publish_variant"]["request"][JSON])


def of_limits(refusals: Refusals, anna: Caller, settings: Any) -> None:
    """Send more than an account may have, and then more than anybody may send."""
    bert = Caller().sign_in().upgrade()
    for _ in range(devices.DEVICES + 1):
        refusals.send(bert, "put_device", {"kind": "fcm", "token": str(uuid7())})
    for _ in range(21):
        refusals.send(bert, "register_app", {"name": "App", "kind": "public", "redirect_uris": ["https://a.example/"]})
        refusals.send(bert, "create_bot_token", {"name": "A bot"})
        refusals.send(bert, "create_subscription", {"kind": "news"})
        refusals.send(bert, "create_webhook", {"url": "https://hook.example.org/", "events": ["game.over"]})
        refusals.send(bert, "join_queue", {"variant": "mau_mau", "seats": 2, "preset": "live"})
    webhook = bert.get("/webhooks").json()["items"][0]["id"]
    delivery = bert.post(f"/webhooks/{webhook}/test", {}).json()["id"]
    bert.raw("PATCH", f"/webhooks/{webhook}", b'{"enabled": false}')
    refusals.send(bert, "test_webhook", {}, webhook=webhook)
    refusals.send(bert, "replay_webhook_delivery", {}, webhook=webhook, delivery=delivery)
    refusals.send(bert, "block_player", player=bert.id)
    others = Player.objects.bulk_create(Player(id=uuid7(), name="One of many") for _ in range(blocks.MOST_BLOCKS))
    Block.objects.bulk_create(Block(player_id=UUID(bert.id), blocked=one) for one in others)
    refusals.send(bert, "block_player", player=anna.id)
    settings.OPEN_GAMES = 0
    refusals.send(bert, "open_game", {"variant": "mau_mau", "seats": 2})
    settings.METRICS_TOKEN, settings.TRUSTED_PROXIES = "", ["127.0.0.1"]
    refusals.send(bert, "get_metrics")

    waiting = Caller().sign_in()
    entry = waiting.post("/queue-entries", {"variant": "mau_mau", "seats": 2, "preset": "live"}).json()["id"]
    services.match_players()
    refusals.send(waiting, "leave_queue", entry=entry)

    limits = {name: dict.fromkeys(kinds, (1, 3600)) for name, kinds in RATE_LIMITS.items()}
    callers = {name: signed(name, anna) for name in refusals.where}
    settings.RATE_LIMITS = limits
    authored = f"?author={anna.id}"  # what comes with the service is not counted
    for name, caller in [*callers.items()] * 2:
        if name != "erase_me":
            refusals.send(caller, "join_queue")
            refusals.send(caller, "get_me")
            query = authored if name == "list_variants" else ""
            other = {"Accept": f"{JSON};q=0.9"} if name == "get_event_types" else {}  # for "*/*" the answer is kept
            refusals.send(caller, name, query=query, key="annas-game", proposal="1", **other)
    refusals.send(anna, "erase_me")
