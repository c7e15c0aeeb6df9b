"""The host erases players by id or username."""

import pytest
from django.core.management import CommandError, call_command

from players.accounts import make_guest, register
from players.models import Player

pytestmark = pytest.mark.django_db


def test_players_are_erased_by_id_and_by_username(capsys: pytest.CaptureFixture[str]) -> None:
    guest, member = make_guest({}), register("anna", "correct horse battery", {})

    call_command("erase", str(guest.id), "ANNA")

    names = set(Player.objects.values_list("id", "name"))
    assert Player.objects.exclude(erased_at=None).count() == 2
    assert not names & {(guest.id, guest.name), (member.id, member.name)}
    assert set(capsys.readouterr().out.splitlines()) == {f"{player} is {name} now" for player, name in names}


@pytest.mark.parametrize("unknown", ["01975e0c-0000-7000-8000-000000000001", "nobody-knows", "?"])
def test_nobody_is_erased_if_one_is_unknown(unknown: str) -> None:
    guest = make_guest({})

    with pytest.raises(CommandError, match="There is no player"):
        call_command("erase", str(guest.id), unknown)

    assert Player.objects.get().erased_at is None
