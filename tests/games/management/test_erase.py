"""The host erases players by id or username."""

from pathlib import Path
from uuid import uuid4

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


def test_after_a_restore_all_who_are_known_are_erased_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone, stays = make_guest({}), make_guest({})
    erased = tmp_path / "erased.txt"
    erased.write_text(f"{gone.id}\n{uuid4()}\n")

    for again, known in ((1, "1 players"), (2, "0 players")):
        call_command("after_restore", str(erased))
        assert f"{known} are erased again. 1 in the list are not" in capsys.readouterr().out, again

    assert Player.objects.get(erased_at=None).id == stays.id


def test_after_a_restore_the_list_may_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("after_restore")

    assert capsys.readouterr().out.startswith("0 sessions go on")


@pytest.mark.parametrize("text", ["nobody-knows", "\xff"])
def test_after_a_restore_nothing_is_done_with_a_wrong_list(tmp_path: Path, text: str) -> None:
    gone = make_guest({})
    erased = tmp_path / "erased.txt"
    erased.write_bytes(f"{gone.id}\n{text}\n".encode("latin-1"))

    for file in (erased, tmp_path / "missing.txt"):
        with pytest.raises(CommandError, match="is no list of ids"):
            call_command("after_restore", str(file))

    assert Player.objects.get().erased_at is None
