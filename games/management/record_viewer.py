"""A viewer that steps through a record in the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.core.management.base import CommandError
from rich.console import Console

from games.management.replay_view import Eyes, Stop, drawn, place_of, stops
from games.records import Fault, NotARecord, Record, check_record, read, replay
from games.rules import variants
from games.rules.ruleset import RulesetError

HELP: Final = """\
Enter, n   forward           p     back
f          to the first      l     to the last
d          to the next deal  u     to the deal before
g N        to turn N         s N   as seat N sees it; s all, s none
q          quit              ?     this help"""


def open_record(path: Path, folder: Path | None, console: Console) -> tuple[Record, list[Stop]]:
    """Return the record in the file *path* and its tables, by the rules in *folder* or by the built-in ones.

    Prints the first line that does not follow from the rules. Raises CommandError if the record cannot be replayed.
    """
    try:
        record = read(path.read_text(encoding="utf-8"))
    except NotARecord as fault:
        raise CommandError(f"{path} is not a record: {fault}") from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise CommandError(f"{path} cannot be read: {fault}") from fault
    try:
        variant = variants.from_bytes(variants.read_folder(folder)) if folder else variants.load(record.tags.variant)
        played = replay(record, variant)
    except RulesetError as fault:
        raise CommandError(f"The rules of this record are unknown: {fault}. Name their folder with --rules.") from fault
    except Fault as fault:
        raise CommandError(f"This record cannot be replayed: {fault.why}") from fault
    if finding := check_record(record, variant):
        console.print(f"line {finding.line} does not follow: {finding.said}\n  {finding.why}", style="yellow")
    if not record.tags.signature:
        console.print("This record is not signed, so its names, times and moves may be forged.", style="dim")
    found = stops(record, played)
    if not found:
        raise CommandError("Nothing happens in this record.")
    return record, found


def parse_eyes(text: str, seats: int) -> Eyes:
    """Return the view that *text* names: of a seat, ``all``, or ``none`` for a spectator. Raises CommandError."""
    if text == "all":
        return "all"
    if text == "none":
        return None
    if text.isascii() and text.isdigit() and int(text) < seats:
        return int(text)
    raise CommandError(f"{text!r} is not a seat. Use 0 to {seats - 1}, all, or none.")


class Viewer:
    """The reader's place in a record, and the keys that lead to other places."""

    def __init__(self, record: Record, found: Sequence[Stop], eyes: Eyes, console: Console) -> None:
        self._record, self._stops, self._eyes, self._console = record, found, eyes, console
        self._place = 0

    def show(self, turn: int) -> None:
        """Draw the table after *turn*."""
        self._place = place_of(turn, self._stops)
        self._draw()

    def run(self) -> None:
        """Draw the first table, then ask for keys and draw other tables, until the reader quits."""
        deals = [stop.game.deals for stop in self._stops]
        self._draw()
        while True:
            try:
                line = self._console.input("\n(? helps) > ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if line == "q":
                return
            verb, _, rest = line.partition(" ")
            here, deal = self._place, deals[self._place]
            places = {
                "": here + 1,
                "n": here + 1,
                "p": here - 1,
                "f": 0,
                "l": len(deals) - 1,
                "d": deals.index(deal + 1) if deal + 1 in deals else here,
                "u": deals.index(deal - 1) if deal - 1 in deals else here,
            }
            if verb == "s":
                try:
                    self._eyes = parse_eyes(rest, len(self._record.tags.sitters))
                except CommandError as error:
                    self._console.print(str(error))
            elif verb == "g" and rest.isascii() and rest.isdigit():
                self._place = place_of(int(rest), self._stops)
            elif verb in places and not rest:
                self._place = min(max(places[verb], 0), len(deals) - 1)
            else:
                self._console.print(HELP)
                continue
            self._draw()

    def _draw(self) -> None:
        self._console.print(drawn(self._stops[self._place], self._record.tags, self._eyes))
