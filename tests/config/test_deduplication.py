"""The same fault is logged once a minute, with a count, and no count is lost."""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import structlog

from config import logs
from config.deduplication import DeduplicatingHandler
from tests.config.service import ROOT, await_that


@pytest.fixture
def handler() -> Iterator[DeduplicatingHandler]:
    """Write the log of these tests in the format of production. No minute ends by itself."""
    formatter = dict(logs.configure(as_json=True, level="INFO")["formatters"]["line"])
    handler = DeduplicatingHandler(io.StringIO())
    handler.seconds = 3_600
    handler.setFormatter(formatter.pop("()")(**formatter))
    logger = logging.getLogger("test.faults")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel("INFO")
    yield handler
    logger.setLevel(level)
    logger.removeHandler(handler)


def written(handler: DeduplicatingHandler) -> list[dict[str, Any]]:
    assert isinstance(handler.stream, io.StringIO)
    return [json.loads(line) for line in handler.stream.getvalue().splitlines()]


LOGGERS = [logging.getLogger("test.faults"), structlog.get_logger("test.faults")]


@pytest.mark.parametrize("logger", LOGGERS)
def test_repetitions_are_one_line_a_minute_with_their_number(handler: DeduplicatingHandler, logger: Any) -> None:
    for _ in range(3):
        for _ in range(60):
            logger.warning("cannot reach %s", uuid4())
        handler.end_minute()
    handler.end_minute()  # nothing happened in it
    logger.warning("cannot reach %s", uuid4())

    lines = written(handler)
    assert [line.get("repeated") for line in lines] == [None, 59, 60, 60, None]
    assert {line["event"][:13] for line in lines} == {"cannot reach "}
    assert {(line["logger"], line["level"]) for line in lines} == {("test.faults", "warning")}
    assert all(line["timestamp"] for line in lines)


def test_a_minute_ends_by_itself(handler: DeduplicatingHandler) -> None:
    handler.seconds = 0.2

    def is_counted() -> bool:
        LOGGERS[0].warning("it fails")
        return any("repeated" in line for line in written(handler))

    await_that(is_counted)


@pytest.mark.parametrize("logger", LOGGERS)
def test_faults_that_differ_are_all_logged(handler: DeduplicatingHandler, logger: Any) -> None:
    def fail(error: Exception) -> None:
        try:
            raise error
        except type(error):
            logger.exception("it fails")

    def fail_elsewhere() -> None:
        try:
            int("no number")
        except ValueError:
            logger.exception("it fails")

    def log_all() -> None:
        logger.warning("it fails")
        logger.error("it fails")
        logger.error("something else fails")
        fail(ValueError("one"))
        fail(ValueError("another one"))
        fail(KeyError("one"))
        fail_elsewhere()
        logging.getLogger("test.faults.other").error("it fails")

    log_all()
    first = written(handler)
    log_all()

    assert len(first) == 8
    assert written(handler) == first


def test_what_a_fault_concerns_tells_it_apart_but_ids_and_requests_do_not(handler: DeduplicatingHandler) -> None:
    for _ in range(5):
        for loop in ("clock", "bots"):
            LOGGERS[1].error("a loop fails", loop=loop, game=str(uuid4()), request_id=f"any {uuid4()}", tries=7)
    handler.end_minute()

    lines = [(line["loop"], line.get("repeated")) for line in written(handler)]
    assert lines == [("clock", None), ("bots", None), ("clock", 4), ("bots", 4)]


def test_errors_of_the_pool_are_one_fault_only_if_they_have_one_cause(handler: DeduplicatingHandler) -> None:
    for cause in ("connection refused", 'password authentication failed for user "a"'):
        for port in range(5_432, 5_440):
            error = psycopg.OperationalError(f"port {port}: {cause}")
            LOGGERS[0].warning("error connecting in %r: %s", "pool-1", error)

    assert len(written(handler)) == 2


@pytest.mark.parametrize("logger", LOGGERS)
def test_information_what_is_critical_and_requests_are_always_logged(
    handler: DeduplicatingHandler, logger: Any
) -> None:
    for _ in range(3):
        logger.info("something")
        logger.critical("verification found a fault")
        logger.error("request_finished")

    assert len(written(handler)) == 9


def test_lines_with_a_count_have_no_secrets(handler: DeduplicatingHandler) -> None:
    for _ in range(2):
        LOGGERS[0].warning("cannot reach %s with Bearer %s", "amqp://maumau:hunter2@mq.example//", "hunter2")
        LOGGERS[1].error("it fails", path="/i/hunter2", password="hunter2")  # noqa: S106
    handler.end_minute()

    lines = written(handler)
    assert len(lines) == 4
    assert "hunter2" not in json.dumps(lines)


def test_memory_of_faults_is_bounded_and_no_count_is_lost(handler: DeduplicatingHandler) -> None:
    handler.most = 50
    for number in range(120):
        for _ in range(3):
            LOGGERS[0].error("x" * (number + 1))
    handler.close()

    assert len(handler._logged) <= handler.most  # noqa: SLF001
    lines = written(handler)
    assert sum(line.get("repeated", 1) for line in lines) == 360
    assert len(lines) == 240


def test_a_line_that_cannot_be_written_stops_nobody(
    handler: DeduplicatingHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    LOGGERS[0].error("%d games", "no number")
    LOGGERS[0].error("it fails")
    assert [line["event"] for line in written(handler)] == ["it fails"]


_FAIL = "[logging.getLogger('test').error('it fails') for _ in range(10)]"


@pytest.mark.parametrize(
    ("program", "processes"),
    [
        (_FAIL, 1),
        (f"{_FAIL}; raise SystemExit(3)", 1),
        (f"from config.embedded.forking import Forked\nForked(lambda: {_FAIL}).wait()", 1),
        (f"from config.embedded.forking import Forked\n{_FAIL}\nForked(lambda: {_FAIL}).wait()", 2),
    ],
)
def test_the_counts_are_written_when_a_process_ends(program: str, processes: int) -> None:
    begin = (
        "import logging, logging.config; from config import logs; "
        "logging.config.dictConfig(logs.configure(as_json=True, level='INFO'))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", begin + program], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False
    )
    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    assert sorted(line.get("repeated", 0) for line in lines) == [0] * processes + [9] * processes
