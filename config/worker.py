"""What a Celery worker does here beside its tasks: it runs the loops of its queues and never gives up on its broker."""

from typing import Any, Final

import structlog
from celery import bootsteps
from celery.worker.consumer import Consumer
from celery.worker.state import maybe_shutdown

_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 4.0
"""Seconds between two tries to reach the broker."""

_log = structlog.get_logger(__name__)


class Loops(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """The loops of the queues that the worker takes messages from; they do not wait for the broker."""

    requires = ("celery.worker.components:Pool",)

    def start(self, worker: Any) -> None:
        """Start the threads."""
        from games import loops  # noqa: PLC0415  # the apps are loaded by now

        loops.start(name for queue in worker.app.amqp.queues.consume_from for name in loops.OF_QUEUE.get(queue, ()))

    def stop(self, worker: Any) -> None:  # noqa: ARG002
        """Let them end after what they do."""
        from games import loops  # noqa: PLC0415

        loops.stop()

    terminate = stop


class PatientConsumer(Consumer):  # type: ignore[misc]  # Celery has no types
    """Tries to reach the broker for ever, every few seconds; it says so once, not at each try.

    It alone has pgmq notify it. A sender would listen and never read: once its socket is full, its backend takes no
    signal any more, so that nobody on that server can drop a database, and notifications pile up.
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
                _log.warning("the broker is away; trying again", fault=type(fault).__name__)

        connected = conn.ensure_connection(
            failed, interval_start=_FIRST_PAUSE, interval_step=1, interval_max=_LONGEST_PAUSE, callback=maybe_shutdown
        )
        if fails:
            _log.warning("the broker is back", tries=fails)
        self.first_connection_attempt = False
        return connected
