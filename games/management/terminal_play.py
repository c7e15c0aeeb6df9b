"""Games in a terminal, one after the other, with the commands that a player needs afterwards."""

import os
import shlex
import sys
from pathlib import Path
from typing import Final

from django.conf import settings
from rich.console import Console

from games.client.api_client import ApiClient
from games.client.http import BASE, Refused
from games.client.session import LeftTable, TableSession

_PORT: Final = "8000"
_PAGE: Final = 100
"""The most events that one answer can hold."""


def own_service() -> str:
    """Return the address of the service of `make up`: on PORT, as its address file says, or the default one."""
    port = os.environ.get("PORT", "").removeprefix("0")
    written = Path(getattr(settings, "STATE", "")) / "address"
    if not port and written.is_file() and (url := written.read_text()):
        return url
    return f"http://127.0.0.1:{port or _PORT}"


def play(api: ApiClient, game: str, console: Console) -> str | None:
    """Play one game. Return the id of the next one, if the player wants a rematch."""
    session = TableSession(api, game, console)
    try:
        session.play()
    except LeftTable:
        command = _play_command("--url", api.http.url, "--game", game)
        console.print(f"\nThe game goes on. To come back:\n  {command}", soft_wrap=True)
        return None
    # curl itself requests one page after the other. Each event is one line.
    last = max(session.version - 1, 0) // _PAGE * _PAGE
    after = f"[0-{last}:{_PAGE}]" if last else "0"
    token = f'-H "Authorization: Bearer $({_play_command("--url", api.http.url, "--token")})"'
    events = shlex.quote(f"{api.http.url}{BASE}/games/{game}/events?after={after}&limit={_PAGE}")
    command = f'curl -s {token} -H "Accept: application/x-ndjson" {events}'
    console.print(f"Read the game again as events:\n  {command}", soft_wrap=True)
    while sys.stdin.isatty():
        try:
            said = input("`again` plays another, `back` looks back, Enter ends > ").strip().lower()
        except EOFError:
            return None
        if said in {"a", "again"}:
            try:
                rematch = session.rematch()
            except Refused as refusal:  # a spectator has no seat in it, and the others may have begun
                console.print(str(refusal))
                continue
            console.print(f"Game {rematch}.")
            return rematch
        if said not in {"b", "back"}:
            return None
        session.look_back()
    return None


def _play_command(*arguments: str) -> str:
    """Return a command line for `manage.py play` that works in any directory."""
    return shlex.join([sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "play", *arguments])
