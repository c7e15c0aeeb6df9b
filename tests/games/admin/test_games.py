"""The pages of a game: search, events, table and verification."""

import re
from collections.abc import Callable
from http import HTTPStatus
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.admin import log
from games.admin.searching import Wanted, newest
from games.log.read import read
from games.models import Checkpoint
from games.rules.notation import print_layout
from games.rules.observation import observe
from players.models import Player
from tests.games.tables import Table, player

GAMES = "/admin/games/game/"

pytestmark = pytest.mark.django_db


def body(operator: Client, address: str) -> str:
    answer = operator.get(address)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def listed(page: str) -> list[UUID]:
    return [UUID(game) for game in re.findall(r"<th><a href=\"/admin/games/game/([^/]+)/change/", page)]


def test_an_id_leads_to_its_game(operator: Client, running: Table) -> None:
    answer = operator.get(f"{GAMES}?q={running.id}")
    assert answer.headers["Location"] == f"{GAMES}{running.id}/change/"


def test_games_are_found_by_their_players(operator: Client, running: Table, waiting: Table) -> None:
    Player.objects.create(id=player(2), name="Zuzana Nováková", username="zuzka")
    assert set(listed(body(operator, GAMES))) == {running.id, waiting.id}
    for text in (player(2), "nováková", "ZUZKA"):
        page = body(operator, f"{GAMES}?q={text}")
        assert listed(page) == [running.id]
        assert "Zuzana Nováková" in page
    assert listed(body(operator, f"{GAMES}?q=nobody")) == []
    assert operator.get(f"{GAMES}?q=%00").status_code == HTTPStatus.BAD_REQUEST


def test_games_are_found_by_variant_and_status(operator: Client, running: Table, waiting: Table) -> None:
    other = Table(5, variant="crazy_eights").open()
    assert listed(body(operator, f"{GAMES}?status=playing")) == [running.id]
    assert listed(body(operator, f"{GAMES}?variant=crazy_eights")) == [other.id]
    assert listed(body(operator, f"{GAMES}?variant=mau_mau&status=waiting")) == [waiting.id]


def test_the_newest_games_come_first_across_shards() -> None:
    made = sorted((Table(number).open().id for number in range(7)), reverse=True)
    pages, before = list[UUID](), None
    while page := [game.id for game in newest(Wanted(), before=before, limit=3)]:
        pages, before = [*pages, *page], page[-1]
    assert pages == made


def test_a_page_of_games_reads_no_more_than_the_key(running: Table) -> None:
    plan = newest(Wanted(), before=running.id, limit=3).explain()
    assert "game_pkey" in plan
    assert "Seq Scan" not in plan


def test_its_row_tells_how_far_it_is_projected(operator: Client, running: Table) -> None:
    Checkpoint.objects.filter(projection="lobby", shard=3).update(status="failed", error="ValueError: <b>", position=4)
    page = body(operator, f"{GAMES}{running.id}/change/")
    assert 'tr class="failed"' in page
    assert "ValueError: &lt;b&gt;" in page
    assert f"position {running.rows[-1].version}" in page
    assert f'<a href="/admin/games/ruleset/{running.variant.hash}/change/">' in page


def test_events_are_stepped_through_at_one_cost(operator: Client, over: Table) -> None:
    versions, costs, after = list[int](), set[int](), 0
    address = f"{GAMES}{over.id}/events/"
    while True:
        with CaptureQueriesContext(connection) as asked:
            page = body(operator, f"{address}?after={after}")
        costs.add(len(asked))
        assert all("LIMIT" in query["sql"] for query in asked if "FROM event" in query["sql"])
        versions += [int(version) for version in re.findall(r"\?version=(\d+)\">\d+</a></td>", page)]
        onward = re.search(r'\?after=(\d+)">next', page)
        if onward is None:
            break
        after = int(onward[1])
    assert versions == list(range(1, over.rows[-1].version + 1))
    assert len(costs) == 1
    assert "clock" in page


@pytest.mark.parametrize("after", ["nonsense", "-5", "99999999999"])
def test_an_address_typed_wrong_shows_a_page_all_the_same(operator: Client, running: Table, after: str) -> None:
    assert "follows" in body(operator, f"{GAMES}{running.id}/events/?after={after}")
    assert "Layout" in body(operator, f"{GAMES}{running.id}/table/?version={after}")


def test_a_table_is_what_a_spectator_sees(operator: Client, running: Table) -> None:
    seen = observe(running.game, None)
    assert seen.table is not None
    assert f"<code>{print_layout(seen.table)}</code>" in body(operator, f"{GAMES}{running.id}/table/")


def test_all_lies_open_when_the_game_is_over(operator: Client, over: Table) -> None:
    dealt = next(event for event in read(over.id) if event.type == "cards-dealt")
    page = body(operator, f"{GAMES}{over.id}/table/?version={dealt.version}")
    for hand in dealt.secret["hands"]:
        assert f"<code>{' '.join(hand)}</code>" in page
    assert "?" not in page[page.index("<th>Layout</th>") : page.index("<h2>Seats</h2>")]


def test_a_table_that_was_is_another(operator: Client, running: Table) -> None:
    early = body(operator, f"{GAMES}{running.id}/table/?version=2")
    assert "waiting, deal 0" in early
    assert '?version=3">next' in early
    assert f'?version={running.rows[-1].version}">last' in early
    assert ">previous" in body(operator, f"{GAMES}{running.id}/table/")


@pytest.fixture
def plant() -> Callable[[str, Table], None]:
    """Change events in spite of the triggers, which the owner of the tables can disable."""

    def planted(change: str, table: Table) -> None:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss")
            cursor.execute(f"{change} AND stream = %s", [table.id])
            cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss")

    return planted


ALTERED = "UPDATE event SET public = replace(public::text, '1', '2')::json WHERE version = 3"
UNREADABLE = """UPDATE event SET secret = '{"hands":[["9S?"]],"salt":"00"}' WHERE type = 'cards-dealt'"""
REMOVED = "DELETE FROM event WHERE version = 4"


def test_an_altered_event_stands_out(operator: Client, over: Table, plant: Callable[[str, Table], None]) -> None:
    assert "No findings" in body(operator, f"{GAMES}{over.id}/proof/")
    plant(ALTERED, over)
    page = body(operator, f"{GAMES}{over.id}/events/")
    assert page.count('tr class="failed"') == 1
    assert "byte: version 3 does not have the hash that follows from it" in page
    assert "byte: version 3" in body(operator, f"{GAMES}{over.id}/proof/")


@pytest.mark.parametrize("change", [ALTERED, UNREADABLE, REMOVED])
def test_a_broken_log_can_be_looked_at(
    operator: Client, running: Table, plant: Callable[[str, Table], None], change: str
) -> None:
    plant(change, running)
    pages = [body(operator, f"{GAMES}{running.id}/{page}/") for page in ("change", "events", "table", "proof")]
    assert 'tr class="failed"' in pages[1]
    assert "Something that is stored of this game is wrong" in pages[3]


def test_findings_of_a_running_game_do_not_quote_its_cards(
    operator: Client, running: Table, plant: Callable[[str, Table], None]
) -> None:
    plant(UNREADABLE, running)
    pages = [body(operator, f"{GAMES}{running.id}/{page}/") for page in ("events", "table", "proof")]
    assert "cannot be folded" in pages[1]
    assert "<li>byte</li>" in pages[2]
    assert not any("9S?" in page for page in pages)


def test_a_page_holds_as_many_events_as_it_should(running: Table) -> None:
    assert [line.event.version for line in log.lines(running.id, after=3, over=False)] == [*range(4, 4 + log.PAGE)]


def test_every_page_of_a_table_that_was_closed_can_be_read(operator: Client, closed: Table) -> None:
    game = f"{GAMES}{closed.id}/"
    assert listed(body(operator, f"{GAMES}?status=over")) == [closed.id]
    for page in ("change/", "events/", "table/", "proof/"):
        assert str(closed.id) in body(operator, game + page)
    assert "table-closed" in body(operator, f"{game}events/")
