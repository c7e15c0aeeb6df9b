"""The host stops the clock of a game, and lets it run again."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.services import Terms
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db


def test_a_clock_is_stopped_and_runs_again(capsys: pytest.CaptureFixture[str]) -> None:
    table = Sitting.of(2)

    call_command("pause_game", str(table.game))
    assert (table.row.pauses, table.row.deadline) == (["moderator"], None)
    call_command("pause_game", "--resume", str(table.game))

    assert table.row.deadline is not None
    assert capsys.readouterr().out.splitlines() == [
        f"the clock of {table.game} stands still",
        f"the clock of {table.game} is no longer stopped",
    ]


def test_games_that_refuse_are_named_and_the_others_stopped() -> None:
    table, free, unknown = Sitting.of(2), Sitting.of(2, terms=Terms(clock="none")), uuid4()

    with pytest.raises(CommandError) as refused:
        call_command("pause_game", str(unknown), str(free.game), str(table.game))

    assert str(refused.value).splitlines() == [f"There is no game {unknown}.", f"{free.game}: the game has no clock."]
    assert table.row.pauses == ["moderator"]
