"""A session at one table: show it, narrate what happens, ask for moves, wait; until the game is over."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from games.client import game_end, menu_view, nonces, table_view
from games.client.api_client import ApiClient
from games.client.http import Json, Refused
from games.client.live_game import LONG_POLL, LiveGame
from games.client.menu import Choice, complete, group_moves, is_needless, useful_moves
from games.client.narration import narrate
from games.client.questions import answer, question
from games.client.rulebook import Rulebook

_SOON: Final = 4
"""Seconds of waiting after which the player is told whom they wait for."""
_WELCOME: Final = "`quit` or Ctrl-C leaves, `play` takes the game up again, `?` shows help."
_HELP: Final = """\
Type the number of a move, or the move itself in the notation, in capitals
or small letters: 7S, 7S+7D, JC>H, 2S@1, KD~9C, draw, accept, pass, cut 7.
You are asked for what your move leaves open.
!       after a number or a card announces: 3! or JC>H!
        (3!mau-mau says exactly that word)
table   draws the table again
moves   lists all legal moves, also the words and accusations
        that the menu leaves out because they can only cost cards
rules   shows the rules of this game in a few lines;
        `rules all` the whole text, `rules MM-22` one paragraph
why     explains the last refusal
resign  gives up the game
quit    leaves the table; the game goes on, and you can come back"""
_QUIT: Final = {"q", "quit", "exit"}


class LeftTable(Exception):
    """The player has left the table. The game goes on."""


class TableSession:
    """A player at a table. *ask* shows a prompt and returns a line; its EOFError or KeyboardInterrupt leaves."""

    def __init__(self, api: ApiClient, game: str, console: Console, ask: Callable[[str], str] = input) -> None:
        self._api, self._console, self._ask = api, console, ask
        self._game = LiveGame(api, game, self._say)
        self._rulebook = Rulebook(api, game)
        self._refusal: Refused | None = None
        self._drawn_version = 0
        self._waiting_for: Any = ()  # no seat, and not None, which stands for "nobody is on turn"
        self._has_waited = False

    @property
    def version(self) -> int:
        """The number of events of the game that this client knows."""
        return self._game.version

    def play(self) -> None:
        """Play to the end. Raises LeftTable if the player leaves before, Refused if the game cannot be played."""
        self._say([_WELCOME])
        try:
            self._game.resume()
            if not useful_moves(self._game.table):
                self._draw()
            while self._game.table["status"] != "over":
                if useful_moves(self._game.table):
                    self._draw()
                    self._decide()
                    continue
                # The first wait for a seat is short. If nothing happens in it, the player learns for whom they wait.
                seat = self._game.table["on_turn"]
                is_long = self._waiting_for == seat
                if self._game.wait(LONG_POLL if is_long else _SOON):
                    self._waiting_for = ()
                elif not is_long:
                    self._waiting_for, self._has_waited = seat, True
                    whom = "the next deal" if seat is None else self._game.names[seat]
                    if self._game.table["status"] == "waiting":
                        whom = "the other players"
                    self._say([f"Waiting for {whom} … (Ctrl-C leaves, the game goes on)"])
        except (EOFError, KeyboardInterrupt):
            raise LeftTable from None
        self._game.catch_up()
        table = self._game.table
        if table["result"] is None:  # the table was closed before the game began, and the last sentence said so
            self._game.forget()
            return
        self._say(["", game_end.outcome(table, self._game.names, self._game.last_ending)])
        self._console.print(table_view.result(table, self._game.names))
        self._say(filter(None, [game_end.rating_change(self._api, table)]))
        self._game.forget()

    def rematch(self) -> str:
        """Take the player's seat in the game that follows this one. Return its id. Raises Refused."""
        is_sealed = self._game.table["terms"]["sealed"]
        return nonces.sit(self._api, f"/games/{self._game.id}/rematch", {}, is_sealed=is_sealed)

    def look_back(self) -> None:
        """Narrate the whole game, page by page on a terminal."""
        sentences = narrate(self._game.events(after=0), self._game.names)
        with self._console.pager() if self._console.is_terminal else nullcontext():
            self._say(sentences)

    def _draw(self) -> None:
        """Draw the table, unless it was drawn as it is now."""
        if self._drawn_version != self.version:
            self._console.print(table_view.table(self._game.table, self._game.names))
            self._drawn_version = self.version

    def _decide(self) -> None:
        """Ask until the table may have changed, or the player wants to wait."""
        self._waiting_for = ()
        table = self._game.table
        choices, is_on_turn = group_moves(useful_moves(table)), table["you"]["seat"] == table["on_turn"]
        if is_on_turn and self._has_waited:
            # The player may look at another window by now.
            self._has_waited = False
            self._console.bell()
            self._console.print(Text("It is your turn.", style="bold"))
        self._show_menu(choices)
        prompt = "your move (? helps) > " if is_on_turn else "not your turn; Enter waits > "
        while True:
            line = self._ask(prompt).strip()
            if not line and not is_on_turn:
                if not self._game.wait(LONG_POLL):
                    self._game.refresh()
                return
            if not line:
                self._show_menu(choices)
                continue
            done = self._run_command(line)
            if done or (done is None and self._complete_and_send(complete(line, choices))):
                return

    def _show_menu(self, choices: list[Choice]) -> None:
        self._console.print(menu_view.menu(choices, self._game.table, self._game.names))
        if self._game.table.get("ask") == "cut":
            with suppress(Refused):  # the player can cut without this hint
                self._say([self._rulebook.how_to_cut()])

    def _run_command(self, line: str) -> bool | None:
        """Run a command that is no move. Return whether the table must be drawn again; None if it may be a move."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "help":
                self._say(_HELP.splitlines())
            case quit_ if quit_ in _QUIT:
                raise LeftTable
            case "table":
                self._drawn_version = 0
                return True
            case "moves":
                self._console.print(", ".join(self._game.legal_moves))
            case "rules" if not rest.strip():
                self._say(self._rulebook.summary())
            case "rules" if rest.strip().lower() == "all":
                with self._console.pager() if self._console.is_terminal else nullcontext():
                    self._console.print(self._rulebook.whole())
            case "rules":
                self._console.print(self._rulebook.paragraph(rest.strip().upper()))
            case "why":
                self._console.print(self._rulebook.explain(self._refusal) if self._refusal else "Nothing was refused.")
            case "resign" if not self._game.may_give_up:
                self._console.print("You have nothing to give up: your place in the game stands.")
            case "resign":
                said = self._ask("Do you want to give up the game? (yes/no) > ").strip().lower()
                if said in _QUIT:
                    raise LeftTable
                return said in {"y", "yes"} and self._send(f"/games/{self._game.id}/resignation", {})
            case _:
                return None
        return False

    def _complete_and_send(self, move: str) -> bool:
        """Ask for what *move* leaves open, and send it. Return whether the table may have changed."""
        if is_needless(move, self._game.legal_moves):
            self._say(["No word is due with that move. To say one anyway may cost you cards; `moves` shows how."])
            return False
        while asked := question(move, self._game.legal_moves):
            if len(asked.answers) == 1:
                move = answer(move, asked, asked.keys[0]) or move
                continue
            self._console.print(menu_view.answers(asked, self._game.names))
            line = self._ask("(Enter goes back) > ").strip()
            if not line:
                return False
            filled = answer(move, asked, line)
            if filled is None:
                # The line is no answer. It may be a command, such as `quit`: then the question is asked again.
                done = self._run_command(line)
                if done:
                    return True
                if done is None:
                    self._say([f"{line!r} is none of these."])
            move = filled or move
        return self._send(f"/games/{self._game.id}/moves", {"turn": self._game.table["turn"], "move": move})

    def _send(self, path: str, body: Json) -> bool:
        """Send what the player wants, or show why it was refused. Return whether the table may have changed."""
        try:
            result = self._api.post(path, body).body
        except Refused as refusal:
            errors = refusal.problem.get("errors", {})
            if "move" in errors:
                self._say(["That is no move. Type a number of the menu, or a move such as 7S. `?` helps."])
                return False
            if refusal.status in {401, 403, 404, 410}:
                raise
            self._refusal = refusal
            where = ", ".join(filter(None, (refusal.problem.get("reason"), refusal.problem.get("paragraph"))))
            self._say([f"Refused{f' ({where})' if where else ''}: {refusal}"])
            self._say(f"  {field}: {' '.join(reasons)}" for field, reasons in errors.items())
            if refusal.status != 409:
                self._say(["`why` shows the rule and an example."] if where else [])
                return False
            # 409: somebody else was faster, so the table is out of date.
            self._game.refresh()
            self._game.catch_up()
        else:
            self._game.apply(result)
        return True

    def _say(self, sentences: Iterable[str]) -> None:
        for line in sentences:
            self._console.print(line)
