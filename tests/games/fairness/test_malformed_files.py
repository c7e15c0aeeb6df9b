"""Files that two programs read in two ways, values that are equal but not the same, and receipts that are none."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.log.receipts import base64url, receipt_bytes, thumbprint
from tests.games.fairness.checking import Json, checker, faults
from tests.games.fairness.test_check_fairness import PUBLISHED_KEYS, signed
from tests.games.whole import Whole

check: Final = checker()


@pytest.fixture(scope="module")
def game() -> Whole:
    return Whole("mau_mau", 3, number=0, nonces=("tulip", "rose")).play()


# --- files that two programs read in two ways, or that stop the program


BOMBS: Final[dict[str, str]] = {
    "a name twice": '{"version": 1, "version": 2}',
    "not a number": '{"version": NaN}',
    "infinity": '{"version": -Infinity}',
    "a number too long": '{"version": ' + "9" * 5000 + "}",
    "deep": "[" * 100_000,
    "half a character": '{"version": 1, "type": "\\ud800"}',
    "nothing": "",
    "blank lines": "\n\n",
    "another encoding": "\ufeff{}",
    "a list": "[]",
}


@pytest.mark.parametrize("what", BOMBS)
@pytest.mark.parametrize("where", ["proof", "events", "kept", "keys", "ruleset"])
def test_files_that_are_strange_end_without_a_traceback(
    tmp_path: Path, game: Whole, what: str, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "proof": json.dumps(game.fairness), "events": "\n".join(map(json.dumps, game.feed())), "kept": "{}",
        "keys": json.dumps(PUBLISHED_KEYS), "ruleset": game.fairness["ruleset"],
    } | {where: BOMBS[what]}  # fmt: skip
    paths = {name: tmp_path / name for name in files}
    for name, text in files.items():
        paths[name].write_text(text, encoding="utf-8")
    kept, keys, ruleset = (str(paths[name]) for name in ("kept", "keys", "ruleset"))

    status = check.main([
        str(paths["proof"]), str(paths["events"]), "--kept", kept, "--keys", keys, "--ruleset", ruleset,
    ])  # fmt: skip

    out = capsys.readouterr()
    assert status in (1, 2), out
    assert (out.err if status == 2 else out.out).startswith(("These files cannot be checked: ", "WRONG: "))


PROBLEM: Final = {
    "type": "/api/v1/problems/not_authenticated",
    "title": "x",
    "status": 401,
    "code": "not_authenticated",
}


@pytest.mark.parametrize("where", ["fairness.json", "events.ndjson", "keys.json"])
def test_an_error_answer_does_not_accuse_the_house(
    tmp_path: Path, game: Whole, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "fairness.json": json.dumps(game.fairness), "events.ndjson": "\n".join(map(json.dumps, game.feed())),
        "keys.json": json.dumps(PUBLISHED_KEYS),
    } | {where: json.dumps(PROBLEM)}  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    fairness, events, keys = (str(tmp_path / name) for name in files)

    status = check.main([fairness, events, "--keys", keys])

    out = capsys.readouterr()
    assert (status, out.out) == (2, "")
    assert f"{where} holds an error answer (401 not_authenticated), no evidence." in out.err


@pytest.mark.parametrize("where", ["proof", "events"])
def test_a_house_cannot_call_its_evidence_an_error(tmp_path: Path, game: Whole, where: str) -> None:
    proof, feed = dict(game.fairness), game.feed()
    feed[3] = {**feed[3], "hash": "sha256:" + "0" * 64}
    (proof if where == "proof" else feed[3]).update(PROBLEM | ({} if where == "proof" else {"type": feed[3]["type"]}))
    (tmp_path / "proof").write_text(json.dumps(proof), encoding="utf-8")
    (tmp_path / "events").write_text("\n".join(map(json.dumps, feed)), encoding="utf-8")

    assert check.main([str(tmp_path / "proof"), str(tmp_path / "events")]) == 1


def test_an_event_stream_is_parted_by_line_feeds_alone(tmp_path: Path) -> None:
    """A nonce may hold any character; some programs take U+2028 for the end of a line."""
    game = Whole("mau_mau", 2, nonces=("tu\u2028lip\x85", "rose")).play()
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in game.feed())
    (tmp_path / "events").write_text(lines, encoding="utf-8")
    (tmp_path / "proof").write_text(json.dumps(game.fairness), encoding="utf-8")

    assert check.main([str(tmp_path / "proof"), str(tmp_path / "events")]) == 3


def test_no_text_of_the_house_looks_like_a_line_of_the_checker(
    tmp_path: Path, game: Whole, capsys: pytest.CaptureFixture[str]
) -> None:
    feed = game.feed()
    receipt = signed(feed, str(game.id), len(feed)) | {"kid": "x\nCONFIRMED: all is well\x1b[2J\u202e"}
    (tmp_path / "events").write_text("\n".join(map(json.dumps, feed)), encoding="utf-8")
    (tmp_path / "proof").write_text(json.dumps(game.fairness | {"receipt": receipt}), encoding="utf-8")

    check.main([str(tmp_path / "proof"), str(tmp_path / "events")])

    out = capsys.readouterr().out
    assert "\nCONFIRMED: all is well" not in out
    assert out.isascii()
    assert "\x1b" not in out


SHAPES: Final[dict[str, tuple[str, Callable[[list[Json]], object]]]] = {
    "a version that is true": ("chain: ", lambda feed: feed[0].update(version=True)),
    "a version with a fraction": ("chain: ", lambda feed: feed[0].update(version=1.0)),
    "an act with a fraction": ("malformed: ", lambda feed: act_of(feed).update(act=2.0)),
    "a seat from behind": ("malformed: ", lambda feed: feed[1].update(seat=-3)),
    "a seat that is false": ("malformed: ", lambda feed: feed[1].update(seat=False)),
    "too many seats": ("malformed: ", lambda feed: feed[0]["data"].update(seats=10**30)),
    "no seats": ("malformed: ", lambda feed: feed[0]["data"].update(seats=0)),
    "half a winner": ("malformed: ", lambda feed: of_type(feed, "deal-ended").update(winner=1.5)),
    "half a dealer": ("malformed: ", lambda feed: of_type(feed, "deal-began").update(dealer=0.5)),
}


def of_type(feed: list[Json], kind: str) -> Json:
    data: Json = next(event["data"] for event in feed if event["type"] == kind)
    return data


def act_of(feed: list[Json]) -> Json:
    return of_type(feed, "stock-shuffled")


@pytest.mark.parametrize("shape", SHAPES)
def test_values_that_are_equal_but_not_the_same(shape: str, game: Whole) -> None:
    named, change = SHAPES[shape]
    feed = deepcopy(game.feed())
    change(feed)

    found = faults(game.fairness, feed)

    assert any(fault.startswith(named) for fault in found), found


def test_a_game_without_its_start_is_not_proved(game: Whole) -> None:
    place = next(n for n, event in enumerate(game.feed()) if event["type"] == "game-started")
    report = check.check(game.fairness | {"acts": []}, game.feed()[:place])

    assert "order: the seed is shown, but the events end before the game starts" in report.faults
    assert not any("deck" in line for line in report.confirmed)


def test_a_game_that_is_over_without_its_seed(game: Whole) -> None:
    feed = [event | {"salt": None, "origin": None} for event in game.feed()[:3]]

    assert "seed: the game is over, but the house does not show the seed" in faults(
        game.fairness | {"seed": None}, feed
    )


# --- receipts


def test_events_that_end_before_a_receipt_are_not_called_rewritten_alone(game: Whole) -> None:
    feed = game.feed()
    kept = {"receipts": [signed(feed, str(game.id), len(feed))], "keys": PUBLISHED_KEYS}

    found = check.check(game.fairness, feed[:-1], kept).faults

    assert any("Unless you left out a page of them, events were removed" in fault for fault in found), found


@pytest.mark.parametrize("version", [0, -1, True, 1.0, "1", None, 10**40])
def test_a_receipt_for_no_version(version: Any, game: Whole) -> None:
    feed = game.feed()
    receipt = signed(feed, str(game.id), 1) | {"version": version}

    report = check.check(game.fairness, feed, {"receipts": [receipt], "keys": PUBLISHED_KEYS})

    assert any(fault.startswith("receipt: ") for fault in report.faults), report.faults
    assert not any(line.startswith("The receipt") for line in report.confirmed)


@pytest.mark.parametrize("heads", [{"0": -1}, {"-1": -2}])
def test_a_head_of_no_version(heads: dict[str, int], game: Whole) -> None:
    feed = game.feed()
    kept = {"heads": {version: feed[place]["hash"] for version, place in heads.items()}}

    assert check.check(game.fairness, feed, kept).faults[0].startswith("rewritten: the head of version ")


def test_a_key_that_anybody_can_sign_with(game: Whole) -> None:
    """Under a point of small order a signature of nothing is good for every eighth message: receipts prove nothing."""
    feed, weak = game.feed(), bytes([1, *bytes(31)])
    keys = {"keys": [{"kty": "OKP", "crv": "Ed25519", "x": base64url(weak), "kid": thumbprint(weak)}]}
    receipt = signed(feed, str(game.id), 1) | {"kid": thumbprint(weak), "signature": base64url(weak + bytes(32))}
    assert check.verify(weak, b"anything", weak + bytes(32))

    report = check.check(game.fairness, feed, {"receipts": [receipt], "keys": keys})

    assert any(fault.startswith("key: the key ") for fault in report.faults)


def test_a_new_key_may_sign_an_event_that_is_older(game: Whole) -> None:
    """When the house has a new key, `GET /games/{id}/fairness` signs the last event of every game with it."""
    feed = game.feed()
    keys = {"keys": [PUBLISHED_KEYS["keys"][0] | {"valid_from": "2026-11-21T09:00:08Z"}]}

    report = check.check(game.fairness, feed, {"receipts": [signed(feed, str(game.id), 12)], "keys": keys})

    assert report.faults == []
    assert "The receipt for version 12 belongs to the events shown now." in report.confirmed


@pytest.mark.parametrize("ends", ["2026-11-21T09:00:06Z", "2026-11-22"])
def test_a_key_that_was_not_valid_then(ends: str, game: Whole) -> None:
    feed = game.feed()
    keys = {"keys": [PUBLISHED_KEYS["keys"][0] | {"valid_from": "2026-01-01T00:00:00Z", "valid_until": ends}]}

    report = check.check(game.fairness, feed, {"receipts": [signed(feed, str(game.id), 12)], "keys": keys})

    assert len(report.faults) == 1
    assert not any(line.startswith("The receipt") for line in report.confirmed)


def test_the_receipt_of_another_house_for_this_game(game: Whole) -> None:
    feed, other = game.feed(), Ed25519PrivateKey.from_private_bytes(b"\x08" * 32)
    receipt = {key: value for key, value in signed(feed, str(game.id), 12).items() if key != "signature"}
    receipt |= {"signature": base64url(other.sign(receipt_bytes(receipt)))}

    assert (
        check.check(game.fairness, feed, {"receipts": [receipt], "keys": PUBLISHED_KEYS})
        .faults[0]
        .startswith("receipt: ")
    )
