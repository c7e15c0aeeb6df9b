"""`manage.py play` in a pseudo-terminal with a real service: games are played, left, taken up and resigned."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from games.client import nonces
from games.client.account import Account
from games.client.api_client import ApiClient
from games.client.http import HttpClient
from tests.config.service import Service, await_that
from tests.games.client.terminal import ROOT, Terminal
from tests.games.fairness.checking import checker

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("play")]

PROMPT = r"\(\? helps\) > $"
ASKS = r"(\(\? helps\)|goes back\)|Enter waits) > $"
_BRISK = """
import secrets
from uuid import UUID
from games.services import Terms, open_game, opening
opening.uuid7, secrets.token_hex = lambda: UUID("{id}"), lambda _: "{seed}"
print(open_game(player=UUID("{me}"), terms=Terms(bot_pause=0), **{wish}))
"""
END = r"Read the game again as events:\n +curl .*limit=100'\n(?=`again` plays another.* > )"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    state = Path(tempfile.mkdtemp(prefix="maumau-play-"))
    state.chmod(0o711)
    service = Service(state)
    service.start()
    yield service
    service.stop()
    shutil.rmtree(state)


class Player:
    """A person with a home directory, who opens one terminal after the other."""

    def __init__(self, service: Service, home: Path) -> None:
        self._service = service
        self.url = (service.state / "address").read_text()
        self.home = home
        self.environment = {**service.environment, "XDG_STATE_HOME": str(home), "PORT": "", "PAGER": "cat"}
        self._open: list[Terminal] = []
        self._https: list[HttpClient] = []

    def sit(self, *arguments: str) -> Terminal:
        self._open.append(Terminal(self.environment, *arguments))
        return self._open[-1]

    def open_brisk(self, variant: str, number: int, **options: object) -> str:
        """Make a game with a bot that answers at once, and return its id. The API does not offer such a bot.

        Its chance is that of its *number*, so it takes the same course each time.
        """
        chance = {"id": UUID(int=0x7 << 76 | 0b10 << 62 | number), "seed": f"{number:064x}"}
        me = self.other_client().get("/me").body["id"]
        wish = {"variant": variant, "seats": 2, "bots": ["novice"], "options": options}
        made = self._service.manage(
            "shell", "--no-imports", "-c", _BRISK.format(me=me, wish=wish, **chance), stdout=subprocess.PIPE
        )
        return made.communicate(timeout=180)[0].decode().strip()

    def leave(self) -> None:
        for terminal in self._open:
            terminal.kill()
        for http in self._https:
            http.close()

    def other_client(self, folder: Path | None = None) -> ApiClient:
        """Return another client of this person, or of somebody else whose account is in *folder*."""
        account = Account.load(self.url, folder or self.home / "maumau")
        self._https.append(HttpClient(self.url))
        return ApiClient(self._https[-1], account, lambda _: None)


@pytest.fixture
def player(service: Service, tmp_path: Path) -> Iterator[Player]:
    player = Player(service, tmp_path)
    yield player
    player.leave()


def test_a_whole_game_is_played_and_read_back_as_events(player: Player) -> None:
    game = player.open_brisk("mau_mau", 100)
    terminal = player.sit("--game", game)
    while not (said := terminal.until(f"{ASKS}|{END}", 90)).endswith("limit=100'\n"):
        terminal.type("1!" if "1! announces" in said else "1")
    terminal.until(r"Enter ends > $")
    terminal.type("back")
    assert "The deal is over" in terminal.until(r"`again` plays another.* > $")
    terminal.type("again")
    terminal.until(PROMPT)
    terminal.type("quit")
    assert terminal.close() == 0
    assert "place  who" in terminal.said
    assert re.search(r"(You win|novice-1 wins) the game (without cards left|with least left in hand)", terminal.said)
    token = player.sit("--token")
    assert token.close() == 0
    caller = player.other_client()
    events = caller.get(f"/games/{game}/events?after=0&limit=100").body["items"]
    while events[-1]["type"] != "game-ended":
        events += caller.get(f"/games/{game}/events?after={events[-1]['version']}&limit=100").body["items"]
    assert [event["version"] for event in events] == [*range(1, len(events) + 1)]
    assert caller.account.access == token.said.strip()
    command = terminal.said.rpartition("as events:\n")[2].partition("\n")[0]
    lines = subprocess.run(
        ["bash", "-c", command], cwd="/", env=player.environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [json.loads(line) for line in lines] == events


def test_games_of_claims_are_played_to_the_end(player: Player) -> None:
    heard = ""
    for number in range(10):  # the bot claims in most games
        if "Do you believe the claim?" in heard:
            break
        terminal = player.sit("--game", player.open_brisk("prsi", number, blind=True))
        while not (said := terminal.until(f"{ASKS}|{END}", 90)).endswith("limit=100'\n"):
            terminal.type("1!" if "1! announces" in said else "1")
        terminal.type("")
        assert terminal.close() == 0
        assert "place  who" in terminal.said
        heard += terminal.said
    assert "Do you believe the claim?" in heard
    assert "blind=true" in heard
    assert "Which card do you claim it is?" in heard
    assert "Refused" not in heard


@pytest.mark.parametrize(
    ("encoding", "speech"),
    [
        ("latin-1", {"PYTHONIOENCODING": "latin-1"}),  # it has a middle dot, and no suits and arrows
        ("ascii", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    ],
    ids=["latin-1", "ascii"],
)
def test_a_terminal_without_utf_8_is_shown_ascii(player: Player, encoding: str, speech: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "play", "--bots", "novice"],
        cwd=ROOT, env={**player.environment, **speech}, input="♠ \xff\nquit\n".encode() + b"\xff\n",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    said = done.stdout.decode(encoding)
    assert done.returncode == 0, said
    assert re.search(r"up-card    (10|[2-9JQKA])[SHDC]\b", said)
    assert re.search(r"^ ->    0  you", said, re.MULTILINE)


def test_the_way_back_works_from_any_directory(player: Player) -> None:
    terminal = player.sit("--bots", "novice")
    terminal.until(r"Game [0-9a-f-]{36}: mau_mau against novice\.")
    terminal.until(PROMPT)
    terminal.type("quit")
    terminal.until("To come back:\n")
    assert terminal.close() == 0
    command = terminal.said.rpartition("To come back:\n")[2]
    back = subprocess.run(
        ["bash", "-c", command], cwd="/", env=player.environment, input="quit\n", capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert back.returncode == 0, back.stderr
    assert "your hand" in back.stdout


def test_an_option_gets_a_value_of_its_own_type(player: Player) -> None:
    """The 8 of this option is text, the 2 of the other one is a number."""
    terminal = player.sit(
        "--variant", "101", "--option", "cover_card=8", "--option", "seven_draw=2", "--option", "stack=on"
    )
    for option in ("cover_card=8", "seven_draw=2", "stack=true"):
        assert option in terminal.said or terminal.until(option)
    terminal.interrupt()
    assert terminal.close() == 0


def test_left_taken_up_refused_explained_and_resigned(player: Player) -> None:
    first = player.sit("--bots", "novice,novice", "--option", "seven_stack=true", "--option", "deal=6")
    game = first.until(r"Game ([0-9a-f-]{36}): ").split("Game ")[1][:36]
    said = first.until(PROMPT)
    hand = said.split("your hand")[1].split("\n")[0]
    assert "seven_stack=true" in said
    assert "deal=6" in said
    first.type("quit")
    first.until(r"The game goes on\. To come back:\n")
    assert first.close() == 0

    again = player.sit()
    again.until(f"Taking up game {game}")
    assert hand in again.until(PROMPT)
    held = player.other_client().get(f"/games/{game}").body["you"]["hand"]
    missing = next(card for suit in "SHDC" for rank in "789TQKA" if (card := f"{rank}{suit}") not in held)
    again.type(f"{missing.lower()}")
    again.until(r"Refused \(card_not_held, K-29\): You do not hold these cards\.")
    again.until(PROMPT)
    again.type("why")
    again.until(r"K-29 .*\n")
    again.until(PROMPT)
    again.type("rules MM-22")
    again.until(r"MM-22 A seat that cannot play draws one card")
    again.until(PROMPT)
    again.type("xyzzy")
    again.until(r"That is no move\. Type a number of the menu")
    again.until(PROMPT)
    again.type("?")
    again.until("announces: 3! or JC>H!")
    again.until(PROMPT)
    again.interrupt()
    again.until("The game goes on")
    assert again.close() == 0

    last = player.sit("--game", game)
    last.until(PROMPT)
    last.type("resign")
    last.until(r"\(yes/no\) > $")
    last.type("no")
    last.until(PROMPT)
    last.type("resign")
    last.until(r"\(yes/no\) > $")
    last.type("yes")
    last.until("You resign.")
    if ask := last.until(rf"{END}|novice-1 (plays|draws)|Waiting for"):
        last.interrupt()
    assert last.close() == 0, ask


def test_a_turn_that_moved_on_elsewhere_shows_the_fresh_table(player: Player) -> None:
    terminal = player.sit("--bots", "novice")
    game = terminal.until(r"Game ([0-9a-f-]{36}): ").split("Game ")[1][:36]
    terminal.until(PROMPT)
    elsewhere = player.other_client()
    table = elsewhere.get(f"/games/{game}").body
    move = table["you"]["moves"][0]
    elsewhere.post(f"/games/{game}/moves", {"turn": table["turn"], "move": move})
    terminal.type(move)
    terminal.until("Refused: Another decision is due")
    terminal.until("You (play|draw)")
    terminal.interrupt()
    assert terminal.close() == 0


def test_a_move_survives_the_death_of_the_server(player: Player, service: Service) -> None:
    terminal = player.sit("--bots", "novice")
    terminal.until(PROMPT)
    web = service.pid_of("web 1")
    assert web
    os.kill(web, signal.SIGKILL)
    terminal.type("1")
    said = terminal.until(r"You (play|draw)|goes back\) > $", 90)
    if said.endswith("> "):
        terminal.type("1")
        terminal.until(r"You play", 90)
    terminal.interrupt()
    terminal.close()
    assert re.search(r"You (play (?!as )|draw)", terminal.said)


def test_a_link_seats_at_a_private_sealed_table_and_again_at_its_rematch(player: Player, tmp_path: Path) -> None:
    host = player.other_client(tmp_path / "host")
    asked = {"variant": "mau_mau", "seats": 2, "visibility": "private", "sealed": True}
    game = nonces.sit(host, "/games", asked, is_sealed=True)
    link = host.post(f"/games/{game}/invitations", {}).body["url"]

    terminal = player.sit("--join", link)
    terminal.until(f"Game {game}: Mau-Mau, to which")
    give_nonce(host, game)
    terminal.until(r"is turned up\.")
    assert f"to which {host.account.name} (guest) has invited you." in " ".join(terminal.said.split())
    if host.get(f"/games/{game}").body["on_turn"] == 0:
        host.post(f"/games/{game}/resignation", {})
    else:
        terminal.until(PROMPT)
        terminal.type("resign")
        terminal.until(r"\(yes/no\) > $")
        terminal.type("yes")
    terminal.until(r"`again` plays another.* > $")
    assert verdict_of(player, game) == "proved"
    terminal.type("again")
    terminal.until(r"Game [0-9a-f-]{36}\.")
    following = host.get(f"/games/{game}").body["rematch"]
    assert f"Game {following}." in terminal.said
    assert nonces.sit(host, f"/games/{game}/rematch", {}, is_sealed=True) == following
    give_nonce(host, following)
    terminal.until(r"is turned up\.")
    terminal.interrupt()
    assert terminal.close() == 0

    again = player.sit(f"--join={link.rpartition('/')[2]}")
    again.until("This invitation cannot be accepted any more")
    assert again.close() == 1


def verdict_of(player: Player, game: str) -> str:
    """Return the reason for the verdict of docs/check_fairness.py, with what the terminal kept."""
    terminal = player.sit("--kept", "--game", game)
    assert terminal.close() == 0
    kept, api = json.loads(terminal.said), player.other_client()
    events = api.get(f"/games/{game}/events?limit=100").body["items"]
    report = checker().check(api.get(f"/games/{game}/fairness").body, events, kept, [api.get("/keys").body])
    return str(report.reason)


def give_nonce(host: ApiClient, game: str) -> None:
    """Open the nonce of *host*, as soon as the table asks for it."""
    await_that(lambda: host.get(f"/games/{game}").body["nonces_due"])
    nonces.provide(host, host.get(f"/games/{game}").body, print)


def test_what_cannot_be_is_told_in_one_line(player: Player) -> None:
    for arguments, told in (
        (("--variant", "poker"), "CommandError"),
        (("--option", "seven_stack"), "write NAME=VALUE"),
        (("--option", "sven=true"), r"--option sven: There is no such option"),
        (("--bots", "grandmaster"), r"--bots: "),
        (("--bots", "novice", "--bot-pause", "500"), r"--bot-pause: "),
        (("--bots", ","), "name at least one level"),
        (("--game", "01975e0c-0000-7000-8000-000000000000"), "There is nothing here"),
        (("--join", "a b"), "'a b' is no link or code of an invitation"),
        (("--join", "unknown"), "There is nothing here"),
        (("--game", "a b"), "'a b' is not the id of a game"),
        (("--url", "ftp://x"), "is not the address of a server"),
    ):
        terminal = player.sit(*arguments)
        terminal.until(told)
        assert terminal.close() == 1
        assert "Traceback" not in terminal.said
