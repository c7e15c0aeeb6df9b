"""Traces go to an endpoint of OTLP, and hold no secrets."""

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.services import Terms
from tests.config.service import ROOT, await_that
from tests.games.api.serving import Client, serving
from tests.games.children import process, surroundings

pytest.importorskip("opentelemetry.sdk", reason="needs the dependency group `traces`")

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from config import traces
from config.spans import ATTRIBUTES, TRACED

pytestmark = pytest.mark.slow


NAME = attrgetter("name")


class Collector:
    """A server that keeps the spans it gets, and the bytes in which they came."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.raw = bytearray()
        self.services: set[str] = set()

    @contextmanager
    def listening(self) -> Iterator[str]:
        """Listen in this block. Yield the address."""
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                assert self.path == "/v1/traces"
                for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                    named = {one.key: one.value.string_value for one in resource.resource.attributes}
                    collector.services.add(named["service.name"])
                    for scope in resource.scope_spans:
                        collector.spans += scope.spans
                collector.raw += body
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def below(self, span: Span) -> list[Span]:
        """Return the spans inside of a span, at any depth."""
        inside = [one for one in self.spans if one.parent_span_id == span.span_id]
        return [*inside, *(deeper for one in inside for deeper in self.below(one))]


def test_a_move_is_traced_from_the_request_to_the_log_without_secrets(committed_db: CommittedDatabase) -> None:
    collector = Collector()
    with (
        collector.listening() as address,
        serving(committed_db.url, pool=3, OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_BSP_SCHEDULE_DELAY="50") as server,
    ):
        anna, bert = Client(server), Client(server)
        word = f"word{uuid4().hex}"
        status, made = anna.send("POST", "/games", {"variant": "mau_mau", "seats": 2})
        assert status == 201
        where = f"/games/{made['id']}"
        assert bert.send("POST", f"{where}/seats", {})[0] == 201
        tables = [anna.send("GET", where)[1], bert.send("GET", where)[1]]
        actor, table = (anna, tables[0]) if tables[0]["you"]["moves"] else (bert, tables[1])
        hands = [one["you"]["hand"] for one in tables]
        status, _ = actor.send(
            "POST", f"{where}/moves", {"turn": table["turn"], "move": table["you"]["moves"][0]}, Idempotency_Key=word,
            traceparent=f"00-{'ab' * 16}-{'cd' * 8}-01", X_Request_Id=word,
        )  # fmt: skip
        assert status == 201
        assert actor.send("POST", f"{where}/moves", {"turn": 10_000, "move": "draw"}, Idempotency_Key="k")[0] == 409
        anna.send("GET", f"/players?prefix={word}")
        anna.send("GET", f"/subscriptions/{word}/calendar.ics")
        anna.send("GET", f"/{word}")
        assert anna.send("POST", "/auth/token", {"username": word, "password": word})[0] == 401
        anna.send("GET", "/healthz")
        await_that(lambda: len(collector.named("POST /api/v1/auth/token")) == 1, 120)

    first, refused = collector.named("POST /api/v1/games/<uuid:game>/moves")
    inside = [span.name for span in collector.below(first)]
    assert {"move", "decide", "append"} <= {*inside}, inside
    (move,) = [span for span in collector.below(first) if span.name == "move"]
    says = {one.key: one.value.string_value for one in move.attributes}
    assert says == {"maumau.game": made["id"], "maumau.variant": "mau_mau"}
    trips = [span for span in collector.below(first) if any(one.key == "db.query.text" for one in span.attributes)]
    assert len(trips) == 2, "a move takes two round trips"
    assert first.trace_id.hex() != "ab" * 16, "strangers choose no ids"
    assert "append" not in {span.name for span in collector.below(refused)}
    assert not any("healthz" in span.name for span in collector.spans)
    assert collector.services == {"maumau"}

    said = bytes(collector.raw).decode("latin-1")
    secrets = [word, anna.token, bert.token, anna.player["id"], bert.player["id"], "127.0.0.1", "localhost", "urllib"]
    assert [secret for secret in secrets if secret in said] == []
    assert {one.key for span in collector.spans for one in span.attributes} <= ATTRIBUTES
    assert not any(span.events or span.status.message for span in collector.spans)
    texts = [one.value.string_value for span in collector.spans for one in span.attributes]
    cards = {card for hand in hands for card in hand} - {"AS"}  # which is a word of SQL, too
    assert not [card for card in cards if any(card in text.split() for text in texts)]


def test_a_worker_traces_the_work_that_is_due(
    committed_db: CommittedDatabase, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    collector = Collector()

    def moved() -> bool:
        """Return whether a move has come inside of the work that it was."""
        return any("move" in map(NAME, collector.below(work)) for work in collector.named("work that is due"))

    with django_db_blocker.unblock():
        services.open_game(player=None, variant="mau_mau", seats=2, bots=["novice"] * 2, terms=Terms(bot_pause=0))
    with collector.listening() as address:
        environment = surroundings(committed_db, tmp_path)
        environment |= {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_BSP_SCHEDULE_DELAY": "50"}
        with process("worker", environment):
            await_that(lambda: moved() and collector.named("project"), 180)
    projected = {one.value.string_value for span in collector.named("project") for one in span.attributes}
    assert projected & {"lobby", "results", "standings", "notices", "webhooks"}
    assert {one.key for span in collector.spans for one in span.attributes} <= ATTRIBUTES
    assert all(span.parent_span_id for span in collector.spans if span.name in ("SELECT", "BEGIN", "UPDATE"))


PROGRAM = """
import json, sys
import django
django.setup()
from config import asgi, traces
from django.db import connection
connection.ensure_connection()
print(json.dumps([traces.served("a:b"), *(name for name in sys.modules if "opentelemetry" in name)]))
"""


def test_nothing_is_imported_while_traces_are_off() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["a:b"]


@pytest.mark.parametrize("variables", [{"OTEL_SDK_DISABLED": "true"}, {"OTEL_TRACES_EXPORTER": "none"}])
def test_the_standard_variables_turn_traces_off(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    assert traces.is_on()
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert not traces.is_on()


def test_what_is_traced_is_there() -> None:
    missing: list[Any] = [
        (module, one.name) for one in TRACED for module in one.modules if not hasattr(import_module(module), one.name)
    ]
    assert missing == []
