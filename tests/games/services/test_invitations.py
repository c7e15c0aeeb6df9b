"""Invitations that are accepted, used up and revoked at the same moment, on real connections."""

from functools import partial
from uuid import UUID, uuid4

import pytest

from games import services, store
from games.services import Newcomer, Terms, invitations
from tests.games.services.test_races import at_once

pytestmark = pytest.mark.usefixtures("committed_db")
ROUNDS = 6


def private(maker: UUID, seats: int) -> UUID:
    return services.open_game(player=maker, variant="mau_mau", seats=seats, terms=Terms(visibility="private"))


def code(game: UUID, maker: UUID, uses: int | None = None) -> str:
    found = invitations.code_of(invitations.invite(game, maker=maker, uses=uses))
    assert found is not None
    return found


def test_of_two_who_accept_the_last_seat_one_gets_it() -> None:
    for _ in range(ROUNDS):
        maker = uuid4()
        game = private(maker, 2)
        key, other = code(game, maker), code(game, maker)

        answers = at_once(
            *[lambda key=one: invitations.accept(key, Newcomer(player=uuid4())) for one in (key, other, key)]
        )

        assert answers.count(game) == 1
        gone = [one.state for one in answers if isinstance(one, services.InvitationGone)]
        assert len(gone) == 2
        assert {*gone} <= {"started", "used_up"}
        row = store.head(game)
        assert row is not None
        assert row.status == "playing"


def test_a_link_is_not_used_more_often_than_it_can_be() -> None:
    for _ in range(ROUNDS):
        maker = uuid4()
        game = private(maker, 5)
        key = code(game, maker, uses=2)

        answers = at_once(*[lambda key=key: invitations.accept(key, Newcomer(player=uuid4()))] * 4)

        assert answers.count(game) == 2
        assert [one.state for one in answers if isinstance(one, services.InvitationGone)] == ["used_up"] * 2


def test_whoever_accepts_sits_there_unless_it_was_revoked_before() -> None:
    for _ in range(ROUNDS):
        maker, player = uuid4(), uuid4()
        game = private(maker, 3)
        made = invitations.invite(game, maker=maker, player=player)

        accepted, _ = at_once(
            partial(invitations.accept, str(made), Newcomer(player=player)), partial(invitations.revoke, made, maker)
        )

        found = store.invitations.find(made)
        assert found is not None
        assert found.is_revoked
        assert store.sits(game, player) == (accepted == game) == (found.used == 1)
        if accepted != game:
            assert isinstance(accepted, services.InvitationGone)
            assert accepted.state == "revoked"


def test_nobody_takes_a_seat_after_their_invitation_was_revoked() -> None:
    maker, player = uuid4(), uuid4()
    game = private(maker, 3)
    made = invitations.invite(game, maker=maker, player=player)
    invitations.revoke(made, maker)

    with pytest.raises(services.NoSuchGame):
        services.take_seat(game, player=player)
    assert not store.sits(game, player)


def test_invitations_of_one_player_at_once_stay_within_the_limit() -> None:
    maker, player = uuid4(), uuid4()
    games = [private(maker, 3) for _ in range(invitations.MOST_TO_PLAYER + 2)]

    answers = at_once(*[lambda game=game: invitations.invite(game, maker=maker, player=player) for game in games])

    assert sum(isinstance(one, UUID) for one in answers) == invitations.MOST_TO_PLAYER
    assert sum(isinstance(one, services.TooManyInvitations) for one in answers) == 2


def test_invitations_of_strangers_at_once_stay_within_the_limit() -> None:
    player = uuid4()
    makers = [uuid4() for _ in range(invitations.MOST_OF_STRANGERS + 2)]
    games = [(private(maker, 3), maker) for maker in makers]

    answers = at_once(*[partial(invitations.invite, game, maker=maker, player=player) for game, maker in games])

    assert sum(isinstance(one, UUID) for one in answers) == invitations.MOST_OF_STRANGERS
    assert sum(isinstance(one, services.TooManyInvitations) for one in answers) == 2
