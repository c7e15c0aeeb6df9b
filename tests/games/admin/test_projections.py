"""The page of projections shows which have stopped."""

import pytest
from django.test import Client

from games.log.shards import SHARDS
from games.models import Checkpoint
from games.projections.registry import catch_up
from tests.games.tables import Table

pytestmark = pytest.mark.django_db


def page(operator: Client, where: str = "") -> str:
    return operator.get(f"/admin/games/projection/{where}").content.decode()


def test_what_follows_well_looks_well(operator: Client, running: Table) -> None:
    lag = f"<td>{running.rows[-1].version}</td>"
    assert page(operator, "lobby/change/").count(lag) == 1
    catch_up()
    assert page(operator, "lobby/change/").count("<td>0</td>") >= len(SHARDS)
    assert "16 running" in page(operator)
    assert "failed" not in page(operator)


def test_a_stopped_shard_leads_to_the_event_at_fault(operator: Client, running: Table) -> None:
    here = Checkpoint.objects.filter(projection="lobby", shard=3)
    here.update(status="failed", error="UnknownEvent: <moo>", position=4)
    everywhere, alone = page(operator), page(operator, "lobby/change/")
    for text in (everywhere, alone):
        assert 'tr class="failed"' in text
        assert "UnknownEvent: &lt;moo&gt;" in text
        assert '/admin/games/game/log/3/?after=4"' in text
    assert "1 failed, 15 running" in everywhere
    at_fault = operator.get("/admin/games/game/log/3/?after=4").content.decode()
    assert f'<td>5</td>\n            <td><a href="/admin/games/game/{running.id}/change/">' in at_fault
