"""What stops a clock races with moves and with the clock itself, on real connections."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from games import services
from games.clocks import ProposalRefused
from games.db import rows
from games.integrity.clocks import clock_findings
from games.integrity.games import verify_game
from games.log.read import read
from games.rules.events import ProposalKind
from games.services import Allowance, Terms
from tests.games.services.sitting import Sitting
from tests.games.services.test_races import at_once, sound

pytestmark = pytest.mark.usefixtures("committed_db")
ROUNDS = 8
TERMS = Terms(clock=Allowance(24 * 3600, 3600))


def propose(table: Sitting, kind: ProposalKind) -> None:
    services.propose(table.game, kind, player=table.players[0], key=str(uuid4()), request_hash=b"hash")


def voter(table: Sitting, *, agrees: bool = True) -> Callable[[], object]:
    number = table.state.proposals
    return lambda: services.vote(
        table.game, number, agrees=agrees, player=table.players[1], key="", request_hash=b"hash"
    )


def types_of(table: Sitting) -> list[str]:
    return [one.type for one in read(table.game)]


def is_whole(table: Sitting) -> bool:
    return sound(table) and not [*clock_findings("", verify_game(table.game))]


def test_a_pause_and_the_end_of_the_time_come_one_after_the_other() -> None:
    """Either the pause comes first, and nobody is late in it, or the clock moves and the vote is refused."""
    seen = set()
    for _ in range(ROUNDS):
        table = Sitting.of(2, terms=TERMS)
        propose(table, ProposalKind.PAUSE)
        vote = voter(table)
        rows(
            """UPDATE game SET turn_began = turn_began - (deadline - clock_timestamp()) + interval '5 ms',
                               deadline = clock_timestamp() + interval '5 ms' WHERE id = %s""",
            [table.game],
        )

        voted, _ = at_once(vote, lambda: [services.resolve_late() for _ in range(20)])

        ran_out, paused = types_of(table).count("time-ran-out"), types_of(table).count("clock-paused")
        assert (ran_out, paused) in {(1, 0), (0, 1), (1, 1)}
        if isinstance(voted, services.TimeIsUp):
            assert (ran_out, paused) == (1, 0)
        elif ran_out and paused:  # the clock came first, then the players agreed to stop the next turn
            assert types_of(table).index("time-ran-out") < types_of(table).index("clock-paused")
        if paused:
            assert table.row.deadline is None
            assert not services.resolve_late().done
        seen.add((ran_out, paused))
    assert seen


def test_a_move_and_a_vote_are_both_stored_once() -> None:
    for _ in range(ROUNDS):
        table = Sitting.of(2, terms=TERMS)
        propose(table, ProposalKind.PAUSE)

        moved, voted = at_once(table.move, voter(table))

        assert isinstance(moved, services.MoveResult)
        assert isinstance(voted, services.MoveResult)
        assert table.row.pauses == ["vote"]
        assert is_whole(table)


def test_an_extension_and_the_move_that_ends_the_turn() -> None:
    """Whichever comes first, the turn that follows has the time that every turn has."""
    for _ in range(ROUNDS):
        table = Sitting.of(2, terms=TERMS)
        propose(table, ProposalKind.EXTEND)

        at_once(table.move, voter(table))

        assert table.state.proposal is None or table.row.turn_extended is False
        assert is_whole(table)


def test_of_two_votes_one_settles_the_proposal() -> None:
    for _ in range(ROUNDS):
        table = Sitting.of(2, terms=TERMS)
        propose(table, ProposalKind.ABANDON)

        one, other = at_once(voter(table), voter(table, agrees=False))

        refused = [answer for answer in (one, other) if isinstance(answer, ProposalRefused | services.GameOver)]
        assert len(refused) == 1
        assert types_of(table).count("proposal-settled") == 1
        assert is_whole(table)
