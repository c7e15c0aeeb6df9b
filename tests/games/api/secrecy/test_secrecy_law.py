"""The secrecy law: two games that differ only in what a viewer may not know answer that viewer with the same bytes.

The games are of all variants. The viewers are each seat, somebody who watches, and somebody who is not signed in. What
a viewer may know is written down in `oracle`, from the rule book.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple
from zlib import crc32

import pytest
from django.db import connection
from django.urls import URLResolver, get_resolver
from msgspec import structs

from config.embedded.pytest_plugin import CommittedDatabase
from games import store
from games.api.header import Header
from games.api.history import replays
from games.api.tables import current, feed, problems, service_errors, table
from games.projections import registry
from games.rules.events import CardsDrawn
from games.rules.game import Game
from games.rules.legality.objections import legal_moves
from games.rules.observation import lay_open
from games.rules.variants import KEYS
from games.services import records
from tests.games.api.conftest import Caller
from tests.games.api.secrecy.worlds import World, counterpart, random_world
from tests.games.api.served import serving_callers
from tests.games.api.subscriptions.reading import events, subscribe

PLAYERS: Final = 2
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_HASH = re.compile(r"sha256:[0-9a-f]{64}")
_SIGNATURE = re.compile(r'(?:(?<="signature":")|(?<=\[Signature "))[\w-]{86}')
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_SNAPSHOT = re.compile(r"event: snapshot\ndata: (.+)\n")
_SECONDS = re.compile(r'"(?:seconds|spent)":\d+|retry: \d+|\(\d+\.\d{3} s\)')


def alike(text: str, world: World) -> str:
    """Return an answer with the id of the game itself, its times and hashes made alike."""
    text = text.replace(str(world.id), "GAME")
    return _SECONDS.sub("SECONDS", _TIME.sub("TIME", _HASH.sub("HASH", _SIGNATURE.sub("SIGNATURE", text))))


def seen(answer: Any, world: World, *, tagged: bool = False) -> tuple[Any, ...]:
    """Return all of an answer. An ETag that is made of the content has the game's times and hashes in it."""
    assert answer.status_code < 500, answer.content
    text = alike(answer.content.decode(), world)
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-Id"}
    headers["Content-Length"] = str(len(text))  # without the digits of the times
    if not tagged:
        headers.pop("ETag", None)
    return answer.status_code, sorted(headers.items()), text


def pages(version: int, random: Random) -> dict[str, list[str]]:
    """Return what is asked of each address of a game, as the ends of addresses. A `T` first: its ETag has no hash."""
    some = random.sample(range(1, version), min(3, version - 1))
    return {
        "game": ["T", "T?since=0", "T?since=9&lang=cs"],
        "game-rules": ["", "?lang=pl"],
        "events": ["", "?limit=100", "?after=5&limit=3", "?after=100000", "?wait=0"],
        "game-stream": ["", "?after=5"],
        "states": ["?limit=100", "?after=3&limit=2"],
        "state": [*map(str, some), f"{version}", f"{version}?seat=0", f"{version}?seat=all"],
        "digest": ["?limit=100&lang=en", "?limit=100&lang=cs", "?since=7"],
        "fairness": [""],
        "record": ["", "?format=text"],
        "game-invitations": [""],
        "plan": [""],
        "share": [""],
        "analysis": [""],
        "notes": [""],
    }


ADDRESSES: Final = {
    "game": "",
    "game-rules": "/rules",
    "events": "/events",
    "game-stream": "/stream",
    "states": "/states",
    "state": "/states/",
    "digest": "/digest",
    "fairness": "/fairness",
    "record": "/record",
    "game-invitations": "/invitations",
    "plan": "/plan",
    "share": "/share",
    "analysis": "/analysis",
    "notes": "/notes",
}


def everything(viewer: Caller, world: World) -> dict[str, Any]:
    """Return all that *viewer* can learn of a game, by the request that asks for it."""
    where, random = f"/games/{world.id}", Random(world.chance.number)
    answers: dict[str, Any] = {}
    table = viewer.table(str(world.id)) if viewer.tokens else {}
    for name, ends in pages(table.get("version", 5), random).items():
        for end in ends:
            path = f"{ADDRESSES[name]}{end.removeprefix('T')}"
            answers[path] = seen(viewer.get(where + path), world, tagged=end.startswith("T"))
    lines = viewer.get(f"{where}/events", Accept="application/x-ndjson")
    answers["/events as lines"] = seen(lines, world)
    stream = viewer.get("/me/stream")  # both games may wait for the viewer, so its snapshot lists both in an order
    snapshot = _SNAPSHOT.search(stream.content.decode())
    told: Any = json.loads(snapshot[1]) if snapshot else {"badge": 0, "waiting": []}
    waiting = [alike(json.dumps(one), world) for one in told["waiting"] if one["game"] == str(world.id)]
    answers["/me/stream"] = stream.status_code, told["badge"], waiting
    for path in ("/me/games?limit=100&lang=cs", "/games?status=playing&limit=100"):
        listed = viewer.get(path)
        items = [one for one in listed.json().get("items", ()) if one["id"] == str(world.id)]
        answers[path] = listed.status_code, [alike(json.dumps(one), world) for one in items]
    answers["calendar"] = deadlines(viewer, world) if viewer.tokens else []
    legal = (table.get("you") or {"moves": []})["moves"]
    for move in [*random.sample(ATTEMPTS, 10), "draw", "JS>H"]:
        checked = viewer.checks(str(world.id), move, table.get("turn", 1))
        answers[f"check {move}"] = seen(checked, world, tagged=True)
        if move not in legal:
            made = viewer.moves(str(world.id), move, table.get("turn", 1), key=f"key-{move}")
            answers[f"move {move}"] = seen(made, world, tagged=True)
    return answers


def deadlines(viewer: Caller, world: World) -> list[str]:
    """Return what the calendar of *viewer* has of a game, without its times and numbers."""
    subscription = subscribe(viewer, "calendar")
    found = [event.to_ical().decode() for event in events(subscription) if str(world.id) in event.uid]
    assert viewer.delete(f"/me/subscriptions/{subscription['id']}").status_code == 204
    unfolded = [alike(event.replace("\r\n ", ""), world) for event in found]
    return [re.sub(r"\d\d:\d\d \(UTC\)|\d{3,}", "N", event) for event in unfolded]


ATTEMPTS: Final = [
    *(rank + suit for rank in "279TJQA" for suit in "SH"), "JC>S!", "8H>D", "7S+7H", "7D!mau", "pass", "accept",
    "say mau", "accuse 0", "accuse 1", "name H", "cut", "keep none", "believe", "challenge", "rescue",
]  # fmt: skip


def differences(viewer: Caller, world: World, other: World) -> list[str]:
    """Return the requests whose answers tell *viewer* the two games apart. Both games must be stored."""
    registry.catch_up()
    mine, others = everything(viewer, world), everything(viewer, other)
    assert mine.keys() == others.keys()
    return [asked for asked, answer in mine.items() if answer != others[asked]]


@contextmanager
def undone() -> Iterator[None]:
    """Take back what was written; not by a block of its own, in which no move can be made durable."""
    before = connection.savepoint() or ""
    yield
    connection.savepoint_rollback(before)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", KEYS)
def test_what_a_viewer_may_not_know_changes_no_byte(
    anna: Caller, bert: Caller, stranger: Caller, nobody: Caller, variant: str
) -> None:
    viewers: list[tuple[Caller, int | None]] = [(anna, 0), (bert, 1), (stranger, None), (nobody, None)]
    compared = 0
    for number, commands in enumerate((3, 25)):
        for viewer, seat in viewers[number::2]:
            with undone():
                world = random_world(variant, number, [anna.id, bert.id], commands)
                other = counterpart(world, seat)
                if other is None:
                    continue
                world.store()
                other.store()
                assert differences(viewer, world, other) == []
                compared += 1
    assert compared >= 2, "too few counterparts were found to prove anything"


@pytest.mark.slow
def test_the_web_server_tells_no_more_than_the_views(committed: CommittedDatabase) -> None:
    with serving_callers(committed) as (_, caller):
        anna, bert = caller().sign_in(), caller().sign_in()
        world = random_world("mau_mau", 5, [anna.id, bert.id], 12)
        other = counterpart(world, 0)
        assert other is not None
        for one in (world, other):
            one.store()
        assert differences(anna, world, other) == []


def addresses_of_games(resolver: URLResolver | None = None) -> Iterator[str]:
    """Yield the names of all addresses of a game that can be read."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses_of_games(pattern)
        elif "game" in pattern.pattern.converters:
            view: Any = getattr(pattern.callback, "cls", None)
            if hasattr(view, "get"):  # those of the admin have no class: they show what somebody sees who watches
                yield str(pattern.name)


def test_every_address_of_a_game_is_asked() -> None:
    assert {*addresses_of_games()} == ADDRESSES.keys()


def hidden(game: Game) -> int:
    """Return a number that depends on the order of all hidden cards."""
    return crc32(str((game.table.hands, game.table.stock)).encode())


def hidden_in(seen: Header) -> int:
    row = store.find(seen.id)
    assert row is not None
    return hidden(store.game_of(row))


class Leak(NamedTuple):
    """A function of the service, what a faulty one returns in its place, and a request that shows it."""

    where: Any
    name: str
    faulty: Callable[..., Any]
    """It gets the real function, and then what the real one gets."""
    shown_by: str = ""


def with_all_moves(real: Any, game: Game, viewer: int | None) -> Any:
    moves = [] if game.on_turn is None else legal_moves(game, game.on_turn)
    return replace(real(game, viewer), moves=tuple(moves))


def padded(real: Any, game: Game, *given: Any) -> Any:
    made = real(game, *given)
    return structs.replace(made, layout=f"{made.layout}{' ' * (hidden(game) % 97)}")


def with_a_hint(real: Any, request: Any, game: Game, *given: Any) -> Any:
    problem = real(request, game, *given)
    return problems.IllegalMove(f"{problem.detail} {hidden(game)}", members=problem.members)


def with_a_header(real: Any, request: Any, seen: Header, *given: Any, **more: Any) -> Any:
    answer = real(request, seen, *given, **more)
    answer.headers["X-State"] = str(hidden_in(seen))
    return answer


def for_the_seat_of_the_event(real: Any, one: Any, _: int | None, **given: Any) -> Any:
    return real(one, getattr(one.event, "seat", None), **given)


LEAKS: Final = {
    "layout": Leak(table, "observe", lambda real, game, viewer: replace(real(game, viewer), table=game.deal)),
    "moves of another seat": Leak(table, "observe", with_all_moves),
    "length": Leak(current, "table_of", padded),
    "event": Leak(feed, "revealed", lambda real, kind, seat, _, **more: real(kind, seat, seat, **more), "/events"),
    "digest": Leak(
        feed, "revealed", lambda real, kind, seat, _, **more: real(kind, seat, seat, **more), "/digest?since=7"
    ),
    "refusal": Leak(service_errors, "illegal_move", with_a_hint, "move JC>S!"),
    "past": Leak(
        replays,
        "table_of",
        lambda _, game, __, context: table.table_as(game, lay_open(game), context),
        "/states?limit=100",
    ),
    "ETag": Leak(Header, "etag", lambda real, seen, *given: f'{real(seen, *given)[:-1]}{hidden_in(seen)}"'),
    "header": Leak(current, "answer", with_a_header),
    "record": Leak(records, "redact", for_the_seat_of_the_event, "/record"),
}
"""Ways in which a service could tell what it must not."""


@pytest.fixture
def pair(anna: Caller, bert: Caller) -> tuple[World, World]:
    """Two games that look alike to anna."""
    world = random_world("mau_mau", 5, [anna.id, bert.id], 12)
    other = counterpart(world, 0)
    assert other is not None
    return world, other


@pytest.mark.sampled(2)
@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_caught(anna: Caller, pair: tuple[World, World], monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    real = getattr(leak.where, leak.name)
    monkeypatch.setattr(leak.where, leak.name, lambda *given, **more: leak.faulty(real, *given, **more))
    for world in pair:
        world.store()

    assert leak.shown_by in differences(anna, *pair)


def test_an_event_that_declares_too_much_is_caught(
    anna: Caller, pair: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardsDrawn, "PUBLIC", (*CardsDrawn.PUBLIC, "cards"))
    monkeypatch.setattr(CardsDrawn, "OWN", ())
    for world in pair:
        world.store()

    assert "/events" in differences(anna, *pair)
