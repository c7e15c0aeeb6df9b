"""Requests that schemathesis makes from OpenAPI's document, valid and not, as owner, stranger and nobody."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from requests.adapters import HTTPAdapter
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.transport.wsgi import WSGITransport

from base.identifiers import uuid7
from tests.games.api.conftest import Caller
from tests.games.api.served import serving_callers
from tests.games.puzzling import a_puzzle
from tests.openapi.document import document
from tests.sizes import FULL, Size

IS_REFUSAL: Final = {
    "negative_data_rejection": ["412", "413"],  # an old tag, and a text as long as a body may be
    "missing_required_header": ["428"],  # RFC 6585 has a status for it
    "positive_data_acceptance": ["400", "410", "412", "422", "428"],  # what it may mean is checked by `is_lie`
}
"""Statuses of refusals beside those that schemathesis knows."""
EXEMPT: Final = {
    ("response_schema_conformance", "GET /api/v1/games/{game}/stream"): "OpenAPI 3.1 cannot describe events",
    ("response_schema_conformance", "GET /api/v1/me/stream"): "OpenAPI 3.1 cannot describe events",
    ("not_a_server_error", "GET /api/v1/readyz"): "here no worker plays for bots, and its 503 says so",
    ("negative_data_rejection", "POST /api/v1/records"): "a worker reads the record, and its verdict names the line",
}
"""Checks that are off for an operation, and why."""
SCHEMA_SAYS: Final = (
    "This field is required.", "This field may not be", "There is no such field", "Send a list", "Send an object",
    "Ensure this", "Send a whole number", "Not a valid string",
)  # fmt: skip
"""How the reasons begin that a schema can state: a request that keeps to the schema never gets them."""
ENDS: Final = {"erase_me", "sign_out", "end_session", "change_password", "stream_game", "stream_account"}
"""Operations after which the owner is signed out, and those that never end: they are not for a server that goes on."""
OF_REQUESTS: Final = {"max_redirects", "verify", "cert", "proxies"}
NOTE_WRITES: Final = """
CREATE TABLE written (name text, operation text);
CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO written VALUES (TG_TABLE_NAME, TG_OP); RETURN NULL; END $$;
DO $$ DECLARE one regclass; BEGIN
  FOR one IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
    AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'written'
  LOOP
    EXECUTE format('CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON %s '
      'FOR EACH ROW EXECUTE FUNCTION note_write()', one);
  END LOOP;
END $$;
"""


@dataclass
class World:
    """What there is, and the headers of each caller."""

    headers: dict[str, dict[str, str]]
    ids: dict[str, list[Any]]


@pytest.fixture
def noted(world: World) -> World:
    """The world in whose database each write is noted."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE_WRITES)
    return world


@pytest.fixture
def world(committed: Any, settings: Any) -> World:  # noqa: ARG001
    settings.ACCESS_LIFETIME *= 100
    owner, stranger = Caller().sign_in().upgrade(), Caller().sign_in()
    waiting, running, over = owner.opens(), owner.opens(bots=["novice"]), owner.opens(bots=["novice"])

    def make(where: str, body: Any = None) -> dict[str, Any]:
        answer = owner.post(where, body, Idempotency_Key=str(uuid7()))
        assert answer.status_code in (201, 202), answer.content
        return dict(answer.json())

    make(f"/games/{over['id']}/resignation")
    hook = make("/webhooks", {"url": "https://hooks.example/in", "events": ["game.over"]})["id"]
    app = {"name": "An app", "kind": "public", "redirect_uris": ["https://app.example/in"]}
    record = owner.raw("POST", "/records", owner.get(f"/games/{over['id']}/record").content).json()
    ids = {
        "app": [make("/me/apps", app)["id"]],
        "check": [make("/variants/checks", {"base": "mau_mau"})["id"]],
        "code": ["game_over"],
        "content": [running["ruleset"]["hash"]],
        "delivery": [make(f"/webhooks/{hook}/test")["id"]],
        "entry": [make("/queue-entries", {"variant": "mau_mau", "seats": 2})["id"]],
        "export_id": [make("/me/export")["id"]],
        "game": [waiting["id"], running["id"], over["id"]],
        "installation_id": [str(uuid7())],
        "invitation": [make(f"/games/{waiting['id']}/invitations", {})["code"]],
        "key": ["mau_mau"],
        "other": [owner.id],
        "player": [stranger.id, owner.id],
        "proposal": [1],
        "puzzle": [str(a_puzzle().id)],
        "record": [record["id"]],
        "session_id": [one["id"] for one in owner.get("/me/sessions").json()["items"]],
        "subscription": [make("/me/subscriptions", {"kind": "news"})["id"]],
        "version": [1, 2],
        "webhook": [hook],
    }
    signed = {"owner": owner, "stranger": stranger}
    headers = {name: {"Authorization": f"Bearer {one.tokens['access']}"} for name, one in signed.items()}
    return World(headers={**headers, "nobody": {}}, ids=ids)


def fuzzed(ids: dict[str, list[Any]]) -> dict[str, Any]:
    """Return OpenAPI's document with paths of what there is, and without `default`, which would allow each status."""
    found: dict[str, Any] = deepcopy(document())
    for methods in found["paths"].values():
        for operation in methods.values():
            del operation["responses"]["default"]
            for one in operation.get("parameters", ()):
                if one["in"] == "path":
                    one["schema"]["enum"] = ids[one["name"]]
    return found


@dataclass
class Application:
    """The service by WSGI. What a request stores is undone, so each meets the same world."""

    django: Any = field(default_factory=get_wsgi_application)
    stored: list[Any] = field(default_factory=list)
    """The refused requests that stored something, and what."""
    connections: set[Any] = field(default_factory=set)
    """Those of schemathesis's threads, which end without closing them."""

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        status = 0

        def start(line: str, headers: Any, failed: Any = None) -> Any:
            nonlocal status
            status = int(line[:3])
            return start_response(line, headers, failed)

        asked = {"QUERY_STRING": re.sub(r"\bwait=1?\d\b", "wait=0", environ["QUERY_STRING"])}
        undone = transaction.atomic()
        undone._from_testcase = True  # type: ignore[attr-defined]  # noqa: SLF001  # durable blocks may be in it
        with undone, connection.cursor() as cursor:
            self.connections.add(connection.connection)
            cursor.execute("DELETE FROM written")
            answer = self.django(environ | asked, start)
            body = b"".join(answer)
            answer.close()
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SELECT DISTINCT name, operation FROM written")
            if (written := cursor.fetchall()) and status >= HTTPStatus.BAD_REQUEST:
                self.stored.append((environ["REQUEST_METHOD"], environ["PATH_INFO"], status, written, body))
            transaction.set_rollback(True)
        return [body]


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    send = WSGITransport.send

    def with_known_options(self: WSGITransport, case: Any, **options: Any) -> Any:
        # schemathesis 4.32 gives options of `requests` to werkzeug, which does not know them.
        known = {name: value for name, value in options.items() if name not in OF_REQUESTS}
        return send(self, case, **known)

    monkeypatch.setattr(WSGITransport, "send", with_known_options)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    made = Application()
    yield made
    for one in made.connections:
        one.close()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def is_lie(answer: bytes) -> bool:
    """Return whether a refusal gives a reason that the schema should have stated."""
    errors = json.loads(answer).get("errors", {})
    # The clock has one schema in requests and in answers (ADR 17), and answers may get new fields.
    stated = {field: reasons for field, reasons in errors.items() if not field.startswith("clock.")}
    return any(reason.startswith(SCHEMA_SAYS) for reasons in stated.values() for reason in reasons)


def leaves_out(body: bytes | None, failed: Any) -> bool:
    """Return whether a request is invalid by a null: it counts as left out, as docs/reference/contract.md says."""
    return b": null" in (body or b"") or "became null" in failed.failure.message


def faults(finished: events.ScenarioFinished) -> Iterator[str]:
    """Yield what is wrong with the answers to one operation."""
    recorder = finished.recorder
    for case, met in recorder.interactions.items():
        content = met.response.content if met.response and met.response.content else b""
        status = met.response.status_code if met.response else 0
        wrong = {
            check.name: check.failure_info.failure.message[:400]
            for check in recorder.checks.get(case, ())
            if check.failure_info is not None and (check.name, finished.label) not in EXEMPT
            if check.name != "negative_data_rejection" or not leaves_out(met.request.body, check.failure_info)
        }
        meta = recorder.cases[case].value.meta
        if status == HTTPStatus.UNPROCESSABLE_ENTITY and meta and meta.generation.mode.is_positive and is_lie(content):
            wrong["the schema allows it"] = ""
        for name, why in wrong.items():
            asked = f"{met.request.uri} {met.request.body!r:.300}"
            yield f"{finished.label}: {name}: {why}\n{asked}\n{status} {content!r:.400}"


@pytest.mark.slow
@pytest.mark.load
@pytest.mark.parametrize("caller", ["owner", "stranger", "nobody"])
def test_generated_requests_get_what_is_documented_and_store_nothing_when_refused(
    caller: str, noted: World, application: Application, size: Size, report: Callable[[str], None]
) -> None:
    schema = schemathesis.openapi.from_dict(fuzzed(noted.ids), config=configured(noted.headers[caller], size))
    schema.app = application
    schema.config.base_url = "http://localhost/"

    found, statuses = met(schema)

    report(f"{caller}: {statuses.total()} requests; statuses {dict(sorted(statuses.items()))}")
    assert not found, "\n\n".join(found)
    assert not application.stored
    assert statuses.total() > 150
    assert statuses[200] > 10


@pytest.mark.slow
@pytest.mark.load
def test_the_web_server_answers_generated_requests_with_what_is_documented(
    world: World, committed: Any, monkeypatch: pytest.MonkeyPatch, size: Size, report: Callable[[str], None]
) -> None:
    send = HTTPAdapter.send

    def at_once(self: HTTPAdapter, request: Any, *given: Any, **options: Any) -> Any:
        request.url = re.sub(r"\bwait=[12]?\d\b", "wait=0", request.url)
        return send(self, request, *given, **options)

    monkeypatch.setattr(HTTPAdapter, "send", at_once)
    described = fuzzed(world.ids)
    described["paths"] = {
        path: {method: one for method, one in methods.items() if one["operationId"] not in ENDS}
        for path, methods in described["paths"].items()
    }
    schema = schemathesis.openapi.from_dict(described, config=configured(world.headers["owner"], size))
    with serving_callers(committed) as (server, _):
        schema.config.base_url = server.address.removesuffix("/api/v1")
        found, statuses = met(schema)

    report(f"the web server: {statuses.total()} requests; statuses {dict(sorted(statuses.items()))}")
    assert not found, "\n\n".join(found)
    assert statuses.total() > 150
    assert statuses[200] > 10


def configured(headers: dict[str, str], size: Size) -> SchemathesisConfig:
    """Return how requests with these *headers* are made."""
    phases: dict[str, Any] = {name: {"enabled": False} for name in ("examples", "stateful")}
    phases["coverage"] = {"enabled": size is FULL}
    phases["fuzzing"] = {"error-feedback": {"enabled": False}}  # it takes the members of problems for fields
    return SchemathesisConfig.from_dict(
        {
            "seed": 11,
            "cache": {"enabled": False},
            "continue-on-failure": True,
            "request-timeout": 120,
            "headers": headers | {"Accept-Encoding": "identity"},  # schemathesis decodes nothing
            "generation": {"deterministic": True, "database": "none", "no-shrink": True, "max-examples": size.examples},
            "phases": phases,
            "checks": {name: {"expected-statuses": [*known(name), *statuses]} for name, statuses in IS_REFUSAL.items()},
        }
    )


def met(schema: Any) -> tuple[list[str], Counter[int]]:
    """Send the requests, and return what is wrong with the answers, and how often each status came."""
    found: list[str] = []
    statuses: Counter[int] = Counter()
    for event in from_schema(schema).execute():
        match event:
            case events.ScenarioFinished():
                found += faults(event)
                statuses.update(
                    one.response.status_code for one in event.recorder.interactions.values() if one.response
                )
            case events.NonFatalError():
                found.append(f"{event.label}: {event.value}")
            case events.FatalError():
                raise event.exception
            case _:
                pass
    return found, statuses


def known(check: str) -> list[str]:
    """Return the statuses that schemathesis takes for the right ones."""
    statuses: list[str] = SchemathesisConfig().projects.default.checks.get_by_name(name=check).expected_statuses  # type: ignore[union-attr]
    return statuses
