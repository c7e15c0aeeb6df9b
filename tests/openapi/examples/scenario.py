"""What two players, Anna and Bert, do with every operation of the API."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.core.mail import EmailMessage

from base.identifiers import uuid7
from games import loops, services, store, tasks
from games.db import rows
from games.log.shards import shard_of
from games.projections import registry
from games.services import analyses
from tests.games.puzzling import a_puzzle
from tests.openapi.examples.recording import Recording
from tests.players.mailing import code_in, sent

PASSWORD: Final = "correct horse battery staple"  # noqa: S105 - of a test
NEW: Final = "four suits and a jack of clubs"
RULESET: Final = """key = "annas-game"
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
"""


def patch(caller: Recording, where: str, change: dict[str, Any], **headers: str) -> Any:
    return caller.raw("PATCH", where, json.dumps(change).encode(), **headers)


def put(caller: Recording, where: str, body: dict[str, Any] | None = None) -> Any:
    return caller.raw("PUT", where, b"" if body is None else json.dumps(body).encode())


def key() -> str:
    return str(uuid7())


def everything(anna: Recording, bert: Recording, guest: Recording, mails: list[EmailMessage]) -> None:
    """Send at least one request for each operation. Each must succeed."""
    accounts(anna, bert, mails)
    service(anna)
    over = game(anna, bert)
    absence(anna, bert)
    before_a_game(anna, bert)
    friends(anna, bert)
    standings(anna, bert, over)
    records(anna, over)
    variants(anna)
    integration(anna)
    puzzles(anna)
    farewell(guest, mails)


def puzzles(anna: Recording) -> None:
    where = f"/puzzles/{a_puzzle().id}"
    anna.get("/puzzles/today")
    table = anna.get(where).json()["table"]
    anna.post(f"{where}/attempts", {"moves": table["you"]["moves"][:1]})


def accounts(anna: Recording, bert: Recording, mails: list[EmailMessage]) -> None:
    anna.tokens = anna.post("/auth/guest", {"locale": "en", "time_zone": "Europe/Prague"}).json()
    anna.post("/me/credentials", {"username": "anna", "password": PASSWORD, "email": "anna@example.org"})
    sent(mails)
    anna.post("/auth/email/confirm", {"code": code_in(mails[-1])})
    bert.tokens = bert.post(
        "/auth/register", {"username": "bert", "password": PASSWORD, "name": "Bert", "locale": "en"}
    ).json()
    signed = anna.post("/auth/token", {"username": "anna", "password": PASSWORD}).json()
    anna.post("/auth/refresh", {"refresh": signed["refresh"]})
    put(anna, "/me/email", {"email": "anna@example.com", "password": PASSWORD})

    me = anna.get("/me")
    wanted = {"quiet_hours": {"since": "22:30", "until": "07:00"}, "preferences": {"four_colours": True}}
    patch(anna, "/me", wanted, If_Match=me.headers["ETag"])
    anna.post("/me/tokens", {"name": "My bot", "scope": "bot"})
    device = f"/me/devices/{uuid7()}"
    put(anna, device, {"kind": "fcm", "token": "dGhlLXRva2VuLW9mLWEtZGV2aWNl"})
    anna.get("/me/devices")
    anna.delete(device)
    sessions = anna.get("/me/sessions").json()["items"]
    anna.delete(f"/me/sessions/{next(one['id'] for one in sessions if not one['current'])}")

    app = anna.post(
        "/me/apps", {"name": "A phone", "kind": "public", "redirect_uris": ["org.example.phone:/callback"]}
    ).json()
    anna.get("/me/apps")
    anna.get(f"/me/apps/{app['id']}")
    patch(anna, f"/me/apps/{app['id']}", {"name": "A better phone"})
    anna.delete(f"/me/apps/{app['id']}")


def service(anna: Recording) -> None:
    for where in ("/", "/meta", "/keys", "/healthz", "/event-types", "/problems", "/problems/illegal_move", "/metrics"):
        anna.get(where)


def game(anna: Recording, bert: Recording) -> str:
    """Play a game until Bert resigns, and return its id."""
    opened = anna.post("/games", {"variant": "mau_mau", "seats": 2, "clock": {"preset": "live"}, "rated": True}).json()
    where = f"/games/{opened['id']}"
    anna.get("/games?status=waiting")
    bert.post(f"{where}/seats", {"seat": 1, "nonce": "tulip"})
    table = anna.get(where).json()
    both = (anna, bert)
    for _ in range(6):
        player = both[table["on_turn"]]
        table = player.get(where).json()
        move = {"turn": table["turn"], "move": table["you"]["moves"][0]}
        player.post(f"{where}/moves/check", move, Idempotency_Key=key())
        table = player.post(f"{where}/moves", move, Idempotency_Key=key()).json()["table"]
    registry.catch_up()
    anna.get("/me/games")
    anna.get(f"{where}/digest?since=0")
    for accept in ("application/json", "application/x-ndjson"):
        anna.get(f"{where}/events", Accept=accept)
        anna.get(f"{where}/states", Accept=accept)
    anna.get(f"{where}/states/12")
    anna.get(f"{where}/rules")
    loops.notify()
    notices = both[table["on_turn"]].get("/me/notices").json()["items"]
    both[table["on_turn"]].post("/me/notices/read", {"up_to": notices[0]["id"]})
    anna.get("/me/notices/preferences")
    patch(anna, "/me/notices/preferences", {"items": [{"kind": "your-turn", "push": True, "mail": True}]})

    waits = both[1 - table["on_turn"]]
    moves = [{"move": "7H", "ask": "answer"}, {"move": "accept"}]
    put(waits, f"{where}/plan", {"deal": table["deal"], "moves": moves})
    waits.get(f"{where}/plan")
    waits.delete(f"{where}/plan")

    bert.post(f"{where}/proposals", {"kind": "extend"}, Idempotency_Key=key())
    put(anna, f"{where}/proposals/1/vote", {"agrees": True})
    until = datetime.fromisoformat(anna.get("/me/vacation").json()["server_time"]) + timedelta(days=4)
    put(anna, "/me/vacation", {"until": until.isoformat()})
    anna.delete("/me/vacation")
    bert.post(f"{where}/resignation", Idempotency_Key=key())
    for accept in ("application/json", "text/plain"):
        anna.get(f"{where}/record", Accept=accept)
    anna.get(f"{where}/fairness")
    anna.post(f"{where}/analysis", {})
    while analyses.run_next():
        pass
    anna.get(f"{where}/analysis")
    put(anna, f"{where}/notes/12", {"text": "I should have kept the jack."})
    bert.get(f"{where}/notes")
    bert.raw("PUT", f"{where}/notes/12/{anna.id}/report", b"")
    anna.delete(f"{where}/notes/12")
    put(anna, f"{where}/share")
    anna.get(f"{where}/share")
    anna.delete(f"{where}/share")
    anna.post(f"{where}/rematch", {}, Idempotency_Key=key())
    return str(opened["id"])


def absence(anna: Recording, bert: Recording) -> None:
    """Let Bert be absent, come back and be absent again, until Anna claims the win."""
    opened = anna.post("/games", {"variant": "mau_mau", "seats": 2, "absence": "bot"}).json()
    where = f"/games/{opened['id']}"
    bert.post(f"{where}/seats", {})
    _until_absent(anna, where)
    bert.post(f"{where}/return", Idempotency_Key=key())
    _until_absent(anna, where)
    anna.post(f"{where}/claims", {"kind": "win"}, Idempotency_Key=key())


def _until_absent(anna: Recording, where: str) -> None:
    """Let Anna move, and let Bert's time run out, until he is absent."""
    while not (table := anna.get(where).json())["seats"][1]["absent"]:
        if table["on_turn"] == 0:
            move = {"turn": table["turn"], "move": table["you"]["moves"][0]}
            anna.post(f"{where}/moves", move, Idempotency_Key=key())
        else:
            let_time_run_out(UUID(table["id"]))
            services.resolve_late()


def let_time_run_out(game: UUID) -> None:
    """Move the turn of *game* back, so that its time is over now."""
    place, now = [shard_of(game), game], store.now()
    ((began, deadline),) = rows("SELECT turn_began, deadline FROM game WHERE (shard, id) = (%s, %s)", place)
    values = [began - (deadline - now), now, *place]
    rows("UPDATE game SET turn_began = %s, deadline = %s WHERE (shard, id) = (%s, %s)", values)


def before_a_game(anna: Recording, bert: Recording) -> None:
    table = f"/games/{anna.post('/games', {'variant': 'prsi', 'seats': 4}).json()['id']}"
    anna.post(f"{table}/bots", {"level": "clever"})
    bert.post(f"{table}/seats", {})
    bert.delete(f"{table}/seats/me")

    nonces = ("tulip and thirty more characters, by chance", "rose and thirty more characters, by chance")
    seals = [sha256(nonce.replace(" ", "-").encode()).hexdigest() for nonce in nonces]
    sealed = anna.post("/games", {"variant": "mau_mau", "seats": 2, "sealed": True, "seal": seals[0]}).json()
    bert.post(f"/games/{sealed['id']}/seats", {"seal": seals[1]})
    anna.post(f"/games/{sealed['id']}/nonces", {"nonce": nonces[0].replace(" ", "-")})


def friends(anna: Recording, bert: Recording) -> None:
    table = anna.post("/games", {"variant": "mau_mau", "seats": 4, "visibility": "private"}).json()
    invitations = f"/games/{table['id']}/invitations"
    link = anna.post(invitations, {"uses": 2, "expires_in": 86_400}).json()
    by_name = [anna.post(invitations, {"username": "bert"}).json()]
    bert.get("/me/invitations")
    bert.post(f"/invitations/{by_name[0]['id']}/decline")
    anna.get(invitations)
    bert.get(f"/invitations/{link['code']}")
    bert.post(f"/invitations/{link['code']}/accept", {"seat": 2})
    anna.delete(f"/invitations/{link['id']}")
    anna.get("/players?prefix=ber")
    put(anna, f"/me/blocks/{bert.id}")
    anna.get("/me/blocks")
    anna.delete(f"/me/blocks/{bert.id}")

    entry = anna.post("/queue-entries", {"variant": "mau_mau", "seats": 2, "preset": "daily"}).json()
    anna.get("/queue-entries")
    anna.get(f"/queue-entries/{entry['id']}")
    anna.delete(f"/queue-entries/{entry['id']}")


def standings(anna: Recording, bert: Recording, over: str) -> None:
    loops.rate()
    registry.catch_up()
    anna.get(f"/players/{bert.id}")
    for part in ("games", "ratings", "stats", f"head-to-head/{anna.id}"):
        anna.get(f"/players/{bert.id}/{part}")
    for where in ("/leaderboards", "/leaderboards/mau_mau?pace=live", "/leaderboards/mau_mau/around-me?pace=live"):
        anna.get(where)
    anna.get(f"/games/{over}")


def records(anna: Recording, over: str) -> None:
    # Lists of games that are over leave out the last seconds, in which some may not be committed yet.
    place = [store.now() - timedelta(hours=1), shard_of(UUID(over)), over]
    rows("UPDATE game SET ended_at = %s WHERE (shard, id) = (%s, %s)", place)
    registry.catch_up()
    rows("UPDATE encounter SET ended_at = %s WHERE (shard, game) = (%s, %s)", place)
    document = anna.get(f"/games/{over}/record").json()
    text = anna.get(f"/games/{over}/record", Accept="text/plain").content
    for body, kind in (
        (text, "text/plain"),
        (json.dumps(document).encode(), "application/json"),
        (json.dumps(document).encode() + b"\n", "application/x-ndjson"),
    ):
        where = anna.raw("POST", "/records", body, Content_Type=kind, Idempotency_Key=key()).headers["Location"]
        tasks.check()
        for accept in ("application/json", "text/plain"):
            anna.get(where.removeprefix("/api/v1"), Accept=accept)
    for accept in ("application/json", "application/x-ndjson"):
        anna.get("/records", Accept=accept)


def variants(anna: Recording) -> None:
    variant = anna.get("/variants/mau_mau").json()
    anna.get("/variants")
    anna.get("/rulesets/schema")
    content = variant["hash"]
    anna.get(f"/rulesets/{content}")
    anna.get(f"/rulesets/{content}/examples")
    in_json = json.dumps({"toml": RULESET}).encode()
    for where in ("/variants/check", "/variants/checks", "/variants"):
        for body, kind in ((in_json, "application/json"), (RULESET.encode(), "application/toml")):
            answer = anna.raw("POST", where, body, Content_Type=kind, Idempotency_Key=key())
            if where == "/variants/checks":
                tasks.check()
                anna.get(answer.headers["Location"].removeprefix("/api/v1"))


def integration(anna: Recording) -> None:
    wanted = {"url": "https://hooks.example.org/mau-mau", "events": ["game.your_turn", "game.over"]}
    webhook = anna.post("/webhooks", wanted).json()["id"]
    anna.get("/webhooks")
    anna.get(f"/webhooks/{webhook}")
    delivery = anna.post(f"/webhooks/{webhook}/test", {}).json()["id"]
    anna.get(f"/webhooks/{webhook}/deliveries")
    anna.post(f"/webhooks/{webhook}/deliveries/{delivery}/replay", {})
    anna.post(f"/webhooks/{webhook}/secret", {})
    patch(anna, f"/webhooks/{webhook}", {"description": "My server", "enabled": False})
    anna.delete(f"/webhooks/{webhook}")

    subscription = anna.post("/me/subscriptions", {"kind": "calendar", "name": "My phone"}).json()["id"]
    anna.get("/me/subscriptions")
    anna.post(f"/me/subscriptions/{subscription}/address", {})
    anna.delete(f"/me/subscriptions/{subscription}")


def farewell(guest: Recording, mails: list[EmailMessage]) -> None:
    wanted = {"username": "carla", "password": PASSWORD, "email": "carla@example.org"}
    guest.tokens = guest.post("/auth/register", wanted).json()
    sent(mails)
    guest.post("/auth/email/confirm", {"code": code_in(mails[-1])})
    guest.raw("PUT", "/me/password", json.dumps({"old_password": PASSWORD, "new_password": NEW}).encode())
    guest.post("/auth/reset", {"account": "carla"})
    sent(mails)
    guest.post("/auth/reset/confirm", {"code": code_in(mails[-1]), "password": PASSWORD})
    guest.tokens |= guest.post("/auth/token", {"username": "carla", "password": PASSWORD}).json()
    export = guest.post("/me/export", {}).headers["Location"].removeprefix("/api/v1")
    loops.accounts()
    guest.get(export)
    guest.post("/auth/logout", {"all": False})
    guest.tokens |= guest.post("/auth/token", {"username": "carla", "password": PASSWORD}).json()
    guest.delete("/me")
