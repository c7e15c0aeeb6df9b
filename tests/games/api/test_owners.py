"""For whom expensive work is done: for an account, or for all who have none at one address."""

from typing import Any
from uuid import UUID

from django.test import RequestFactory

from games.models import Analysis, CheckJob, ExportJob, Game, ImportedRecord
from players.models import Player
from players.owners import address_owner
from tests.games.api.conftest import Caller


def owner_at(address: str) -> UUID:
    """Return the owner of what guests of an *address* ask for."""
    return address_owner(RequestFactory().get("/", REMOTE_ADDR=address))


def opens(caller: Caller, address: str) -> UUID | None:
    """Return the owner of a table that a *caller* opens from an *address*."""
    wish = {"variant": "mau_mau", "seats": 2, "bots": ["expert"]}
    made: Any = caller.http.post(
        "/api/v1/games", wish, format="json", REMOTE_ADDR=address,
        headers={"Authorization": f"Bearer {caller.tokens['access']}"},
    )  # fmt: skip
    assert made.status_code == 201, made.content
    return Game.objects.get(id=made.json()["id"]).owner


def test_guests_of_one_address_are_one_owner(anna: Caller, bert: Caller) -> None:
    assert opens(anna, "192.0.2.1") == opens(bert, "192.0.2.1") == owner_at("192.0.2.1")
    assert opens(anna, "192.0.2.2") == owner_at("192.0.2.2") != owner_at("192.0.2.1")
    assert opens(anna, "2001:db8::1") == owner_at("2001:db8::2"), "a household has a whole /64"


def test_an_account_is_an_owner_wherever_it_is(anna: Caller, bert: Caller) -> None:
    Player.objects.filter(id=anna.id).update(username="anna")

    assert opens(anna, "192.0.2.1") == opens(anna, "192.0.2.2") == UUID(anna.id)
    assert opens(bert, "192.0.2.1") == owner_at("192.0.2.1")


def test_every_job_names_its_owner(ended: Any, anna: Caller) -> None:
    game, owner = ended(), owner_at("127.0.0.1")
    toml = 'key = "annas-game"'
    for path, body in (
        (f"/games/{game}/analysis", {}), ("/me/export", {}), ("/variants/checks?deals=1", {"toml": toml}),
        ("/records", {"record": "nothing"}),
    ):  # fmt: skip
        answer = anna.post(path, body)
        assert answer.status_code in (202, 400, 422), (path, answer.content)
    for model in (Analysis, ExportJob, CheckJob, ImportedRecord):
        assert {one.owner for one in model.objects.all()} <= {owner}, model
    assert Analysis.objects.exists()
    assert ExportJob.objects.exists()
    assert CheckJob.objects.exists()
