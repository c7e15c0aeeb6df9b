"""The commands, pages and sessions in the README and the tutorials exist, and the code in them runs."""

import json
import re
import shlex
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from textwrap import dedent
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from games.rules.variants import KEYS, load
from tests.config.service import ROOT, Service

Json = dict[str, Any]

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIALS: Final = ROOT / "docs" / "tutorials"
PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shell(commands: str, service: Service, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the commands of a page, as a user whose files are in *home*."""
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=ROOT,
        env=service.environment | {"XDG_STATE_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def post(base: str, path: str, body: Json, access: str = "") -> Json:
    """Return the answer of the service to a POST."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    headers |= {"Authorization": f"Bearer {access}"} if access else {}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))

    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]

    assert missing == []


def test_the_readme_names_every_variant() -> None:
    introduction = " ".join(README.split("\n- ")[0].split())

    assert [name for name in (load(key).name for key in KEYS) if name not in introduction] == []


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"(?:`|^ +)make ([a-z-]+)", README, re.MULTILINE))

    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    assert targets
    assert targets <= known


@pytest.mark.slow
def test_the_session_over_http_runs_as_it_is_shown(service: Service, tmp_path: Path) -> None:
    page = (TUTORIALS / "http.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    address = (service.state / "address").read_text()
    session = f"PORT={address.rpartition(':')[2]}\n" + re.sub(
        r"\b(game\.json|events\.ndjson)", lambda file: str(tmp_path / file[0]), session
    )

    done = shell(session, service, tmp_path)

    assert done.returncode == 0, done.stderr
    assert '"code":"turn_moved_on"' in done.stdout
    shown, printed = (
        [json.loads(line) for line in text.splitlines() if line.startswith('{"version":')]
        for text in (page, done.stdout)
    )
    assert [event["type"] for event in printed[:2]] == ["turn-began", "time-ran-out"]
    fields = {event["type"]: (list(event), list(event["data"])) for event in shown}
    for event in printed:  # what the clock does depends on the cards
        assert fields.get(event["type"]) in (None, (list(event), list(event["data"])))
    assert done.stdout.endswith("no findings\n")


@pytest.mark.slow
def test_a_game_is_checked_as_the_page_says(service: Service, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "explanation" / "fairness.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    base = f"{(service.state / 'address').read_text()}/api/v1"
    access = play(service, tmp_path, "", "--token").strip()
    game = post(base, "/games", {"variant": "mau_mau", "seats": 2, "bots": ["novice"]}, access)
    answer = post(base, f"/games/{game['id']}/moves", {"turn": game["turn"], "move": "resign"}, access)
    (tmp_path / "kept.json").write_text(json.dumps({"seat": 0, "receipts": [answer["receipt"]]}), encoding="utf-8")
    with urllib.request.urlopen(f"{base}/keys", timeout=60) as keys:
        (tmp_path / "keys.json").write_bytes(keys.read())
    session = re.sub(r"^ID=.*", f"ID={game['id']}", session, flags=re.MULTILINE)
    session = re.sub(r"\b(fairness|events|kept|keys)\.(nd)?json", lambda file: str(tmp_path / file[0]), session)

    done = shell(session.replace("http://127.0.0.1:8000/api/v1", base), service, tmp_path)

    assert done.returncode == 3, done.stdout + done.stderr  # some nonces were not sealed
    assert "CONFIRMED: The seed is the one committed" in done.stdout
    assert "WRONG" not in done.stdout


@pytest.mark.slow
def test_the_client_plays_a_whole_game(service: Service, tmp_path: Path) -> None:
    page = (TUTORIALS / "client.md").read_text(encoding="utf-8")
    program = tmp_path / "client.py"
    program.write_text("\n\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), encoding="utf-8")
    address = (service.state / "address").read_text()

    command = [sys.executable, str(program), f"{address}/api/v1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("You are ")
    assert any(line.startswith("The bot plays ") for line in lines)
    assert lines[-1] in {"You win.", "The bot wins."}
    watched = subprocess.run(
        [*command, lines[1].split()[-1].rstrip(".")], capture_output=True, text=True, timeout=120, check=False
    )
    assert watched.returncode == 0, watched.stderr
    versions = [int(line.split()[0]) for line in watched.stdout.splitlines()[1:]]
    assert versions == [*range(1, len(versions) + 1)]
    assert "game-ended" in watched.stdout


@pytest.mark.slow
def test_the_bot_plays_the_games_of_its_account(service: Service, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "bot.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^   ```python\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE)
    program = tmp_path / "bot.py"
    program.write_text(dedent(source).replace("time.sleep(1)", "time.sleep(0.05)"), encoding="utf-8")
    base = f"{(service.state / 'address').read_text()}/api/v1"

    host, bot = (post(base, "/auth/guest", {})["access"] for _ in range(2))
    asked = {"variant": "mau_mau", "seats": 3, "bots": ["novice"], "bot_pause": 0}
    table = post(base, "/games", asked, host)["id"]
    tokens = [post(base, "/me/tokens", {"name": "my first bot"}, access)["token"] for access in (host, bot)]

    running = [
        subprocess.Popen([sys.executable, str(program), base, tokens[0]], stdout=subprocess.PIPE, text=True),
        subprocess.Popen([sys.executable, str(program), base, tokens[1], table], stdout=subprocess.PIPE, text=True),
    ]

    for process in running:
        said, _ = process.communicate(timeout=180)
        assert process.returncode == 0
        assert f"{table} turn " in said


@pytest.mark.slow
def test_the_commands_that_run_a_bot_set_all_that_they_use(service: Service, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "bot.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^   ```python\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "bot.py").write_text(dedent(source).replace("time.sleep(1)", "time.sleep(0.05)"), encoding="utf-8")
    *blocks, other = (dedent(block) for block in re.findall(r"^   ```sh\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE))
    commands = (
        "".join(blocks).replace('["clever"]', '["clever"], "bot_pause": 0').replace("bot.py", f"{tmp_path}/bot.py")
    )
    # The bot of the service may win one game before the program is on turn.
    commands = re.sub(
        r"(^curl -s \$BASE/games .*?field id\n)", r"\1\1\1", commands, count=1, flags=re.DOTALL | re.MULTILINE
    )
    commands += other.partition("python3 bot.py")[0]  # the program would wait for a person
    commands = commands.replace("http://127.0.0.1:8000", (service.state / "address").read_text())

    done = shell(commands, service, tmp_path)

    assert done.returncode == 0, done.stderr
    assert re.search(r"^[0-9a-f-]{36} turn \d+: ", done.stdout, re.MULTILINE)
    assert re.search(r"^make play ARGS='--game [0-9a-f-]{36}'\n\Z", done.stdout, re.MULTILINE)


@pytest.mark.slow
def test_the_receiver_of_webhooks_gets_a_test_and_a_game(service: Service, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "webhooks.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^   ```python\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "receiver.py").write_text(dedent(source), encoding="utf-8")
    blocks = re.findall(r"^   ```sh\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE)
    commands = "".join(map(dedent, blocks)).replace("http://127.0.0.1:8000", (service.state / "address").read_text())
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    listens = f"until (: < /dev/tcp/127.0.0.1/{port}) 2> /dev/null; do sleep 0.1; done"  # on a busy machine not so soon
    assert commands.count("sleep 1\n") == 1
    commands = commands.replace("8765", str(port)).replace("sleep 1\n", f"{listens}\n")
    commands = commands.replace("python3 receiver.py", f"{sys.executable} receiver.py")
    commands = re.sub(r"\b(receiver\.py|events\.txt|\w+\.json)\b", lambda file: str(tmp_path / file[0]), commands)
    awaited = (
        f"until grep -q ^ping {tmp_path}/events.txt && grep -q ^game.started {tmp_path}/events.txt; do sleep 0.1; done"
    )

    done = shell(f"trap 'kill %1' EXIT\n{commands}\n{awaited}", service, tmp_path)

    assert done.returncode == 0, done.stderr
    game = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["id"]
    events = (tmp_path / "events.txt").read_text(encoding="utf-8")
    assert f"game.started {{'game': '{game}'" in events


def play(service: Service, home: Path, typed: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", "play", *arguments],
        cwd=ROOT,
        env={**service.environment, "XDG_STATE_HOME": str(home), "COLUMNS": "100"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_games_of_the_terminal_can_be_made_and_every_word_is_known(service: Service, tmp_path: Path) -> None:
    page = (TUTORIALS / "play.md").read_text(encoding="utf-8")
    games = re.findall(r'^make play(?: ARGS="((?!--join).*)")?$', page, re.MULTILINE)
    words = re.findall(r"^\| `(\S+)` \|", page, re.MULTILINE)

    assert len(games) == 3
    assert "quit" in words
    for arguments in games:
        said = play(service, tmp_path, "\n".join(words) + "\n", *shlex.split(arguments))
        assert re.search(r"^Game [0-9a-f-]{36}: ", said, re.MULTILINE), said
        assert "The game goes on. To come back:" in said
        assert "Refused" not in said


@pytest.mark.slow
def test_an_app_of_others_signs_a_player_in(service: Service, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "sign-in.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^   ```python\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "sign_in.py").write_text(dedent(source), encoding="utf-8")
    *blocks, _ = (dedent(block) for block in re.findall(r"^   ```sh\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE))
    here = (service.state / "address").read_text()
    done = shell("".join(blocks).replace("http://127.0.0.1:8000", here) + "echo $CLIENT", service, tmp_path)
    assert done.returncode == 0, done.stderr
    name, password = f"player-{uuid4().hex[:8]}", "a long password"
    post(f"{here}/api/v1", "/auth/register", {"username": name, "password": password})

    command = [sys.executable, str(tmp_path / "sign_in.py"), here, done.stdout.strip()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        address = program.stdout.readline().removeprefix("Open ").strip()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for fields in ({"action": "sign-in", "username": name, "password": password}, {"action": "allow"}):
            page = browser.open(address, timeout=60).read().decode()
            (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
            form = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
            page = browser.open(address, form, timeout=60).read().decode()
        said = program.stdout.read()

    assert page == "You can close this page."
    assert said == f"{name} has 0 games and allows: read play\n"
    assert program.returncode == 0
