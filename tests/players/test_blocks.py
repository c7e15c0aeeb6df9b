from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from players import blocks
from players.models import Block, Player


def listed(caller: Any) -> list[str]:
    answer = caller.send("GET", "/me/blocks")
    assert answer.status_code == 200, answer.content
    return [one["id"] for one in answer.json()["items"]]


def test_a_block_is_listed_with_the_name_until_it_is_ended(guest: Any, member: Any) -> None:
    where = f"/me/blocks/{member.player.id}"

    assert [guest.send("PUT", where).status_code for _ in range(2)] == [204, 204]
    (shown,) = guest.send("GET", "/me/blocks").json()["items"]
    assert (shown["id"], shown["name"]) == (str(member.player.id), member.player.name)
    assert listed(member) == []
    assert [guest.send("DELETE", where).status_code for _ in range(2)] == [204, 204]
    assert listed(guest) == []


def test_the_last_block_comes_first_and_the_list_has_an_etag(guest: Any) -> None:
    others = [Player.objects.create() for _ in range(3)]
    etag = guest.send("GET", "/me/blocks").headers["ETag"]
    for other in others:
        guest.send("PUT", f"/me/blocks/{other.id}")

    assert guest.send("GET", "/me/blocks", If_None_Match=etag).status_code == 200
    first = guest.send("GET", "/me/blocks?limit=2").json()
    rest = guest.send("GET", f"/me/blocks?limit=2&cursor={first['next_cursor']}").json()
    assert [one["id"] for one in first["items"] + rest["items"]] == [str(other.id) for other in reversed(others)]
    assert rest["next_cursor"] is None


def test_nobody_blocks_themselves(guest: Any) -> None:
    answer = guest.send("PUT", f"/me/blocks/{guest.player.id}")

    assert (answer.status_code, answer.json()["errors"]) == (422, {"player": ["You cannot block yourself."]})


@pytest.mark.parametrize("left", [True, False])
def test_players_who_do_not_exist_or_have_left_cannot_be_blocked(guest: Any, left: bool) -> None:  # noqa: FBT001
    other = Player.objects.create(is_active=False).id if left else uuid4()

    assert guest.send("PUT", f"/me/blocks/{other}").status_code == 404
    assert Block.objects.count() == 0


def test_who_has_left_can_still_be_taken_off_the_list(guest: Any) -> None:
    other = Player.objects.create()
    guest.send("PUT", f"/me/blocks/{other.id}")
    Player.objects.filter(id=other.id).update(is_active=False)

    assert guest.send("DELETE", f"/me/blocks/{other.id}").status_code == 204
    assert listed(guest) == []
    assert guest.send("DELETE", f"/me/blocks/{uuid4()}").status_code == 404


def test_the_list_is_bounded_and_still_takes_those_who_are_on_it(guest: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 2)
    first, second, third = (Player.objects.create().id for _ in range(3))

    answers = [guest.send("PUT", f"/me/blocks/{other}") for other in (first, second, third, second)]

    assert [one.status_code for one in answers] == [204, 204, 409, 204]
    assert answers[2].json()["code"] == "too_many_blocks"


@pytest.mark.usefixtures("db")
def test_a_block_works_both_ways_and_between_no_others() -> None:
    anna, bert, cleo = (Player.objects.create().id for _ in range(3))
    Block.objects.create(player_id=anna, blocked_id=bert)

    assert blocks.blocked(anna, bert)
    assert blocks.blocked(bert, anna)
    assert not blocks.blocked(anna, cleo)
    assert blocks.blocked_among(bert, [anna, cleo]) == {anna}
    assert blocks.blocked_among(bert, []) == set()
    assert [one.id for one in Player.objects.filter(blocks.is_blocked(bert))] == [anna]


@pytest.mark.slow
def test_blocks_at_once_do_not_exceed_the_bound(
    committed: None,  # noqa: ARG001
    at_once: Callable[..., list[Any]],
    caller: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 3)
    caller.sign_in("/auth/guest", {})
    others: list[UUID] = [Player.objects.create().id for _ in range(5)]

    def put(other: UUID) -> Callable[[], int]:
        return lambda: int(caller.send("PUT", f"/me/blocks/{other}").status_code)

    assert sorted(at_once(*map(put, [*others, others[0]])))[-2:] == [409, 409]
    assert len(listed(caller)) == 3
