"""`manage.py play`: a game in the terminal against bots, over HTTP."""

import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from games.management.terminal import picture
from games.management.terminal.account import Account
from games.management.terminal.caller import Caller
from games.management.terminal.http import BASE, BadUrl, Http, Json, Refused
from games.management.terminal.sitting import Leaving, Sitting

_PORT = "8000"
_VARIANT = "mau_mau"


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
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules")

    def handle(self, **given: Any) -> None:
        """Play until the game is over or the player leaves; CommandError for what cannot be played."""
        console = picture.console(stderr=given["token"])
        try:
            with Http(given["url"] or own_service()) as http:
                caller = Caller(http, Account.load(http.url), console.print)
                if given["token"]:
                    self.stdout.write(caller.fresh_token())
                else:
                    self._play(caller, given, console)
        except KeyboardInterrupt:
            console.print()
        except BadUrl as error:
            raise CommandError(str(error)) from error
        except Refused as refusal:
            raise CommandError("\n".join(_lines(refusal))) from refusal

    def _play(self, caller: Caller, given: Json, console: Console) -> None:
        game = given["game"] or _find(caller, given, console)
        again = f"{os.path.relpath(sys.executable)} manage.py play --url {caller.http.url}"
        try:
            Sitting(caller, game, console).play()
        except Leaving:
            console.print(f"\nThe game stays as it is. To come back: {again}")
        else:
            console.print("Read the game again as events:")
            events = f"{caller.http.url}{BASE}/games/{game}/events?after=0&limit=100"
            console.print(f"  curl -H \"Authorization: Bearer $({again} --token)\" '{events}'")


def _find(caller: Caller, wish: Json, console: Console) -> str:
    """Return the id of the running game whose deadline is nearest, or of a new one."""
    running = [] if wish["new"] else caller.get("/me/games").body["items"]
    if running := [game for game in running if wish["variant"] in {"", game["variant"]}]:
        others = f" ({len(running)} are running; --game takes up another)" if len(running) > 1 else ""
        console.print(f"Taking up game {running[0]['id']}{others}; --new makes another one.")
        return str(running[0]["id"])
    bots = [level for level in wish["bots"].split(",") if level]
    options = dict(map(_option, wish["option"]))
    variant = wish["variant"] or _VARIANT
    made = {"variant": variant, "options": options, "seats": len(bots) + 1, "bots": bots}
    game = str(caller.post("/games", made).body["id"])
    console.print(f"Game {game}: {variant} against {', '.join(bots)}.")
    return game


def _option(text: str) -> tuple[str, bool | int | str]:
    """Return a switch and its value: yes or no, a number, or a word."""
    name, sign, value = text.partition("=")
    if not sign:
        raise CommandError(f"--option {text}: write NAME=VALUE.")
    if value.lower() in {"true", "false", "on", "off"}:
        return name, value.lower() in {"true", "on"}
    return name, int(value) if value.isascii() and value.isdigit() else value


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
