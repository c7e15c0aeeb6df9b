"""``manage.py play``: play in the terminal against bots, over HTTP."""

import json
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.client import encoding, nonces, table_view
from games.client.account import Account, AccountNotSaved
from games.client.api_client import ApiClient, NotRunning
from games.client.http import BadUrl, HttpClient, Refused
from games.client.new_game import (
    DEFAULT_VARIANT,
    BadRequest,
    GameRequest,
    argument_of,
    find_or_make,
    join,
    parse_id,
    parse_invitation,
)
from games.management.terminal_play import own_service, play


class Command(BaseCommand):
    """Continue the running game of this user on a server, accept an invitation, or make a game with bots; play it."""

    help = (
        "Play in the terminal. Without --game and --join you continue your running game, or start a new one with bots."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the server and the game."""
        default = GameRequest()
        parser.add_argument(
            "--url", default="", help="address of the server (default: the service of `make up`, or the one on PORT)"
        )
        parser.add_argument("--game", default="", metavar="ID", help="continue or watch this game")
        parser.add_argument(
            "--join", default="", metavar="LINK", help="accept the invitation with this link, or with the code in it"
        )
        parser.add_argument("--token", action="store_true", help="only print an access token for other clients")
        parser.add_argument(
            "--kept", action="store_true",
            help="only print what this client kept of the game of --game, for docs/check_fairness.py",
        )  # fmt: skip
        parser.add_argument("--new", action="store_true", help="start a new game, even if one is running")
        parser.add_argument(
            "--variant", default="", help=f"key of the variant (default: that of your game, {DEFAULT_VARIANT} if new)"
        )
        parser.add_argument(
            "--bots", default=default.bots, metavar="LEVELS",
            help=f"levels of the bots at the other seats, separated by commas (default {default.bots})",
        )  # fmt: skip
        parser.add_argument(
            "--bot-pause",
            type=int,
            metavar="SECONDS",
            help="time that a bot waits before it moves, 0 to 120 (default 1)",
        )
        parser.add_argument("--sealed", action="store_true", help="keep all nonces secret until the last seat is taken")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE",
            help="set an option of the rules; you can repeat this option",
        )  # fmt: skip

    def handle(self, **given: Any) -> None:
        """Play until the game is over or the player leaves. Raises CommandError if it cannot be played."""
        encoding.configure_streams()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have told us to ignore it
        console = table_view.console(stderr=given["token"] or given["kept"])
        try:
            server, code = parse_invitation(given["join"]) if given["join"] else ("", "")
            with HttpClient(given["url"] or server or own_service()) as http:
                api = ApiClient(http, Account.load(http.url), console.print)
                if given["token"]:
                    self.stdout.write(api.fresh_token())
                    return
                game: str | None = given["game"]
                if given["kept"]:
                    self.stdout.write(json.dumps(nonces.kept_of(api, parse_id(given["game"]))))
                    return
                if code:
                    game, line = join(api, code)
                    console.print(line)
                elif game:
                    game = parse_id(game)
                else:
                    game, line = find_or_make(
                        api,
                        GameRequest(
                            given["variant"], given["bots"], given["option"], given["bot_pause"],
                            is_sealed=given["sealed"], is_new=given["new"],
                        ),
                    )  # fmt: skip
                    console.print(line)
                while game:
                    game = play(api, game, console)
        except KeyboardInterrupt:
            console.print()
        except (BadUrl, BadRequest, AccountNotSaved) as error:
            raise CommandError(str(error)) from error
        except NotRunning as nothing:
            hint = "Check --url." if given["url"] else "Start it with `make up`; for another port give PORT or DATA."
            raise CommandError(f"{nothing} {hint}") from nothing
        except Refused as refusal:
            fields = refusal.problem.get("errors", {}).items()
            lines = [str(refusal), *(f"{argument_of(field)}: {' '.join(reasons)}" for field, reasons in fields)]
            raise CommandError("\n".join(lines)) from refusal
