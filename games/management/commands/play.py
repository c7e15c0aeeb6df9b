"""`manage.py play`: play in the terminal against bots, over HTTP."""

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.client import encoding, table_view
from games.client.account import Account, AccountNotSaved
from games.client.api_client import ApiClient
from games.client.http import BadUrl, HttpClient, Refused
from games.client.new_game import DEFAULT_VARIANT, BadRequest, GameRequest, find_or_make, parse_id
from games.management.terminal_play import own_service, play


class Command(BaseCommand):
    """Take up the running game of this user on a server, or make one with bots, and play it."""

    help = "Play in the terminal. Without --game it takes up your running game, or makes a new one with bots."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the server and the game."""
        default = GameRequest()
        parser.add_argument("--url", default="", help="the server (default: PORT, or the service of `make up`)")
        parser.add_argument("--game", default="", help="the id of a game to take up, or to watch")
        parser.add_argument("--token", action="store_true", help="only print an access token for other clients")
        parser.add_argument("--new", action="store_true", help="make a new game even if one is running")
        parser.add_argument("--variant", default="", help=f"take up or make a game of it (new: {DEFAULT_VARIANT})")
        parser.add_argument("--bots", default=default.bots, help="the levels of the other seats, with commas between")
        parser.add_argument("--bot-pause", type=int, metavar="SECONDS", help="how long bots wait, 0 to 120 (default 1)")
        parser.add_argument("--sealed", action="store_true", help="seal the nonces until all seats are taken")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rules"
        )

    def handle(self, **given: Any) -> None:
        """Play until the game is over or the player leaves. Raises CommandError if it cannot be played."""
        encoding.configure_streams()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have told us to ignore it
        console = table_view.console(stderr=given["token"])
        try:
            with HttpClient(given["url"] or own_service()) as http:
                api = ApiClient(http, Account.load(http.url), console.print)
                if given["token"]:
                    self.stdout.write(api.fresh_token())
                    return
                game: str | None = given["game"]
                if game:
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
        except Refused as refusal:
            fields = refusal.problem.get("errors", {}).items()
            lines = [str(refusal), *(f"{field}: {' '.join(reasons)}" for field, reasons in fields)]
            raise CommandError("\n".join(lines)) from refusal
