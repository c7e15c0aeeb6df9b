"""What messengers see of a game: tags in its page, and a picture. Only public games that are over have them."""

import asyncio
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest
from django.test import Client, RequestFactory
from PIL import Image

from base.identifiers import uuid7
from config.concurrency import Lane
from games import store
from games.models import KeptPicture, WorkSlot
from games.rules.cards import BY_TEXT
from games.rules.commands import Resign
from games.services import erasures
from games.store import slots
from games.web import animation, picture, preview
from games.web.animation import Step
from games.web.picture import HEIGHT, WIDTH, Picture, Place, drawn
from games.web.signs import SIGNS
from players.erasure import erase
from players.owners import address_owner
from tests.games.api.conftest import Caller
from tests.games.services.sitting import Sitting

SECONDS: Final = 20
"""Longer than any step takes. Who waits for longer waits for ever."""
PAGE: Final = "<!doctype html><head><!--head--></head><body></body>"
PICTURE: Final = Picture(
    variant="Prší",
    family="burgundy",
    pack="german",
    places=(Place(1, "Anna", "", has_won=True), Place(2, "Žofie Krátká", "12", has_won=False)),
    cards=("9S", "TD", "7H"),
    fonts=(),
)


@pytest.fixture
def page(client: Client, settings: Any, tmp_path: Path) -> Callable[..., str]:
    """Return what reads the page of a game as a messenger does: signed in nowhere."""
    (tmp_path / "index.html").write_text(PAGE)
    settings.WEB_ROOT, settings.PUBLIC_URL = tmp_path, "https://play.example"

    def read(game: str, **headers: str) -> str:
        answer = client.get(f"/g/{game}", headers={name.replace("_", "-"): text for name, text in headers.items()})
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")
        assert "Accept-Language" in answer["Vary"]
        return answer.content.decode()

    return read


def tags(html: str) -> dict[str, str]:
    """Return the tags of a page by their properties."""
    return {name: unescape(text) for name, text in re.findall(r'property="([^"]*)" content="([^"]*)"', html)}


def renamed(caller: Caller, name: str) -> None:
    etag = caller.get("/me").headers["ETag"]
    answer = caller.raw("PATCH", "/me", f'{{"name": "{name}"}}'.encode(), If_Match=etag)
    assert answer.status_code == 200, answer.content


def test_a_public_game_that_is_over_has_a_preview_in_the_readers_language(
    page: Callable[..., str], ended: Callable[..., str], anna: Caller, bert: Caller
) -> None:
    renamed(anna, "Anna")
    renamed(bert, "Bert & Ernie's <i>")
    game = ended()

    found, german = tags(html := page(game)), tags(page(game, Accept_Language="de-AT, de;q=0.9"))

    assert found["og:title"] == "Mau-Mau: Anna won"
    assert found["og:description"].startswith("Against Bert & Ernie's <i>.")
    assert "<i>" not in html
    assert found["og:url"] == f"https://play.example/g/{game}"
    assert found["og:image"].startswith(f"https://play.example/g/{game}/preview.png?v=")
    assert german["og:title"] == "Mau-Mau: Sieg für Anna"
    assert german["og:image"] == found["og:image"]


def test_the_picture_has_the_size_that_messengers_want_and_is_kept_for_ever(
    page: Callable[..., str], ended: Callable[..., str], client: Client, anna: Caller
) -> None:
    game = ended()
    where = tags(page(game))["og:image"].removeprefix("https://play.example")

    answer = client.get(where)

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    image = Image.open(BytesIO(answer.content))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get(where, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    renamed(anna, "Anna the Second")
    other = client.get(where)
    assert (other["Cache-Control"], other["ETag"] == answer["ETag"]) == ("public, no-cache", False)
    assert other.content != answer.content
    assert tags(page(game))["og:image"] not in (where, f"https://play.example{where}")


def test_no_other_game_has_a_preview(
    page: Callable[..., str], ended: Callable[..., str], client: Client, anna: Caller
) -> None:
    private = ended(visibility="private")
    code = anna.raw("PUT", f"/games/{private}/share", b"").json()["code"]
    for game in (
        private,
        anna.opens(seats=2)["id"],
        anna.opens(seats=2, bots=["novice"])["id"],
        "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
    ):
        assert page(game) == page(game, Share_Code=code, Authorization=f"Bearer {anna.tokens['access']}") == PAGE
        assert client.get(f"/g/{game}/preview.png").status_code == 404
        assert client.get(f"/g/{game}/preview.png", headers={"Share-Code": code}).status_code == 404


@pytest.mark.parametrize("pack", SIGNS)
def test_every_card_of_every_pack_can_be_drawn(pack: str) -> None:
    deck = [card for card in BY_TEXT if card != "?"]

    pictures = {drawn(replace(PICTURE, pack=pack, cards=(card,))) for card in deck[:: len(deck) // 6]}

    assert len(pictures) >= 6
    assert {suit for suit in SIGNS[pack] if SIGNS[pack][suit]} == {"S", "H", "D", "C"}


@pytest.mark.parametrize(("kind", "drawer"), [("preview.png", picture), ("end.gif", animation)])
def test_a_picture_is_drawn_once_and_kept(
    ended: Callable[..., str], anna: Caller, monkeypatch: pytest.MonkeyPatch, kind: str, drawer: Any
) -> None:
    client, game, draws = Client(), ended(), list[Any]()

    def draw(*shown: Any) -> bytes:
        draws.append(shown)
        return repr(shown).encode()

    monkeypatch.setattr(drawer, "drawn", draw)
    first, second = (client.get(f"/g/{game}/{kind}") for _ in range(2))
    assert first.content == second.content == repr(draws[0]).encode()
    assert len(draws) == 1

    renamed(anna, "Anna the Second")
    assert client.get(f"/g/{game}/{kind}").content == repr(draws[1]).encode()
    assert "Anna the Second" in repr(draws[1])
    assert [one.content for one in KeptPicture.objects.all()] == [repr(draws[1]).encode()]

    erase(UUID(anna.id))
    erasures.erase_next()
    assert not KeptPicture.objects.exists()


def test_an_address_has_two_pictures_drawn_at_once(ended: Callable[..., str], client: Client) -> None:
    game = ended()
    owner = address_owner(RequestFactory().get("/"))
    works = [uuid7(), uuid7()]
    assert all(slots.take(owner, work, seconds=60) for work in works)

    refused = client.get(f"/g/{game}/preview.png")
    assert (refused.status_code, refused["Retry-After"], refused.json()["code"]) == (429, "3", "throttled")
    assert client.get(f"/g/{game}/preview.png", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert client.get(f"/g/{game}/preview.png").status_code == 200, "it is kept, so it costs nothing"
    slots.leave(works[0])
    assert client.get(f"/g/{game}/end.gif").status_code == 200
    assert slots.take(owner, uuid7(), seconds=60), "the slot is free again"


def test_a_picture_that_cannot_be_drawn_leaves_its_slot(
    ended: Callable[..., str], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(picture, "drawn", fail)
    client.raise_request_exception = False
    assert client.get(f"/g/{ended()}/preview.png").status_code == 500
    assert not WorkSlot.objects.filter(until__gt=store.now()).exists()
    assert not KeptPicture.objects.exists()


@pytest.mark.usefixtures("committed")
def test_what_is_drawn_holds_no_connection_and_is_finished_for_a_client_that_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, drawing, opened = Sitting.of(2), threading.Event(), threading.Event()
    table.move(Resign(seat=1), turn=None, actor=str(table.players[1]))

    def draw(_: Picture) -> bytes:
        drawing.set()
        assert opened.wait(SECONDS)
        return b"a picture"

    monkeypatch.setattr(picture, "drawn", draw)

    async def story() -> tuple[bytes, bytes]:
        pages, easel = Lane(1), Lane(1)
        view: Any = preview.PreviewPicture.as_view()

        def ask() -> "asyncio.Task[Any]":
            request: Any = RequestFactory().get("/")
            request.lane, request.easel = pages, easel
            return asyncio.create_task(view(request, game=table.game))

        first = ask()
        assert await asyncio.to_thread(drawing.wait, SECONDS)
        async with pages.entered():
            first.cancel()
            await asyncio.wait([first])
        assert easel._room.locked()  # noqa: SLF001 - the thread goes on, so it must hold its place
        (kept,) = preview._TASKS  # noqa: SLF001
        opened.set()
        content = (await kept).content
        assert not easel._room.locked()  # noqa: SLF001
        return content, (await ask()).content

    assert asyncio.run(story()) == (b"a picture", b"a picture")
    assert not WorkSlot.objects.filter(until__gt=store.now()).exists()


@pytest.mark.usefixtures("committed")
def test_a_client_that_goes_away_while_its_slot_is_taken_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table, taking, opened, take = Sitting.of(2), threading.Event(), threading.Event(), slots.take
    table.move(Resign(seat=1), turn=None, actor=str(table.players[1]))

    def slowly(*given: Any, **more: Any) -> bool:
        is_taken = take(*given, **more)
        taking.set()
        assert opened.wait(SECONDS)
        return is_taken

    monkeypatch.setattr(slots, "take", slowly)

    async def story() -> None:
        view: Any = preview.PreviewPicture.as_view()
        asked = asyncio.create_task(view(RequestFactory().get("/"), game=table.game))
        assert await asyncio.to_thread(taking.wait, SECONDS)
        (kept,) = preview._TASKS  # noqa: SLF001
        asked.cancel()
        await asyncio.wait([asked])
        opened.set()
        await kept

    asyncio.run(story())
    assert WorkSlot.objects.exists()
    assert not WorkSlot.objects.filter(until__gt=store.now()).exists()


def test_a_picture_shows_who_played() -> None:
    assert drawn(PICTURE) == drawn(replace(PICTURE))
    assert drawn(PICTURE) != drawn(replace(PICTURE, places=PICTURE.places[:1]))
    assert drawn(PICTURE) != drawn(replace(PICTURE, cards=()))
    long = replace(PICTURE, variant="V" * 200, places=(Place(1, "W" * 200, "1000", has_won=True),) * 8)
    assert Image.open(BytesIO(drawn(long))).size == (WIDTH, HEIGHT)


def test_the_last_moves_are_an_animated_picture_of_less_than_a_megabyte(
    ended: Callable[..., str], client: Client
) -> None:
    game = ended()

    answer = client.get(f"/g/{game}/end.gif")

    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
        200, "image/gif", "public, no-cache",
    )  # fmt: skip
    image = Image.open(BytesIO(answer.content))
    assert (image.format, image.size) == ("GIF", (WIDTH // 2, HEIGHT // 2))
    assert client.get(f"/g/{game}/end.gif", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.get(f"/g/{ended(visibility='private')}/end.gif").status_code == 404
    names = tuple(f"Player with a long name {seat}" for seat in range(10))
    steps = tuple(
        Step(seat, (f"{rank}{suit}", "X"))
        for seat, (rank, suit) in enumerate(zip("789TJQKA78", "SHDC" * 3, strict=False))
    )
    largest = animation.drawn(replace(PICTURE, places=PICTURE.places * 5), names, steps)
    assert len(largest) < 1_000_000
    frames = Image.open(BytesIO(largest))
    assert getattr(frames, "n_frames", 1) == animation.MOST_STEPS + 1


def test_the_felt_of_an_animated_picture_has_no_rings() -> None:
    still = animation.drawn(replace(PICTURE, places=()), (), ())
    top = Image.open(BytesIO(still)).convert("RGB").crop((0, 0, WIDTH // 2, 8)).tobytes()
    colours = [top[at : at + 3] for at in range(0, len(top), 3)]
    assert max(len(list(same)) for _, same in groupby(colours)) < 40
