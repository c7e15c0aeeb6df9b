from typing import Any

import pytest
from django.test import override_settings


def test_meta(nobody: Any, db: None) -> None:  # noqa: ARG001
    meta = nobody.get("/meta").json()

    assert meta["notation"] == 1
    assert meta["limits"]["body_bytes"] == 65_536
    assert {"novice", "clever"} <= set(meta["bots"])
    assert meta["clocks"]["daily"][0] == {"seats": 2, "turn": 86_400, "bank": 259_200}
    assert meta["clocks"]["none"] == []
    assert meta["server_time"].endswith("Z")


def test_alive(nobody: Any) -> None:
    assert nobody.get("/healthz").json() == {"status": "ok"}


@pytest.mark.parametrize("path", ["/openapi.json", "/docs/"])
def test_the_documentation_is_served(nobody: Any, path: str, db: None) -> None:  # noqa: ARG001
    answer = nobody.get(path)

    assert answer.status_code == 200
    assert b"://cdn" not in answer.content


@override_settings(RATE_LIMITS={"play": {"player": (2, 60)}})
def test_play_has_a_bucket_of_its_own(duel: str, anna: Any) -> None:
    codes = [anna.moves(duel, "7", 1).status_code for _ in range(3)]

    assert codes == [422, 422, 429]
    assert anna.get(f"/games/{duel}").status_code == 200


def test_an_old_client_can_read_which_versions_it_may_have(nobody: Any, settings: Any, db: None) -> None:  # noqa: ARG001
    settings.MIN_CLIENT_VERSION = {"ios": "1.10"}

    meta = nobody.get("/meta", Client_Version="ios/1.0")

    assert meta.json()["min_client_version"] == {"ios": "1.10"}
    assert nobody.get("/games", Client_Version="ios/1.0").status_code == 426


def test_meta_is_modified_by_what_it_says_and_not_by_the_time(nobody: Any, settings: Any, db: None) -> None:  # noqa: ARG001
    first = nobody.get("/meta")

    assert nobody.get("/meta", If_None_Match=first.headers["ETag"]).status_code == 304
    settings.MIN_CLIENT_VERSION = {"ios": "2"}
    assert nobody.get("/meta", If_None_Match=first.headers["ETag"]).status_code == 200


def test_probes_are_stored_by_nobody(nobody: Any, db: None) -> None:  # noqa: ARG001
    assert nobody.get("/healthz").headers["Cache-Control"] == "no-store"
    assert nobody.get("/readyz").headers["Cache-Control"] == "no-store"
