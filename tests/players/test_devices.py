from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from django.db.models import F

from players.cleanup import delete_expired
from players.devices import DEVICES
from players.models import Device, Session

FCM: Final = {"kind": "fcm", "token": "fcm-token-0123456789"}
WEB: Final = {
    "kind": "web_push",
    "endpoint": "https://push.example/send/abcdefgh",
    "p256dh": "B" * 87,
    "auth": "a" * 22,
}


def put(caller: Any, address: dict[str, Any], installation: UUID | None = None) -> Any:
    return caller.send("PUT", f"/me/devices/{installation or uuid4()}", address)


def listed(caller: Any) -> list[Any]:
    return list(caller.send("GET", "/me/devices").json()["items"])


@pytest.mark.parametrize("address", [FCM, {**FCM, "kind": "apns"}, WEB])
def test_a_device_is_registered_and_listed_without_its_address(guest: Any, address: dict[str, str]) -> None:
    installation = uuid4()

    answer = put(guest, address, installation)

    assert answer.status_code == 200
    shown = answer.json()
    assert (shown["installation_id"], shown["kind"], shown["current"]) == (str(installation), address["kind"], True)
    secret = address.get("token") or address["endpoint"]
    assert shown["address_ending"] == secret[-4:]
    assert listed(guest) == [shown]
    for one in (answer, guest.send("GET", "/me/devices")):
        assert not [part for name, part in address.items() if name != "kind" and part.encode() in one.content]


def test_a_device_is_sent_again_with_a_new_address(guest: Any) -> None:
    installation = uuid4()
    first = put(guest, FCM, installation).json()

    again = put(guest, WEB, installation).json()

    assert (again["kind"], again["created_at"]) == ("web_push", first["created_at"])
    assert again["updated_at"] > first["updated_at"]
    assert listed(guest) == [again]
    assert Device.objects.get().token == ""


def test_an_address_moves_to_the_account_that_registers_it_last(guest: Any, member: Any) -> None:
    put(guest, FCM)
    put(guest, WEB)

    put(member, FCM)

    assert [one["kind"] for one in listed(guest)] == ["web_push"]
    assert [one["kind"] for one in listed(member)] == ["fcm"]


def test_an_installation_of_another_account_is_left_alone(guest: Any, member: Any) -> None:
    installation = uuid4()
    put(guest, FCM, installation)

    assert member.send("DELETE", f"/me/devices/{installation}").status_code == 404
    put(member, WEB, installation)

    assert [one["kind"] for one in listed(guest)] == ["fcm"]
    assert [one["kind"] for one in listed(member)] == ["web_push"]


def test_a_device_is_removed(guest: Any) -> None:
    installation = uuid4()
    put(guest, FCM, installation)

    assert guest.send("DELETE", f"/me/devices/{installation}").status_code == 204
    assert guest.send("DELETE", f"/me/devices/{installation}").status_code == 404
    assert not Device.objects.exists()


def test_a_device_goes_with_its_session(member: Any, caller: Any, password: str) -> None:
    caller.sign_in("/auth/token", {"username": "Anna", "password": password})
    put(caller, FCM)
    put(member, WEB)
    assert [one["current"] for one in listed(member)] == [True, False]

    member.send("DELETE", f"/me/sessions/{caller.session}")

    assert [one["kind"] for one in listed(member)] == ["web_push"]
    assert Device.objects.count() == 1
    member.send("POST", "/auth/logout")
    assert not Device.objects.exists()


def test_a_device_goes_when_its_session_expires(member: Any, caller: Any, password: str) -> None:
    caller.sign_in("/auth/token", {"username": "Anna", "password": password})
    put(caller, FCM)
    Session.objects.filter(id=caller.session).update(expires_at=F("created_at"))
    assert not listed(member)

    Session.objects.filter(devices__isnull=False).update(expires_at=F("created_at") - timedelta(days=31))
    delete_expired()

    assert not Device.objects.exists()


def test_devices_are_counted(guest: Any) -> None:
    for number in range(DEVICES):
        assert put(guest, {**FCM, "token": f"token {number}"}).status_code == 200

    answer = put(guest, FCM)

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_devices")
    assert Device.objects.count() == DEVICES


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "fcm"}, "token"),
        ({"kind": "fcm", "token": ""}, "token"),
        ({"kind": "fcm", "token": "x" * 4097}, "token"),
        ({"kind": "fcm", "token": "x\n"}, "token"),
        ({"kind": "pigeon", "token": "x"}, "kind"),
        ({**FCM, "endpoint": "https://push.example/"}, "endpoint"),
        ({**WEB, "token": "x"}, "token"),
        ({**WEB, "endpoint": "http://push.example/"}, "endpoint"),
        ({**WEB, "endpoint": "https://"}, "endpoint"),
        ({**WEB, "endpoint": "https://[::1"}, "endpoint"),
        ({**WEB, "endpoint": "https://me@push.example/"}, "endpoint"),
        ({**WEB, "endpoint": "https://127.0.0.1/"}, "endpoint"),
        ({**WEB, "endpoint": "https://0x7f000001/"}, "endpoint"),
        ({**WEB, "endpoint": "https://[::1]/"}, "endpoint"),
        ({**WEB, "endpoint": "https://push.internal/"}, "endpoint"),
        ({**WEB, "endpoint": "https://push.example:99999/"}, "endpoint"),
        ({**WEB, "p256dh": "B" * 86}, "p256dh"),
        ({**WEB, "auth": "/" * 22}, "auth"),
        ({**FCM, "session": "x"}, "session"),
    ],
)
def test_a_wrong_address_is_refused_and_not_stored(guest: Any, wrong: dict[str, Any], field: str) -> None:
    answer = put(guest, wrong)

    assert answer.status_code == 422
    assert field in answer.json()["errors"]
    assert not Device.objects.exists()


def test_no_push_token_is_logged(guest: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        put(guest, FCM)
        put(guest, {**FCM, "nonsense": FCM["token"]})

    assert caplog.records
    assert FCM["token"] not in caplog.text
