"""Extensions of the Celery worker: it runs the loops of its queues, and it reconnects to its broker without limit."""

from typing import Any, Final

import structlog
from celery import bootsteps
from celery.signals import task_prerun
from celery.worker.consumer import Consumer
from celery.worker.state import maybe_shutdown

from base.sql import patience

_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 4.0
"""Seconds between two tries to reach the broker."""

_log = structlog.get_logger(__name__)


@task_prerun.connect  # type: ignore[untyped-decorator]  # Celery has no types
def limit(**_: Any) -> None:
    """Limit how long the task that begins waits for locks."""
    patience.current.set(patience.TASK)


class Loops(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Runs the loops of the queues of this worker. They do not need the broker."""

    requires = ("celery.worker.components:Pool",)

    def start(self, worker: Any) -> None:
        """Start a thread for each loop."""
        from games import loops  # noqa: PLC0415  # the apps are loaded by now

        loops.start(name for queue in worker.app.amqp.queues.consume_from for name in loops.OF_QUEUE.get(queue, ()))

    def stop(self, worker: Any) -> None:  # noqa: ARG002
        """Ask the threads to end after their current work."""
        from games import loops  # noqa: PLC0415

        loops.stop()

    terminate = stop


class PatientConsumer(Consumer):  # type: ignore[misc]  # Celery has no types
    """Tries to reach the broker every few seconds without limit, and logs that once.

    Only consumers listen for notifications of pgmq. A sender would listen and never read. When its socket is full, its
    backend takes no signals any more: nobody can drop a database on that server, and notifications pile up.
    """

    def connection_for_read(self, heartbeat: float | None = None) -> Any:
        """Return a connection for the messages of this worker."""
        listens = {"use_notify": True} if "use_notify" in self.app.conf.broker_transport_options else None
        return self.ensure_connected(self.app.connection_for_read(heartbeat=heartbeat, transport_options=listens))

    def ensure_connected(self, conn: Any) -> Any:
        """Return *conn* once it is connected."""
        fails = 0

        def failed(fault: Exception, _interval: float) -> None:
            nonlocal fails
            fails += 1
            if fails == 1:
                _log.warning("cannot reach the broker; trying again", fault=type(fault).__name__)

        connected = conn.ensure_connection(
            failed, interval_start=_FIRST_PAUSE, interval_step=1, interval_max=_LONGEST_PAUSE, callback=maybe_shutdown
        )
        if fails:
            _log.warning("the broker answers again", tries=fails)
        self.first_connection_attempt = False
        return connected
