"""Whom players let invite them, and how many invitations strangers may have open to one of them."""

from collections.abc import Callable
from typing import Any

import pytest

from games.projections.registry import catch_up
from games.services import invitations
from tests.games.api.conftest import Caller


def lets_invite(caller: Caller, whom: str) -> None:
    etag = caller.get("/me").headers["ETag"]
    answer = caller.raw("PATCH", "/me", f'{{"invitations_from": "{whom}"}}'.encode(), If_Match=etag)
    assert answer.json()["invitations_from"] == whom


def invited_to_a_new_table(maker: Caller, player: Caller) -> Any:
    """Return the answer to an invitation of *player* to a table that *maker* opens for it."""
    return maker.post(f"/games/{maker.opens(seats=3)['id']}/invitations", {"player": player.id})


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_everybody_may_invite_until_a_player_says_otherwise(anna: Caller, bert: Caller) -> None:
    assert bert.get("/me").json()["invitations_from"] == "everybody"
    assert invited_to_a_new_table(anna, bert).status_code == 201


@pytest.fixture
def friend(anna: Caller, bert: Caller, ended: Callable[..., str]) -> Caller:
    """A guest with whom bert has played a game."""
    ended(bert)
    catch_up()
    return anna


@pytest.mark.parametrize(
    ("whom", "expected"),
    [("accounts", [409, 201, 409]), ("known", [409, 409, 201]), ("nobody", [409, 409, 409])],
)
def test_players_choose_who_may_invite_them(
    friend: Caller, bert: Caller, stranger: Caller, whom: str, expected: list[int]
) -> None:
    lets_invite(bert, whom)

    answers = [invited_to_a_new_table(maker, bert) for maker in (stranger, Caller().sign_in().upgrade(), friend)]

    assert [answer.status_code for answer in answers] == expected
    assert {answer.json()["code"] for answer in answers if answer.status_code != 201} == {"not_invitable"}


def test_links_are_for_everybody(anna: Caller, bert: Caller) -> None:
    lets_invite(bert, "nobody")
    link = anna.post(f"/games/{anna.opens(seats=3)['id']}/invitations", {}).json()

    assert bert.post(f"/invitations/{link['code']}/accept", {}).status_code == 201


def test_the_choice_does_not_show_a_block(anna: Caller, bert: Caller, stranger: Caller) -> None:
    lets_invite(bert, "nobody")
    bert.raw("PUT", f"/me/blocks/{anna.id}", b"")

    assert refused(invited_to_a_new_table(anna, bert)) == refused(invited_to_a_new_table(stranger, bert))


@pytest.fixture
def crowded(bert: Caller, call: Callable[[], Caller]) -> list[tuple[Caller, str]]:
    """Strangers with as many open invitations to bert as strangers may have, each with the id of its invitation."""
    makers = [call() for _ in range(invitations.MOST_OF_STRANGERS)]
    return [(maker, invited_to_a_new_table(maker, bert).json()["id"]) for maker in makers]


def test_strangers_have_few_invitations_open_to_one_player(
    bert: Caller, stranger: Caller, crowded: list[tuple[Caller, str]]
) -> None:
    assert refused(invited_to_a_new_table(stranger, bert)) == (409, "too_many_invitations")
    assert invited_to_a_new_table(stranger, crowded[0][0]).status_code == 201

    assert bert.post(f"/invitations/{crowded[0][1]}/decline").status_code == 204

    assert invited_to_a_new_table(stranger, bert).status_code == 201


@pytest.mark.usefixtures("crowded")
def test_known_players_invite_besides_them(friend: Caller, bert: Caller) -> None:
    assert invited_to_a_new_table(friend, bert).status_code == 201


def test_invitations_that_a_player_never_sees_take_no_room(
    bert: Caller, stranger: Caller, crowded: list[tuple[Caller, str]]
) -> None:
    blocked, _ = crowded[0]
    bert.raw("PUT", f"/me/blocks/{blocked.id}", b"")

    assert invited_to_a_new_table(stranger, bert).status_code == 201
    assert refused(invited_to_a_new_table(blocked, bert)) == (409, "too_many_invitations")
