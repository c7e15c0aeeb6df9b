"""Wakeups that nobody could get."""

from structlog.testing import capture_logs

from games.wakeups import BOTS, Sender


def test_a_wakeup_for_a_queue_that_no_worker_has_made_is_dropped_without_a_warning() -> None:
    with capture_logs() as logged:
        assert not Sender().send(BOTS)

    assert logged == []
