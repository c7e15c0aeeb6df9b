"""No default in the schema of a request is a value that the service refuses."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from base.identifiers import uuid7
from tests.games.puzzling import a_puzzle
from tests.openapi.document import document

USERNAME = f"d{uuid7().hex[-20:]}"
REQUIRED: dict[str, dict[str, Any]] = {
    "AbsenceClaimRequest": {"kind": "win"},
    "AppRequest": {"name": "Board", "kind": "public", "redirect_uris": ["https://app.example/"]},
    "BotRequest": {"level": "novice"},
    "BotTokenRequest": {"name": "Otto"},
    "Credentials": {"username": USERNAME, "password": "4815 1623 4208"},
    "DeviceRequest": {"kind": "fcm", "token": "x"},
    "EmailChange": {"email": "otto@example.org", "password": "4815 1623 4208"},
    "EmailConfirmation": {"code": "x"},
    "GameRequest": {"variant": "mau_mau", "seats": 2},
    "MoveRequest": {"turn": 1, "move": "draw"},
    "NoteRequest": {"text": "Well played."},
    "PasswordChange": {"old_password": "4815 1623 4208", "new_password": "4815 1623 4209"},
    "PlanRequest": {"deal": 1, "moves": [{"move": "draw"}]},
    "ProposalRequest": {"kind": "pause"},
    "PuzzleAttemptRequest": {"moves": ["draw"]},
    "QueueRequest": {"variant": "mau_mau", "seats": 2},
    "ReadNotices": {"up_to": "01975e0c-8d2f-7b10-a6c3-2f7f5b1e6c3d"},
    "RefreshRequest": {"refresh": "x"},
    "RegisterRequest": {"username": f"{USERNAME}r", "password": "4815 1623 4208"},
    "ResetConfirmation": {"code": "x", "password": "4815 1623 4208"},
    "ResetRequest": {"account": USERNAME},
    "SignInRequest": {"username": USERNAME, "password": "4815 1623 4208"},
    "WebhookRequest": {"url": "https://example.org/hook", "events": ["game.over"]},
    "SubscriptionRequest": {"kind": "calendar"},
    "VariantRequest": {"toml": "key = 'none'"},
    "VoteRequest": {"agrees": True},
}


def bodies() -> Iterator[tuple[str, str, str]]:
    """Yield method, path and schema name of each operation that takes JSON."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content is not None and path != "/api/v1/records":  # a record is a document, not a form
                yield method.upper(), path, content["schema"]["$ref"].rpartition("/")[2]


def defaults(schema: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """Return the defaults in a schema by name, in nested objects, too."""
    found = {}
    for name, part in schema.get("properties", {}).items():
        if "default" in part:
            found[name] = part["default"]
        elif "$ref" in part and (nested := defaults(components[part["$ref"].rpartition("/")[2]], components)):
            found[name] = nested
    return found


def test_there_are_defaults() -> None:
    components = document()["components"]["schemas"]
    found = {schema: defaults(components[schema], components) for _, _, schema in bodies()}

    assert found["LogoutRequest"] == {"all": False}
    assert {name for name, schema in components.items() if name in found and schema.get("required")} <= {
        *REQUIRED, "VacationRequest",
    }  # fmt: skip


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("method", "path", "name"), [*bodies()])
def test_no_default_is_refused(anna: Any, method: str, path: str, name: str) -> None:
    components = document()["components"]["schemas"]
    sent = defaults(components[name], components)
    body = REQUIRED.get(name, {}) | sent
    ids = {"game": anna.opens(seats=2)["id"]} if {"{game}", "{invitation}"} & {*path.split("/")} else {}
    if "{version}" in path:
        ids["version"] = "1"
    if "{proposal}" in path:
        ids["proposal"] = "1"
    if "{app}" in path:
        ids = {"app": anna.upgrade().post("/me/apps", REQUIRED["AppRequest"]).json()["id"]}
    if "{installation_id}" in path:
        ids = {"installation_id": str(uuid7())}
    if "{puzzle}" in path:
        ids = {"puzzle": str(a_puzzle().id)}
    if "{subscription}" in path:
        ids = {"subscription": anna.post("/me/subscriptions", REQUIRED["SubscriptionRequest"]).json()["id"]}
    if "{webhook}" in path:
        ids = {"webhook": anna.upgrade().post("/webhooks", REQUIRED["WebhookRequest"]).json()["id"]}
        ids["delivery"] = anna.post(f"/webhooks/{ids['webhook']}/test").json()["id"]
    if "{invitation}" in path:
        ids["invitation"] = anna.post(f"/games/{ids['game']}/invitations", {}).json()["code"]
    if name == "VacationRequest":  # which has an end that depends on the time
        until = datetime.fromisoformat(anna.get("/me/vacation").json()["server_time"]) + timedelta(days=2)
        body["until"] = until.isoformat()
    headers = {"If_Match": anna.get("/me").headers["ETag"]} if method == "PATCH" else {}

    answer = anna.raw(method, path.removeprefix("/api/v1").format(**ids), json.dumps(body).encode(), **headers)

    refused = {field.partition(".")[0] for field in answer.json().get("errors", {})} if answer.content else set()
    assert not refused & {*sent}, answer.content
    assert not refused & {*REQUIRED.get(name, {})}, answer.content
