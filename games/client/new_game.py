"""The game to play: the running one whose deadline is nearest, one by invitation, or a new one against bots."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from games.client import nonces
from games.client.api_client import ApiClient
from games.client.http import Json, Refused
from games.client.names import is_guest, marked
from games.client.rulebook import option_text

DEFAULT_VARIANT: Final = "mau_mau"


class BadRequest(ValueError):
    """An argument is not valid, so nothing was sent. The message names the argument."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What the player wants to play."""

    variant: str = ""
    """Empty: any running game, or a new one of DEFAULT_VARIANT."""
    bots: str = "novice,clever,clever"
    """The levels of the other seats, separated by commas."""
    options: Sequence[str] = ()
    """Each as ``NAME=VALUE``."""
    bot_pause: int | None = None
    """Seconds that a bot waits before it moves; None leaves it to the server."""
    is_sealed: bool = False
    is_new: bool = False
    """Whether to make a game even if one is running."""


_CODE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ARGUMENTS: Final = {
    "variant": "--variant", "options": "--option", "seats": "--bots", "bots": "--bots", "bot_pause": "--bot-pause",
    "sealed": "--sealed", "seal": "--sealed",
}  # fmt: skip


def argument_of(field: str) -> str:
    """Return the argument of the command that a *field* of the API comes from, or the field itself.

    >>> argument_of("bots.0"), argument_of("bot_pause"), argument_of("options.deal")
    ('--bots', '--bot-pause', '--option deal')
    """
    name, _, rest = field.partition(".")
    return f"--option {rest}" if name == "options" and rest else _ARGUMENTS.get(name, field)


def parse_id(text: str) -> str:
    """Return the id of a game in its usual form. Raises BadRequest."""
    try:
        return str(UUID(text))
    except ValueError as error:
        raise BadRequest(f"{text!r} is not the id of a game.") from error


def parse_invitation(text: str) -> tuple[str, str]:
    """Return the address of the server that the link of an invitation names, and the code. Raises BadRequest.

    >>> parse_invitation("https://maumau.example/i/wN2x"), parse_invitation("wN2x")
    (('https://maumau.example', 'wN2x'), ('', 'wN2x'))
    """
    link = urlsplit(text.strip())
    code = link.path.removeprefix("/i/") if link.netloc else text.strip()
    if not _CODE.fullmatch(code):
        raise BadRequest(f"{text!r} is no link or code of an invitation. A link looks like https://maumau.example/i/….")
    return f"{link.scheme}://{link.netloc}" if link.netloc else "", code


def join(api: ApiClient, code: str) -> tuple[str, str]:
    """Take a seat by an invitation with this *code*. Return the id of its game and a line about it. Raises Refused."""
    invitation = api.get(f"/invitations/{code}").body
    game, inviter = invitation["game"], invitation["inviter"]
    name = marked(inviter["name"], is_guest=is_guest(inviter))
    try:
        nonces.sit(api, f"/invitations/{code}/accept", {}, is_sealed=invitation["terms"]["sealed"], game=str(game))
    except Refused as refusal:
        if refusal.code != "already_seated":
            raise
    return str(game), f"Game {game}: {invitation['variant_name']}, to which {name} has invited you."


def find_or_make(api: ApiClient, request: GameRequest) -> tuple[str, str]:
    """Return the id of a running game, or of a new one, and a line about it. Raises BadRequest, Refused."""
    # The server lists the games of a player by deadline, and then those that ended lately.
    games = [] if request.is_new else api.get("/me/games").body["items"]
    if running := [game for game in games if game["status"] != "over" and request.variant in {"", game["variant"]}]:
        others = f" ({len(running)} are running; --game takes up another)" if len(running) > 1 else ""
        return str(running[0]["id"]), f"Taking up game {running[0]['id']}{others}. --new makes another one."
    bots = [level for level in request.bots.split(",") if level]
    if not bots:
        raise BadRequest("--bots: name at least one level, such as novice,clever.")
    variant = request.variant or DEFAULT_VARIANT
    pairs = [text.partition("=") for text in request.options]
    if incomplete := [name for name, sign, _ in pairs if not sign]:
        raise BadRequest(f"--option {incomplete[0]}: write NAME=VALUE.")
    # Each value gets the type that the variant declares.
    declared = api.get(f"/variants/{variant}").body["options"] if pairs else []
    choices = {option["name"]: option["choices"] for option in declared}
    options = {name: parse_value(text, choices.get(name, [])) for name, _, text in pairs}
    body: Json = {"variant": variant, "options": options, "seats": len(bots) + 1, "bots": bots}
    if request.bot_pause is not None:
        body["bot_pause"] = request.bot_pause
    if request.is_sealed:
        body["sealed"] = True
    game = nonces.sit(api, "/games", body, is_sealed=request.is_sealed)
    return game, f"Game {game}: {variant} against {', '.join(bots)}."


def parse_value(text: str, choices: Sequence[Json]) -> Json:
    """Return the one of *choices* that *text* stands for; otherwise a boolean, a number, or the text itself.

    >>> parse_value("on", [{"flag": True}]), parse_value("8", [{"choice": "8"}]), parse_value("2", [])
    ({'flag': True}, {'choice': '8'}, {'number': 2})
    """
    lower = {"on": "true", "off": "false"}.get(text.lower(), text.lower())
    for choice in choices:
        if lower == option_text(choice).lower():
            return choice
    if lower in {"true", "false"}:
        return {"flag": lower == "true"}
    is_number = text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()
    return {"number": int(text)} if is_number else {"choice": text}
