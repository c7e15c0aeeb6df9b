"""`manage.py simulate --store`: games are stored in the log through the services."""

import os
import re
import subprocess
import sys
from collections import Counter
from uuid import UUID

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from config.embedded.pytest_plugin import CommittedDatabase
from games import store
from games.integrity.games import game_findings, shard_findings
from games.management.simulation.fill_log import ALL, FillRequest, new_games
from games.management.simulation.stored_games import NewGame, StoredTotals, Table, play
from games.models import Event, Game
from games.rules.variants import KEYS, load
from players.models import Player
from tests.games.children import ROOT

PLAYERS = tuple(UUID(int=0x01970000_0000_7000_8000_000000000000 + number) for number in range(12))


def games_of(variant: str, count: int, seats: int | None = None) -> list[NewGame]:
    store.keep(load(variant))
    return [NewGame(variant, seats, f"seed/{number}", PLAYERS) for number in range(count)]


@pytest.mark.django_db
def test_games_are_played_to_their_end_and_lie_whole_in_the_log() -> None:
    stored = play(games_of("mau_mau", 10))

    assert stored.games == Game.objects.filter(status="over").count() == 10
    assert stored.events == Event.objects.count()
    assert stored.decisions["player"] > stored.decisions["bot"] > 0
    assert not list(shard_findings())
    assert not [fault for game in Game.objects.all() for fault in game_findings(game.id)]


@pytest.mark.django_db
def test_the_same_seed_makes_the_same_kind_of_table() -> None:
    first, again = (Table(games_of("mau_mau", 1)[0]).game for _ in range(2))
    assert first.terms == again.terms
    assert first.sitters != again.sitters
    assert [(one.player, one.bot) for one in first.sitters if one] == [
        (one.player, one.bot) for one in again.sitters if one
    ]


@pytest.mark.django_db
def test_all_kinds_of_tables_come_up() -> None:
    games = [Table(new).game for new in games_of("crazy_eights", 60, seats=4)]
    seen = Counter(f"{key}: {game.terms[key]}" for game in games for key in ("visibility", "rated"))
    sitters = [one for game in games for one in game.sitters if one]
    assert seen["visibility: public"] > seen["visibility: private"] > 0
    assert seen["rated: True"] == 60
    assert {bool(one.bot) for one in sitters} == {one.program for one in sitters if one.player} == {True, False}
    assert {game.terms["clock"]["turn"] for game in games} > {1}


@pytest.mark.django_db
def test_all_variants_take_turns() -> None:
    made = new_games(FillRequest(variant=ALL, games=len(KEYS) + 1, seats=None, players=8, seed="0"))
    assert [wish.variant for wish in made] == [*KEYS, KEYS[0]]
    assert len({wish.seed for wish in made}) == len(made)
    assert Player.objects.count() == 8


@pytest.mark.django_db
def test_of_all_variants_those_take_turns_that_seat_as_many() -> None:
    made = new_games(FillRequest(variant=ALL, games=len(KEYS), seats=2, players=6, seed="0"))

    assert {wish.variant for wish in made} == {*KEYS} - {"mau_mau_two_deck"}


def test_counts_add_up() -> None:
    both = StoredTotals(1, 10, Counter(player=2))
    both.add(StoredTotals(2, 20, Counter(player=1, bot=3)))
    assert both == StoredTotals(3, 30, Counter(player=3, bot=3))


@pytest.mark.slow
def test_the_command_fills_the_log_in_several_processes(committed_db: CommittedDatabase) -> None:
    environment = {**os.environ, "DATABASE_URL": committed_db.url, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    asked = ["manage.py", "simulate", "prsi", "--store", "--games", "12", "--seats", "3", "--processes", "2"]
    asked += ["--progress", "0.1"]
    done = subprocess.run(
        [sys.executable, *asked], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=180, check=False
    )

    assert done.returncode == 0, done.stderr
    progress = re.findall(
        r"^(\d+) of 12 games, (\d+\.\d)/s, (?:\d+:\d\d:\d\d left|time left unknown)$", done.stdout, re.MULTILINE
    )
    assert progress, done.stdout
    told = re.search(r"^12 games stored: (\d+) events in \d+ s; decisions: player \d+", done.stdout, re.MULTILINE)
    assert told, done.stdout
    assert int(told[1]) == Event.objects.count()
    assert Player.objects.count() == 40


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["all"], "needs --store"),
        (["all", "--store", "--games", "0"], "--games must be 1 or more"),
        (["all", "--store", "--seats", "99"], "No variant allows 99"),
        (["mau_mau_two_deck", "--store", "--seats", "2"], "for 4 to 8"),
        (["mau_mau", "--store", "--players", "5"], "--players must be 6 or more"),
    ],
)
def test_what_cannot_be_is_said(arguments: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("simulate", *arguments)
