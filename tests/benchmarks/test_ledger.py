"""The answers of load clients compared with a real log: what is lost, doubled or unknown is named."""

from collections.abc import Iterator
from hashlib import sha256
from uuid import UUID

import pytest
from pytest_django import DjangoDbBlocker

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.client.http import Answer
from games.rules.commands import Resign
from players import accounts
from tests.benchmarks.ledger import PREFIX, Ledger, Sent


@pytest.fixture
def resigned(
    committed_db: CommittedDatabase,  # noqa: ARG001
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[tuple[Sent, list[int]]]:
    """A move of a load client that the log holds, and the versions of its events."""
    with django_db_blocker.unblock():
        yield resign()


def resign() -> tuple[Sent, list[int]]:
    player = accounts.make_guest({}).id
    game: UUID = services.open_game(player=player, variant="crazy_eights", seats=2, bots=["novice"])
    sent = Sent(str(game), str(player), f"{PREFIX}1")
    done = services.make_move(
        game, Resign(seat=0), turn=None, actor=sent.player, key=sent.key, request_hash=sha256(b"").digest()
    )
    return sent, [*range(done.first, done.last + 1)]


def answered(versions: list[int], **headers: str) -> Answer:
    return Answer(201, headers, {"events": [{"version": version} for version in versions]})


def ledger_of(sent: Sent, versions: list[int]) -> Ledger:
    ledger = Ledger()
    ledger.begin(sent)
    ledger.acknowledge(sent, answered(versions))
    return ledger


def test_a_move_that_the_log_holds_once_is_fine(resigned: tuple[Sent, list[int]]) -> None:
    ledger = ledger_of(*resigned)
    ledger.acknowledge(resigned[0], answered(resigned[1], **{"idempotency-replayed": "true"}))
    assert [*ledger.audit(), *ledger.faults] == []
    assert (ledger.replays, len(ledger.accepted)) == (1, 1)


def test_an_acknowledged_move_that_is_not_in_the_log_is_lost(resigned: tuple[Sent, list[int]]) -> None:
    ledger = ledger_of(*resigned)
    other = resigned[0]._replace(key=f"{PREFIX}2")
    ledger.begin(other)
    ledger.acknowledge(other, answered([90]))
    assert [fault.split(":")[0] for fault in ledger.audit()] == ["lost"]


def test_another_span_than_acknowledged_is_doubled_or_torn(resigned: tuple[Sent, list[int]]) -> None:
    sent, versions = resigned
    assert [fault.split(":")[0] for fault in ledger_of(sent, versions[:1]).audit()] == ["doubled or torn"]


def test_a_move_that_nobody_sent_is_unknown(resigned: tuple[Sent, list[int]]) -> None:
    ledger = Ledger()
    ledger.begin(resigned[0]._replace(key=f"{PREFIX}2"))
    assert [fault.split(":")[0] for fault in ledger.audit()] == ["unknown"]


def test_an_unanswered_move_may_be_in_the_log_or_not(resigned: tuple[Sent, list[int]]) -> None:
    ledger = Ledger()
    ledger.begin(resigned[0])
    ledger.begin(resigned[0]._replace(key=f"{PREFIX}2"))
    assert list(ledger.audit()) == []
    assert ledger.summary()["unanswered"] == 2


def test_being_told_two_answers_is_a_fault() -> None:
    sent = Sent("g", "p", "k")
    ledger = ledger_of(sent, [5, 6])
    ledger.acknowledge(sent, answered([7, 8]))
    ledger.acknowledge(Sent("g", "p", "k2"), answered([9, 11]))
    assert len(ledger.faults) == 2


def test_a_500_and_an_unexpected_status_are_faults_and_busy_is_none() -> None:
    ledger = Ledger()
    for status in (200, 409, 429, 503, 500):
        ledger.note(Answer(status, {}, {"code": "some"}))
    ledger.note(Answer(201, {}, None), (422,))
    ledger.note(Answer(429, {}, None), (422,))
    assert len(ledger.faults) == 2
    assert ledger.share_of_busy == pytest.approx(3 / 7)
