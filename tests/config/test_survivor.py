"""The program of the tutorial "A client that survives" loses and doubles nothing, wherever it is killed."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, Final

import pytest

from tests.config.courier import Courier, carrying
from tests.config.service import ROOT, Service, await_that
from tests.config.test_readme import post

PAGE: Final = ROOT / "docs" / "tutorials" / "survive.md"

pytestmark = pytest.mark.slow


@pytest.fixture
def program(tmp_path: Path) -> Path:
    program = tmp_path / "survivor.py"
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    program.write_text("\n\n".join(blocks), encoding="utf-8")
    return program


def start(program: Path, base: str, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(program), base, str(program.with_name("me.json")), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def state_of(program: Path) -> dict[str, Any]:
    return dict(json.loads(program.with_name("me.json").read_text()))


def get(base: str, path: str, access: str) -> Any:
    request = urllib.request.Request(base + path, headers={"Authorization": f"Bearer {access}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def all_items(base: str, path: str, access: str) -> list[Any]:
    page = get(base, path, access)
    items: list[Any] = page["items"]
    while page["next_cursor"]:
        page = get(base, f"{path}?cursor={page['next_cursor']}", access)
        items += page["items"]
    return items


def test_nothing_is_lost_or_doubled_when_it_is_killed_in_the_middle_of_a_move(service: Service, program: Path) -> None:
    address = (service.state / "address").read_text()
    plan: dict[str, list[str | int]] = {
        "guest": ["before", "after"],
        "games": ["before", "after"],
        "look": ["", "before", "after"],
        "moves": ["before", "after", "", 503, 429, "", "before", "after", "after"],
        "refresh": ["after"],
    }
    kills = sum(what in {"before", "after"} for kind in plan.values() for what in kind)
    base, died, words = f"{address}/api/v1", 0, ["bot"]
    with carrying(Courier(address, plan, resign_after=5)) as courier:
        while True:
            running = start(program, f"{courier.url}/api/v1", *words)
            courier.kill, words = running.kill, []
            said, complaint = running.communicate(timeout=120)
            if running.returncode != -signal.SIGKILL:
                break
            died += 1
            if len(courier.keys("moves")) == 1:  # as after a quarter of an hour
                expired = {**state_of(program), "access": "expired"}
                program.with_name("me.json").write_text(json.dumps(expired))
        courier.status = 426
        too_old = start(program, f"{courier.url}/api/v1").communicate(timeout=120)

    assert running.returncode == 0, complaint
    assert said.endswith("The game is over.\n")
    assert died == kills - sum(what in {"before", "after"} for kind in plan.values() for what in kind)
    assert died >= 9, plan
    state = state_of(program)
    assert {one.answer["player"]["id"] for one in courier.taken if one.path.endswith("/guest")} == {
        get(base, "/me", state["access"])["id"]
    }
    assert [game["id"] for game in get(base, "/me/games", state["access"])["items"]] == [state["game"]]
    sent = {one.key: f"0 {one.body['move']}" for one in courier.taken if one.path.endswith("/moves")}
    events = all_items(base, f"/games/{state['game']}/events", state["access"])
    done = [event["command"] for event in events if (event["command"] or "").startswith("0 ")]
    # The log writes the word out that `!` stands for.
    assert [re.sub("!.*", "!", one) for one in done if one != "0 resign"] == [
        re.sub("!.*", "!", one) for one in sent.values()
    ]
    lines = all_items(base, f"/games/{state['game']}/digest", state["access"])
    assert [(line["version"], line["code"]) for line in state["lines"]] == [
        (line["version"], line["code"]) for line in lines
    ]
    assert state["outbox"] == []
    assert "Please update it." in too_old[1]


def assert_over(running: "subprocess.Popen[str]") -> None:
    said, complaint = running.communicate(timeout=120)
    assert (running.returncode, complaint) == (0, "")
    assert said.endswith("The game is over.\n")


def test_it_invites_joins_waits_in_the_queue_and_plays_a_rematch(service: Service, program: Path) -> None:
    base = f"{(service.state / 'address').read_text()}/api/v1"
    friend = post(base, "/auth/guest", {})["access"]

    with start(program, base, "invite") as running:
        assert running.stdout
        code = running.stdout.readline().strip().rpartition("/")[2]
        game = post(base, f"/invitations/{code}/accept", {}, friend)["id"]
        post(base, f"/games/{game}/resignation", {}, friend)
        assert_over(running)
    assert state_of(program)["game"] == game

    asked = {"variant": "mau_mau", "seats": 2, "visibility": "private"}
    game = post(base, "/games", asked, friend)["id"]
    code = post(base, f"/games/{game}/invitations", {}, friend)["code"]
    with start(program, base, "join", code) as running:
        await_that(lambda: get(base, f"/games/{game}", friend)["status"] == "playing")
        post(base, f"/games/{game}/resignation", {}, friend)
        assert_over(running)
    assert state_of(program)["game"] == game

    with start(program, base, "rematch") as running:
        following = post(base, f"/games/{game}/rematch", {}, friend)["id"]
        await_that(lambda: get(base, f"/games/{following}", friend)["status"] == "playing")
        post(base, f"/games/{following}/resignation", {}, friend)
        assert_over(running)
    assert state_of(program)["game"] == following

    with start(program, base, "queue") as running:
        entry = post(base, "/queue-entries", {"variant": "mau_mau", "seats": 2, "preset": "live"}, friend)["id"]
        await_that(lambda: get(base, f"/queue-entries/{entry}", friend)["game"])
        game = get(base, f"/queue-entries/{entry}", friend)["game"]
        post(base, f"/games/{game}/resignation", {}, friend)
        assert_over(running)
    assert state_of(program)["game"] == game

    refused = start(program, base, "join", "unknown")
    assert "Refused: " in refused.communicate(timeout=120)[0]
