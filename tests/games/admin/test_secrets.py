"""Operators do not see the hidden cards of a running game."""

import re
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games import store
from games.log.read import read
from games.models import FindingReport
from games.rules.variants import load
from tests.games.admin.reading import crawl
from tests.games.api.secrecy.worlds import World, counterpart, random_world
from tests.games.tables import Table, player

GAMES = "/admin/games/game/"

pytestmark = pytest.mark.django_db


def secrets(table: Table) -> set[str]:
    """Return seed, salts, and every list of three or more hidden cards in all ways to write it."""
    found = {table.seed}
    for event in read(table.id):
        for name, value in event.secret.items():
            if name == "command" and value == event.command:
                continue  # this one hides nothing
            found |= {text for text in texts(value) if len(text) >= len("7S8S9S")}
    return found


def texts(value: Any) -> list[str]:
    if isinstance(value, list):
        within = [text for part in value for text in texts(part)]
        return [*within, *(sign.join(map(str, value)) for sign in ("", " ", ", ", '","') if len(value) >= 3)]
    return [str(value)]


def test_no_page_tells_a_secret_of_a_running_game(operator: Client, running: Table) -> None:
    hidden = secrets(running)
    assert len(hidden) > 50
    for address, _, page in crawl(operator, GAMES):
        text = page.text.replace("&quot;", '"')
        assert [secret for secret in hidden if secret in text] == [], address


def test_the_search_would_find_one(operator: Client, over: Table) -> None:
    told = "".join(page.text.replace("&quot;", '"') for _, _, page in crawl(operator, GAMES))
    assert over.seed in told
    assert all(event.secret["salt"] in told for event in read(over.id))


def test_a_report_of_a_running_game_tells_only_the_kind(operator: Client, running: Table, over: Table) -> None:
    said = ["row: it holds 7S"]
    reports = [
        FindingReport.objects.create(what="game", place=f"game {table.id}", lines=said, found_at=at, seen_at=at)
        for table in (running, over)
        for at in [table.rows[0].created_at]
    ]
    pages = [operator.get(f"/admin/games/findingreport/{report.id}/change/").content.decode() for report in reports]
    assert ["it holds 7S" in page for page in pages] == [False, True]


_TOKEN = re.compile(r'value="\w{64}"')
_HASH = re.compile(r"\b[0-9a-f]{64}\b|<code>[0-9a-f]{12}</code>")
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?")


def everything(operator: Client, game: World) -> list[str]:
    """Return the pages of a game, with fixed text instead of its id, times and hashes."""
    one, last = f"{GAMES}{game.id}/", read(game.id)[-1].version
    tables = [f"table/?version={version}" for version in (*range(1, last, 5), last)]
    pages = ["proof/", *(f"events/?after={after}" for after in range(0, last, 25)), *tables]
    return [_alike(operator.get(one + page).content.decode(), game) for page in pages]


def _alike(text: str, game: World) -> str:
    return _TIME.sub("TIME", _HASH.sub("HASH", _TOKEN.sub("TOKEN", text))).replace(str(game.id), "GAME")


@pytest.mark.parametrize("variant", ["mau_mau", "crazy_eights"])
def test_games_that_differ_in_hidden_cards_look_the_same(operator: Client, variant: str) -> None:
    store.keep(load(variant))
    players = [str(player(seat)) for seat in range(2)]
    compared, differed = 0, set[int]()
    for number in count():
        game = random_world(variant, number, players, 6)
        other = counterpart(game, None)
        if other is not None:
            with transaction.atomic():
                game.store()
                other.store()
                assert everything(operator, game) == everything(operator, other)
                transaction.set_rollback(True)
            compared += 1
            hands = zip(game.end().table.hands, other.end().table.hands, strict=True)
            differed |= {seat for seat, (one, another) in enumerate(hands) if one != another}
        if compared >= 2 and len(differed) == len(players):
            break
