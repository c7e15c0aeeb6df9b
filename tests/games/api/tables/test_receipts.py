"""Receipts: with every answer, verifiable by anybody from the public keys alone, and always the same."""

import base64
import json
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.services import signing
from tests.games.api.tables.test_moves import on_turn


def verified(caller: Any, receipt: dict[str, Any]) -> dict[str, Any]:
    """Check a receipt as a stranger would, and return it."""
    keys = {key["kid"]: key for key in caller.get("/keys").json()["keys"]}
    public = Ed25519PublicKey.from_public_bytes(unbase64(keys[receipt["kid"]]["x"]))
    told = {name: receipt[name] for name in ("at", "game", "head", "kid", "version")}
    text = json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    public.verify(unbase64(receipt["signature"]), b"maumau receipt v1\n" + text)
    return receipt


def unbase64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_move_has_a_receipt_for_its_last_event(duel: str, anna: Any, bert: Any, nobody: Any) -> None:
    caller, table = on_turn(duel, anna, bert)

    made = caller.moves(duel, table["you"]["moves"][0], table["turn"]).json()

    last, receipt = made["events"][-1], verified(nobody, made["receipt"])
    assert (receipt["game"], receipt["version"]) == (duel, last["version"])
    assert (receipt["head"], receipt["at"]) == (last["hash"], last["at"])
    assert caller.get(f"/games/{duel}").json()["receipt"] == receipt
    forged = receipt | {"head": "sha256:" + "0" * 64}
    with pytest.raises(InvalidSignature):
        verified(nobody, forged)


def test_a_repeated_move_gets_the_receipt_of_its_version(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    first = caller.moves(duel, table["you"]["moves"][0], table["turn"], key="k").json()
    assert caller.moves(duel, table["you"]["moves"][0], table["turn"], key="k").json()["receipt"] == first["receipt"]
    other, later = on_turn(duel, anna, bert)
    other.moves(duel, later["you"]["moves"][0], later["turn"])

    again = caller.moves(duel, table["you"]["moves"][0], table["turn"], key="k").json()

    assert again["receipt"] == first["receipt"]


def test_tables_that_are_made_and_seats_that_are_taken_have_one(anna: Any, bert: Any) -> None:
    made = anna.post("/games", {"variant": "mau_mau", "seats": 3}).json()
    seated = bert.post(f"/games/{made['id']}/seats", {}).json()
    started = anna.post(f"/games/{made['id']}/bots", {"level": "novice"}).json()

    for table in (made, seated, started):
        receipt = verified(bert, table["receipt"])
        assert (receipt["version"], receipt["head"]) == (table["version"], table["head"])
    assert made["version"] < seated["version"] < started["version"]


def test_a_game_that_is_over_has_its_final_receipt(ended: Any, anna: Any, stranger: Any) -> None:
    game = ended()

    receipt = verified(stranger, stranger.get(f"/games/{game}").json()["receipt"])

    proof = stranger.get(f"/games/{game}/fairness").json()
    assert proof["receipt"] == receipt
    assert (proof["head"], receipt["head"]) == (receipt["head"], anna.feed(game)[-1]["hash"])


def test_a_move_asks_no_more_of_the_database(duel: str, anna: Any, bert: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    signing.signer()
    caller, table = on_turn(duel, anna, bert)

    def ask() -> Any:
        raise AssertionError("a move asked for the key")

    monkeypatch.setattr(signing, "_current", ask)
    assert caller.moves(duel, table["you"]["moves"][0], table["turn"]).status_code == 201


def test_the_keys_are_public_and_may_be_cached_for_a_short_time(nobody: Any, rules: None) -> None:  # noqa: ARG001
    answer = nobody.get("/keys")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    assert nobody.get("/keys", If_None_Match=answer.headers["ETag"]).status_code == 304
    signing.rotate()
    newest, retired = nobody.get("/keys", If_None_Match=answer.headers["ETag"]).json()["keys"]
    assert {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "valid_until": None}.items() <= newest.items()
    assert [retired["kid"]] == [key["kid"] for key in answer.json()["keys"]]
    assert retired["valid_until"] > newest["valid_from"]
