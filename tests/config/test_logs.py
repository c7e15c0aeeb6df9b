"""Logs have no secrets, and one line for each event."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any

import django.db
import kombu.exceptions
import psycopg
import pytest
import structlog
from celery.app.task import Context
from django_structlog.celery.receivers import CeleryReceiver

from config import logs


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Return the log in the format of production."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(_formatter(logs.configure(as_json=True, level="INFO")))
    logger = logging.getLogger("test.logs")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel("INFO")
    yield written
    logger.setLevel(level)
    logger.removeHandler(handler)


def _formatter(configuration: dict[str, Any]) -> logging.Formatter:
    given = dict(configuration["formatters"]["line"])
    made: logging.Formatter = given.pop("()")(**given)
    return made


@pytest.mark.parametrize(
    "said",
    [
        {"password": "hunter2"},
        {"headers": {"Authorization": "hunter2"}},
        {"note": "sent Bearer hunter2"},
        {"address": "amqp://maumau:hunter2@mq.example//"},
        {"request": "GET /api/v1/me/stream?token=hunter2&after=3"},
        {"request": "GET /oauth/authorize?client_secret=hunter2"},
        {"request": "GET /oauth/authorize?code_verifier=hunter2"},
        {"request": "POST /api/v1/invitations/hunter2/accept"},
        {"request": "GET /i/hunter2"},
        {"request": "GET /join/hunter2"},
        {"request": f"GET /subscriptions/{'hunter2':_<32}.ics"},
        {"tokens": ["hunter2"]},
        {"state": [{"hand": "hunter2"}]},
    ],
)
def test_secrets_are_hidden(lines: io.StringIO, said: dict[str, object]) -> None:
    structlog.get_logger("test.logs").info("something", **said)
    assert "hunter2" not in lines.getvalue()
    assert "[hidden]" in lines.getvalue()


@pytest.mark.parametrize("where", ["invitations", "me/subscriptions"])
def test_an_id_is_no_secret(lines: io.StringIO, where: str) -> None:
    request = f"DELETE /api/v1/{where}/01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"
    structlog.get_logger("test.logs").info("something", request=request)
    assert request in lines.getvalue()


def test_the_standard_librarys_records_pass_the_same_way(lines: io.StringIO) -> None:
    logging.getLogger("test.logs").warning("tried %s", "Bearer hunter2", extra={"refresh": "hunter2"})
    assert "hunter2" not in lines.getvalue()


def test_a_line_is_one_json_object_with_the_rest_intact(lines: io.StringIO) -> None:
    structlog.get_logger("test.logs").info("move", game="0197", version=7)
    line = json.loads(lines.getvalue())
    assert line["event"] == "move"
    assert (line["game"], line["version"], line["level"]) == ("0197", 7, "info")


LOSSES = [
    django.db.OperationalError("the connection is lost\nHINT: none"),
    django.db.InterfaceError("the connection is closed"),
    psycopg.OperationalError("consuming input failed: server closed the connection\n\tThis probably means"),
    kombu.exceptions.OperationalError("no route"),
    ConnectionResetError(104, "reset by peer"),
    psycopg.errors.AdminShutdown("terminating connection due to administrator command"),
    kombu.exceptions.ConnectionError("broker is going down"),
]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("speaker", [logging.getLogger("test.logs"), structlog.get_logger("test.logs")])
def test_a_lost_connection_is_one_line(lines: io.StringIO, loss: Exception, speaker: Any) -> None:
    speaker.error("task_failed\nTraceback (most recent call last)", exc_info=loss)

    line = json.loads(lines.getvalue())
    assert "Traceback" not in lines.getvalue()
    assert "\\n" not in lines.getvalue()
    assert line["event"] == "task_failed"
    assert line["lost"].startswith(type(loss).__name__)


def test_a_task_that_lost_its_connection_is_one_line(lines: io.StringIO) -> None:
    """Log as Celery does, which adds the traceback in `data` too."""
    error = django.db.OperationalError("lost")
    data = {"name": "games.drive", "traceback": "Traceback (most recent call last)"}
    triple = (type(error), error, error.__traceback__)

    logging.getLogger("test.logs").error("Task games.drive raised", exc_info=triple, extra={"data": data})

    assert "Traceback" not in lines.getvalue()


def test_the_pool_tells_of_it_in_one_line(lines: io.StringIO) -> None:
    logger = logging.getLogger("psycopg.pool")
    logger.addHandler(logging.getLogger("test.logs").handlers[-1])
    try:
        logger.warning("error connecting in 'pool-1': %s", "no such file\n\tIs the server running?")
    finally:
        logger.removeHandler(logger.handlers[-1])

    assert json.loads(lines.getvalue())["event"] == "error connecting in 'pool-1': no such file"


@pytest.mark.parametrize("error", [ZeroDivisionError(), psycopg.errors.DeadlockDetected("deadlock")])
def test_any_other_error_keeps_its_traceback(lines: io.StringIO, error: Exception) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(type(error)) as raised:
        fail()
    logging.getLogger("test.logs").error("broken", exc_info=raised.value)

    assert "Traceback" in lines.getvalue()


def test_a_task_that_came_too_late_is_no_warning(caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    """Log as the worker does: tasks of beat expire if no worker takes them."""
    settings.LOGGING_CONFIG = None
    caplog.set_level("INFO")

    CeleryReceiver().receiver_task_revoked(Context(id="1", task="games.drive"), terminated=False, expired=True)

    assert not [record for record in caplog.records if record.levelno > logging.INFO]
