"""No secret reaches a log line."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from config import logs


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Return the log as it would be written, in production's form."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(_formatter(logs.configure(as_json=True, level="INFO")))
    logger = logging.getLogger("test.logs")
    logger.addHandler(handler)
    logger.setLevel("INFO")
    yield written
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
        {"tokens": ["hunter2"]},
        {"state": [{"hand": "hunter2"}]},
    ],
)
def test_secrets_are_hidden(lines: io.StringIO, said: dict[str, object]) -> None:
    structlog.get_logger("test.logs").info("something", **said)
    assert "hunter2" not in lines.getvalue()
    assert "[hidden]" in lines.getvalue()


def test_the_standard_librarys_records_pass_the_same_way(lines: io.StringIO) -> None:
    logging.getLogger("test.logs").warning("tried %s", "Bearer hunter2", extra={"refresh": "hunter2"})
    assert "hunter2" not in lines.getvalue()


def test_a_line_is_one_json_object_with_the_rest_intact(lines: io.StringIO) -> None:
    structlog.get_logger("test.logs").info("move", game="0197", version=7)
    line = json.loads(lines.getvalue())
    assert line["event"] == "move"
    assert (line["game"], line["version"], line["level"]) == ("0197", 7, "info")
