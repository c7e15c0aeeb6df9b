"""Every operation has examples in OpenAPI's document, and the service answers as they say."""

import json
import os
from typing import Any, Final

import pytest
from django.core.mail import EmailMessage

from config.embedded.pytest_plugin import CommittedDatabase
from config.openapi_examples import FILE
from tests.answers import operations
from tests.games.api.conftest import committed, rules, unhurried
from tests.games.api.served import serving_callers
from tests.openapi.examples.recording import Examples, Recorder, Recording, without_examples
from tests.openapi.examples.scenario import everything
from tests.same_chance import same_chance

__all__ = ["committed", "rules", "same_chance", "unhurried"]

WITHOUT: Final = {
    "get_readiness -> 200 application/json": "no worker runs beside this test, so the service is not ready",
    "start_game -> 201 application/json": "a game starts by itself when its last seat is taken",
}
"""What has no example, and why."""


@pytest.fixture
def examples(rules: None, mailoutbox: list[EmailMessage]) -> Examples:  # noqa: ARG001
    recorder = Recorder()

    def guest() -> Recording:
        return Recording(recorder=recorder)

    everything(guest(), guest(), guest(), mailoutbox)
    return dict(sorted(recorder.examples.items()))


def test_the_service_answers_as_the_examples_say(examples: Examples) -> None:
    text = json.dumps(examples, ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("RECORD_EXAMPLES"):
        FILE.write_text(text, encoding="utf-8")

    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert {*examples} == {*stored}
    for name, example in examples.items():
        assert example["request"] == stored[name]["request"], f"{name} has changed: run `make examples`"
        assert shape(example["answers"]) == shape(stored[name]["answers"]), f"{name} has changed: run `make examples`"
    assert {*without_examples(examples, operations())} == {*WITHOUT}


@pytest.mark.slow
def test_the_web_server_answers_as_the_examples_say(
    committed: CommittedDatabase, mailoutbox: list[EmailMessage], request: pytest.FixtureRequest
) -> None:
    chance = request.node.nodeid.replace(request.node.name, "test_the_service_answers_as_the_examples_say")
    with serving_callers(committed, chance=chance) as (_, caller):
        recorder = Recorder()

        def guest() -> Recording:
            return Recording(http=caller().http, recorder=recorder)

        everything(guest(), guest(), guest(), mailoutbox)
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert recorder.examples.keys() == stored.keys()
    for name, example in recorder.examples.items():
        answers = {status: {*by_kind} for status, by_kind in example["answers"].items()}
        assert answers == {status: {*by_kind} for status, by_kind in stored[name]["answers"].items()}, name


def shape(value: Any) -> Any:
    """Return a value with the types of what varies from run to run, such as times, in place of it."""
    match value:
        case dict():
            return {name: shape(one) for name, one in value.items()}
        case list():
            return [shape(one) for one in value]
        case _:
            return type(value).__name__
