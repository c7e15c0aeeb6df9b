"""Programs that read the addresses of subscriptions: they sign in nowhere."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from icalendar import Calendar, Event

from tests.games.api.conftest import Caller


def subscribe(caller: Caller, kind: str, **more: str) -> dict[str, Any]:
    answer = caller.post("/me/subscriptions", {"kind": kind, **more})
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def read(subscription: dict[str, Any], **headers: str) -> HttpResponse:
    """Read an address. Exceptions become answers, as they do behind a server."""
    path = subscription["url"].removeprefix("https://play.example")
    client = Client(raise_request_exception=False)
    return client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})  # type: ignore[return-value]  # its stubs have a class of their own


def calendar(subscription: dict[str, Any]) -> Calendar:
    answer = read(subscription)
    assert answer.status_code == 200, answer.content
    found = Calendar.from_ical(answer.content.decode())
    assert isinstance(found, Calendar)
    return found


def events(subscription: dict[str, Any]) -> list[Event]:
    found = calendar(subscription).events
    assert not [error for event in found for error in event.errors]
    return found
