"""Sitting at one table: look, hear what happened, choose, wait; until the game is over or one leaves."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from games.client import game_end, menu_view, nonces, table_view
from games.client.api_client import Caller
from games.client.http import Json, Refused
from games.client.menu import Choice, complete, is_needless, menu, offered
from games.client.names import Names
from games.client.narration import story
from games.client.questions import answer, question
from games.client.rulebook import Rulebook

_WAIT: Final = 20
"""Seconds of one long poll."""
_SOON: Final = 4
"""Seconds after which it is said that one waits, and for whom."""
_PAGE: Final = 100
_FIRST_LOOK: Final = 12
"""Sentences told of a game that was never looked at here."""
_WELCOME: Final = "`quit` or Ctrl-C leaves, `play` takes the game up again; `?` helps."
_HELP: Final = """\
A number makes that move; so does the move itself in the notation, in capitals
or small: 7S, 7S+7D, JC>H, 2S@1, KD~9C, draw, accept, pass, cut 7.
What a move leaves open is asked for.
!       after a number or a card announces: 3! or JC>H!
        (3!mau-mau says that very word)
table   draws the table again
moves   lists every legal move, also words and charges
        that can only cost cards and stand in no menu
rules   says the rules of this game in a few lines;
        rules all the whole text, rules MM-22 a paragraph
why     explains the last refusal
resign  gives the game up
quit    leaves; the game goes on and can be taken up again"""
_LEAVING: Final = {"q", "quit", "exit"}


class Leaving(Exception):
    """The player gets up; the game stays."""


class Sitting:
    """A player at a table. *ask* shows a prompt and returns a line; EOFError and KeyboardInterrupt leave."""

    def __init__(self, caller: Caller, game: str, console: Console, ask: Callable[[str], str] = input) -> None:
        self._caller, self._game, self._console, self._ask = caller, game, console, ask
        self._told = caller.account.games.get(game, 0)
        self._etag = self._ending = ""
        self._look()
        self._drawn = 0
        self._rulebook = Rulebook(caller, game)
        self._refusal: Refused | None = None
        self._waiting_for: Any = ()
        self._has_waited = False

    @property
    def version(self) -> int:
        """The number of events of the game, as far as it is known here."""
        return int(self._table["version"])

    def play(self) -> None:
        """Play to the end. Raises Leaving when the player gets up before."""
        self._say([_WELCOME])
        try:
            self._resume()
            if not offered(self._table):
                self._draw()
            while self._table["status"] != "over":
                if offered(self._table):
                    self._draw()
                    self._decide()
                else:
                    self._wait()
        except (EOFError, KeyboardInterrupt):
            raise Leaving from None
        self._close()

    def _draw(self) -> None:
        """Draw the table, unless it stands there as it is."""
        if self._drawn != self.version:
            self._console.print(table_view.table(self._table, self._names))
            self._drawn = self.version

    # --- looking and hearing

    def _look(self) -> None:
        """Take the fresh table, if there is one."""
        found = self._caller.get(f"/games/{self._game}", **({"If_None_Match": self._etag} if self._etag else {}))
        if found.status != 304:
            self._etag = found.headers.get("etag", "")
            self._take(nonces.give(self._caller, found.body, self._say))

    def _take(self, table: Json) -> None:
        self._table = table
        self._names = Names(table["seats"], table["you"]["seat"] if table["you"] else None, table["ruleset"]["pack"])

    def _resume(self) -> None:
        """Tell what happened since the last look; of a game never looked at only the latest."""
        if self._told == 0:
            events = self._events(after=max(0, self._table["version"] - 3 * _FIRST_LOOK))
            self._say(story(events, self._names)[-_FIRST_LOOK:])
            self._mark(events)
        elif self._told < self._table["version"]:
            self._say(["Since you last looked:"])
        self._hear(self._events(after=self._told))
        if self._told > self.version:  # a bot has moved between the table and its events
            self._look()

    def _events(self, after: int, wait: int = 0) -> list[Json]:
        """Return all events after a version; with *wait*, the first page as soon as there is one."""
        found: list[Json] = []
        while True:
            page = self._caller.get(
                f"/games/{self._game}/events?after={after}&limit={_PAGE}{f'&wait={wait}' if wait else ''}"
            ).body["items"]
            found += page
            if wait or len(page) < _PAGE:
                return found
            after = page[-1]["version"]

    def _hear(self, events: list[Json]) -> None:
        self._say(story((event for event in events if event["version"] > self._told), self._names))
        self._mark(events)

    def _mark(self, events: list[Json]) -> None:
        """Remember how far the game was told, and how its last deal ended."""
        for event in events:
            if event["type"] == "deal-ended":
                self._ending = event["data"]["ending"]
        if events and events[-1]["version"] > self._told:
            self._told = self._caller.account.games[self._game] = events[-1]["version"]
            self._caller.account.save()

    def _wait(self) -> None:
        """Wait until something happens, and tell it; who is waited for is said only when that takes long."""
        seat = self._table["on_turn"]
        is_long = self._waiting_for == seat
        events = self._events(after=self._told, wait=_WAIT if is_long else _SOON)
        if events:
            self._waiting_for = ()
            self._look()
            self._hear(events)
            self._catch_up()
        elif not is_long:
            self._waiting_for, self._has_waited = seat, True
            whom = "the other players" if self._table["status"] == "waiting" else _whom(seat, self._names)
            self._say([f"Waiting for {whom} … (Ctrl-C leaves, the game goes on)"])

    def _catch_up(self) -> None:
        if self._told < self._table["version"]:
            self._hear(self._events(after=self._told))

    # --- choosing and doing

    def _open_moves(self) -> list[str]:
        """Return all that the player may do now; `resign` is always open and not listed."""
        return list(self._table["you"]["moves"])

    def _decide(self) -> None:
        """Ask until something is done that may change the table, or the player wants to wait."""
        self._waiting_for = ()
        choices, due = menu(offered(self._table)), self._table["you"]["seat"] == self._table["on_turn"]
        if due and self._has_waited:
            self._call()
        self._list(choices)
        prompt = "your move (? helps) > " if due else "not your turn; Enter waits > "
        while True:
            line = self._ask(prompt).strip()
            if not line and not due:
                self._hear(self._events(after=self._told, wait=_WAIT))
                return self._look()
            if self._obey(line, choices):
                return None

    def _list(self, choices: list[Choice]) -> None:
        """Show the menu."""
        self._console.print(menu_view.menu(choices, self._table, self._names))
        if self._table.get("ask") == "cut":
            with suppress(Refused):  # one can cut without knowing more
                self._say([self._rulebook.how_to_cut()])

    def _call(self) -> None:
        """Call a player back who has looked elsewhere meanwhile."""
        self._has_waited = False
        self._console.bell()
        self._console.print(Text("It is your turn.", style="bold"))

    def _obey(self, line: str, choices: list[Choice]) -> bool:
        """Do what was typed; return whether the table must be looked at again."""
        if not line:
            self._list(choices)
            return False
        done = self._order(line)
        return self._carry_out(complete(line, choices)) if done is None else done

    def _order(self, line: str) -> bool | None:
        """Do what is no move; return whether the table must be looked at again, None where it may be a move."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "help":
                self._say(_HELP.splitlines())
            case leaving if leaving in _LEAVING:
                raise Leaving
            case "table":
                self._drawn = 0
                return True
            case "moves":
                self._console.print(", ".join(self._open_moves()))
            case "rules":
                self._show_rules(rest.strip().upper())
            case "why":
                self._console.print(self._rulebook.explain(self._refusal) if self._refusal else "Nothing was refused.")
            case "resign":
                return self._resign()
            case _:
                return None
        return False

    def _show_rules(self, paragraph: str) -> None:
        """Show the summary of the rules, the whole of them page by page, or one paragraph."""
        match paragraph:
            case "":
                self._say(self._rulebook.summary())
            case "ALL" if self._console.is_terminal:
                with self._console.pager():
                    self._console.print(self._rulebook.whole())
            case "ALL":
                self._console.print(self._rulebook.whole())
            case _:
                self._console.print(self._rulebook.paragraph(paragraph))

    def _carry_out(self, move: str) -> bool:
        """Ask for what a move leaves open, and make it; an order that is given instead of an answer is obeyed."""
        if is_needless(move, self._open_moves()):
            self._say(["No word is due with that. Said for nothing it may cost cards; `moves` shows how."])
            return False
        while asked := question(move, self._open_moves()):
            if len(asked.answers) == 1:
                move = answer(move, asked, asked.keys[0]) or move
                continue
            self._console.print(menu_view.answers(asked, self._names))
            line = self._ask("(Enter goes back) > ").strip()
            if not line:
                return False
            filled = answer(move, asked, line)
            if filled is None:
                done = self._order(line)
                if done:
                    return True
                if done is None:
                    self._say([f"{line!r} is none of these."])
            move = filled or move
        return self._make(move)

    def _make(self, move: str) -> bool:
        """Send a move; return whether the table is another one now."""
        body = {"turn": self._table["turn"], "move": move}
        return self._do(f"/games/{self._game}/moves", body)

    def _resign(self) -> bool:
        said = self._ask("Give the game up? (yes/no) > ").strip().lower()
        if said in _LEAVING:
            raise Leaving
        if said not in {"y", "yes"}:
            return False
        return self._do(f"/games/{self._game}/resignation", {})

    def _do(self, path: str, body: Json) -> bool:
        """Send what the player wants; tell what came of it, or why it was refused."""
        try:
            done = self._caller.post(path, body).body
        except Refused as refusal:
            if "move" in refusal.problem.get("errors", {}):
                self._say(["That is no move. Type a number of the menu, or a move such as 7S; ? helps."])
                return False
            return self._tell_refusal(refusal)
        self._take(done["table"])
        self._etag = ""
        self._hear(done["events"] if done["events"][0]["version"] == self._told + 1 else [])
        self._catch_up()
        return True

    def _tell_refusal(self, refusal: Refused) -> bool:
        if refusal.status in {401, 403, 404, 410}:
            raise refusal
        self._refusal = refusal
        where = ", ".join(filter(None, (refusal.problem.get("reason"), refusal.problem.get("paragraph"))))
        self._say([f"Refused{f' ({where})' if where else ''}: {refusal}"])
        for field, reasons in refusal.problem.get("errors", {}).items():
            self._say([f"  {field}: {' '.join(reasons)}"])
        if refusal.status != 409:
            if where:
                self._say(["`why` shows the rule and an example."])
            return False
        self._look()
        self._catch_up()
        return True

    def _close(self) -> None:
        """Show how it ended."""
        self._catch_up()
        self._say(["", game_end.outcome(self._table, self._names, self._ending)])
        self._console.print(table_view.result(self._table, self._names))
        self._say(filter(None, [game_end.rating(self._caller, self._table)]))
        self._caller.account.games.pop(self._game, None)
        self._caller.account.save()

    def again(self) -> str:
        """Make another game like this one; return its id. Raises Refused."""
        return str(self._caller.post("/games", game_end.again(self._table)).body["id"])

    def look_back(self) -> None:
        """Tell the whole game, page by page."""
        told = story(self._events(after=0), self._names)
        with self._console.pager() if self._console.is_terminal else nullcontext():
            self._say(told)

    def _say(self, sentences: Iterable[str]) -> None:
        for line in sentences:
            self._console.print(line)


def _whom(seat: int | None, names: Names) -> str:
    return "the next deal" if seat is None else names[seat]
