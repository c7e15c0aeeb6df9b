"""`manage.py play`: a game in the terminal against bots, over HTTP."""

import os
import shlex
import signal
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from games.client import encoding, table_view
from games.client.account import Account, AccountNotSaved
from games.client.api_client import ApiClient
from games.client.http import BASE, BadUrl, HttpClient, Json, Refused
from games.client.nonces import seal_of
from games.client.rulebook import option_text
from games.client.session import LeftTable, TableSession

_PORT = "8000"
_VARIANT = "mau_mau"
_PAGE = 100
"""The most events that one answer brings."""


class Command(BaseCommand):
    """Takes up the running game of this user on a server, or makes one with bots, and plays it."""

    help = "Play in the terminal. Without --game it takes up the running game, or makes one with bots."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Say where, and what."""
        parser.add_argument("--url", default="", help="the server; else PORT, else the service of `make up`")
        parser.add_argument("--game", default="", help="the id of a game to take up, or to watch")
        parser.add_argument("--token", action="store_true", help="print an access token for other clients, and end")
        parser.add_argument("--new", action="store_true", help="make a game even if one is running")
        parser.add_argument(
            "--variant", default="", help=f"of the game to take up or to make; {_VARIANT} for a new one"
        )
        parser.add_argument("--bots", default="novice,clever,clever", help="the levels of the others, with commas")
        parser.add_argument("--bot-pause", type=int, metavar="SECONDS", help="how long a bot waits: 0 to 120, else 1")
        parser.add_argument(
            "--sealed", action="store_true", help="seal the nonces of a new game until all seats are taken"
        )
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the variant"
        )

    def handle(self, **given: Any) -> None:
        """Play until the game is over or the player leaves; CommandError for what cannot be played."""
        encoding.configure_streams()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # who started us may have had it ignored
        console = table_view.console(stderr=given["token"])
        try:
            with HttpClient(given["url"] or own_service()) as http:
                caller = ApiClient(http, Account.load(http.url), console.print)
                if given["token"]:
                    self.stdout.write(caller.fresh_token())
                else:
                    self._play(caller, given, console)
        except KeyboardInterrupt:
            console.print()
        except (BadUrl, AccountNotSaved) as error:
            raise CommandError(str(error)) from error
        except Refused as refusal:
            raise CommandError("\n".join(_lines(refusal))) from refusal

    def _play(self, caller: ApiClient, given: Json, console: Console) -> None:
        game: str | None = _id(given["game"]) if given["game"] else _find(caller, given, console)
        while game:
            game = self._sit(caller, game, console)

    def _sit(self, caller: ApiClient, game: str, console: Console) -> str | None:
        """Play one game; return the next one, if the player wants another."""
        sitting = TableSession(caller, game, console)
        try:
            sitting.play()
        except LeftTable:
            again = _command("--url", caller.http.url, "--game", game)
            console.print(f"\nThe game stays as it is. To come back:\n  {again}", soft_wrap=True)
            return None
        read = _reading(caller.http.url, game, sitting.version)
        console.print(f"Read the game again as events:\n  {read}", soft_wrap=True)
        return _next(sitting, console) if sys.stdin.isatty() else None


def _next(sitting: TableSession, console: Console) -> str | None:
    """Let the player look back, or play again: then return the id of the new game."""
    while True:
        try:
            said = input("`again` plays another, `back` looks back, Enter ends > ").strip().lower()
        except EOFError:
            return None
        if said in {"a", "again"}:
            game = sitting.rematch()
            console.print(f"Game {game}.")
            return game
        if said not in {"b", "back"}:
            return None
        sitting.look_back()


def _id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError as error:
        raise CommandError(f"{text!r} is no id of a game.") from error


def _command(*arguments: str) -> str:
    """Return the line that starts this command from any directory."""
    return shlex.join([sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "play", *arguments])


def _reading(url: str, game: str, version: int) -> str:
    """Return the line that fetches all events of a game, one a line; curl counts through the pages itself."""
    last = max(version - 1, 0) // _PAGE * _PAGE
    after = f"[0-{last}:{_PAGE}]" if last else "0"
    token = f'-H "Authorization: Bearer $({_command("--url", url, "--token")})"'
    events = f"{url}{BASE}/games/{game}/events?after={after}&limit={_PAGE}"
    return f'curl -s {token} -H "Accept: application/x-ndjson" {shlex.quote(events)}'


def _find(caller: ApiClient, wish: Json, console: Console) -> str:
    """Return the id of the running game whose deadline is nearest, or of a new one."""
    running = [] if wish["new"] else caller.get("/me/games").body["items"]
    if running := [game for game in running if wish["variant"] in {"", game["variant"]}]:
        others = f" ({len(running)} are running; --game takes up another)" if len(running) > 1 else ""
        console.print(f"Taking up game {running[0]['id']}{others}; --new makes another one.")
        return str(running[0]["id"])
    bots = [level for level in wish["bots"].split(",") if level]
    if not bots:
        raise CommandError("--bots: name at least one level, such as novice,clever.")
    variant = wish["variant"] or _VARIANT
    options = _options(caller, variant, wish["option"])
    made = {"variant": variant, "options": options, "seats": len(bots) + 1, "bots": bots}
    if wish["bot_pause"] is not None:
        made["bot_pause"] = wish["bot_pause"]
    if wish["sealed"]:
        nonce = caller.account.new_nonce("")
        made |= {"sealed": True, "seal": seal_of(nonce)}
    game = str(caller.post("/games", made).body["id"])
    if wish["sealed"]:
        caller.account.nonces[game] = caller.account.nonces.pop("")
        caller.account.save()
    console.print(f"Game {game}: {variant} against {', '.join(bots)}.")
    return game


def _options(caller: ApiClient, variant: str, wishes: list[str]) -> dict[str, Any]:
    """Return the options that were asked for, each value of the type that its option has."""
    pairs = [text.partition("=") for text in wishes]
    if unsaid := [name for name, sign, _ in pairs if not sign]:
        raise CommandError(f"--option {unsaid[0]}: write NAME=VALUE.")
    options = caller.get(f"/variants/{variant}").body["options"] if pairs else []
    known = {option["name"]: option["choices"] for option in options}
    return {name: _value(value, known.get(name, [])) for name, _, value in pairs}


def _value(text: str, choices: list[Any]) -> Any:
    """Return the one of *choices* that *text* spells; where it is none, a number, yes or no, or the word itself."""
    plain = {"on": "true", "off": "false"}.get(text.lower(), text.lower())
    for choice in choices:
        if plain == option_text(choice).lower():
            return choice
    if plain in {"true", "false"}:
        return plain == "true"
    return int(text) if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() else text


def own_service() -> str:
    """Return the address that `make up` has written down, or its usual one."""
    port = os.environ.get("PORT", "").removeprefix("0")
    written = Path(getattr(settings, "STATE", "")) / "address"
    if not port and written.is_file() and (url := written.read_text()):
        return url
    return f"http://127.0.0.1:{port or _PORT}"


def _lines(refusal: Refused) -> list[str]:
    fields = refusal.problem.get("errors", {})
    return [str(refusal), *(f"{field}: {' '.join(reasons)}" for field, reasons in fields.items())]
