"""At most two expensive things run for an owner at once, and owners take turns."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from base.identifiers import uuid7
from games import bots, services, store
from games.bots import Bot
from games.models import Claim, Game, WorkSlot
from games.rules.commands import Resign
from games.services import Terms, analyses, due
from games.store import analyses as jobs
from games.store import claims, slots
from tests.racing import at_once

THINKING = {"clever"}


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("committed_db" if "committed_db" in request.fixturenames else "db")


def bots_of(owner: UUID) -> UUID:
    """Open a table of bots that are due at once, and whose experts think for *owner*."""
    game = services.open_game(
        player=None, variant="mau_mau", seats=2, bots=["clever"] * 2, terms=Terms(bot_pause=0), owner=owner
    )
    Game.objects.filter(id=game).update(bot_due=store.now() - timedelta(seconds=1))
    return game


def test_two_things_run_for_an_owner_at_once() -> None:
    anna, bert = uuid4(), uuid4()
    first, second = uuid7(), uuid7()

    assert [slots.take(anna, work, seconds=60) for work in (first, second, uuid7())] == [True, True, False]
    assert slots.take(bert, uuid7(), seconds=60)
    slots.leave(second)
    assert [slots.take(anna, uuid7(), seconds=60) for _ in range(2)] == [True, False]


def test_a_slot_is_free_again_after_its_worker_has_died() -> None:
    anna, work = uuid4(), uuid7()
    assert all(slots.take(anna, work, seconds=60) for _ in range(3)), "another worker goes on with the same work"
    assert WorkSlot.objects.filter(owner=anna).count() == 1
    WorkSlot.objects.update(until=store.now())
    assert [slots.take(anna, uuid7(), seconds=60) for _ in range(3)] == [True, True, False]


def test_a_slot_is_left_whatever_happens() -> None:
    anna = uuid4()

    def fail() -> None:
        with slots.held(anna, uuid7(), seconds=60) as has_slot:
            raise ZeroDivisionError(has_slot)

    with pytest.raises(ZeroDivisionError, match="True"):
        fail()
    assert not WorkSlot.objects.filter(until__gt=store.now()).exists()
    WorkSlot.objects.update(until=store.now() - timedelta(hours=2))
    slots.forget()
    assert not WorkSlot.objects.exists()


@pytest.mark.usefixtures("committed_db")
def test_of_many_at_once_two_run() -> None:
    anna = uuid4()

    taken = at_once(*[lambda: slots.take(anna, uuid7(), seconds=60)] * 8)

    assert sum(taken) == 2


def test_the_experts_of_many_tables_let_those_of_others_through() -> None:
    anna, bert = uuid4(), uuid4()
    many = {bots_of(anna) for _ in range(4)}
    one = bots_of(bert)

    def thinks() -> UUID:
        (claim,) = claims.claim_thinker(THINKING)
        assert slots.take(anna if claim.game in many else bert, claim.game, seconds=10)
        slots.leave(claim.game)
        return claim.game

    assert [thinks() == one for _ in range(5)] == [False, True, False, False, False]


def test_the_players_of_one_address_take_turns() -> None:
    address, anna, bert = uuid4(), uuid4(), uuid4()
    makers = {bots_of(address): anna for _ in range(4)}
    makers[bots_of(address)] = bert
    for game, maker in makers.items():
        Game.objects.filter(id=game).update(maker=maker)

    def thinks() -> UUID:
        (claim,) = claims.claim_thinker(THINKING)
        assert slots.take(address, claim.game, seconds=10, player=makers[claim.game])
        slots.leave(claim.game)
        return makers[claim.game]

    assert [thinks() for _ in range(5)] == [anna, bert, anna, anna, anna]


def test_only_two_experts_of_an_owner_think_at_once() -> None:
    anna, bert = uuid4(), uuid4()
    many = [bots_of(anna) for _ in range(3)]

    assert all(slots.take(anna, game, seconds=10) for game in many[:2])
    assert not claims.claim_thinker(THINKING)
    one = bots_of(bert)
    (claim,) = claims.claim_thinker(THINKING)
    assert claim.game == one


def test_a_thought_holds_a_slot_and_a_table_without_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, held = uuid4(), list[int]()
    game = bots_of(anna)
    monkeypatch.setattr("games.bots.THINKING", THINKING)

    def looking(bot: Bot) -> Bot:
        def choose(*given: Any) -> Any:
            held.append(WorkSlot.objects.filter(owner=anna, until__gt=store.now()).count())
            return bot(*given)

        return choose

    levels = {name: looking(bot) for name, bot in bots.LEVELS.items()}
    assert due.play_bots(thinking=True, seconds=0.01, levels=levels).done
    assert set(held) == {1}
    assert not WorkSlot.objects.filter(until__gt=store.now()).exists()

    Game.objects.filter(id=game).update(bot_due=store.now())
    (claim,) = claims.claim_thinker(THINKING)
    for _ in range(2):
        assert slots.take(anna, uuid7(), seconds=60)
    assert not due.try_thinker(claim, levels=levels)
    assert Claim.objects.get(key=str(game)).tries == 0, "it has not failed"


def test_jobs_of_one_owner_run_two_at_a_time_whatever_they_are() -> None:
    anna, bert, address = uuid4(), uuid4(), uuid4()
    for author in (anna, anna, bert):
        analyses.order(uuid7(), author, owner=address)

    taken = [jobs.take(), jobs.take()]
    assert all(taken)
    assert jobs.take() is None
    assert not jobs.waits(), "or its loop would look again at once"
    for one in taken:
        assert one
        jobs.pause(one.id)
    assert jobs.waits()
    assert jobs.take()

    slots.take(address, uuid7(), seconds=60)
    assert jobs.take() is None, "an expert thinks for the same owner"


def test_a_game_names_its_owner_until_it_is_over() -> None:
    anna = uuid4()
    game = services.open_game(player=anna, variant="mau_mau", seats=2, owner=(owner := uuid4()))
    services.take_seat(game, player=(bert := uuid4()))
    assert Game.objects.values_list("owner", "maker").get(id=game) == (owner, anna)

    services.make_move(game, Resign(seat=1), turn=None, actor=str(bert), key="one", request_hash=b"")
    assert Game.objects.values_list("status", "owner").get(id=game) == ("over", None)
