"""``manage.py replay``: step through the record of a game in the terminal; it needs no service and no database."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from games.client import encoding, table_view
from games.management.replay_view import Eyes, Stop, drawn, place_of, stops
from games.records import Fault, NotARecord, Record, play, prove, read
from games.rules import variants
from games.rules.ruleset import RulesetError
from games.rules.variants import Variant

HELP: Final = """\
Enter, n   forward          p     back
f          to the first     l     to the last
d          to the next deal u     to the deal before
g N        to turn N        s N   as seat N sees it; s all, s none
q          quit             ?     this help"""


class Command(BaseCommand):
    """Step through a record, forward and back, from any seat."""

    help = "Step through the record of a game, as text or JSON, in the terminal."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for the file, who looks, and where to begin."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a record, as /games/ID/record gives it")
        parser.add_argument(
            "--seat", default="all", metavar="N|all|none", help="whose sight is shown; by default all's"
        )
        parser.add_argument("--to", type=int, metavar="N", help="print the table after turn N, and end")
        parser.add_argument("--rules", type=Path, metavar="FOLDER", help="the variant, if it is not the service's own")

    def handle(self, **given: Any) -> None:
        """Show it; CommandError for what is no record, or one of rules that are not known."""
        encoding.configure_streams()
        console = table_view.console()
        record = _read(given["file"])
        found = _stops(record, _variant(record, given["rules"]), console)
        eyes = _eyes(given["seat"], len(record.tags.sitters))
        if given["to"] is not None:
            console.print(drawn(found[place_of(given["to"], found)], record.tags, eyes))
        else:
            _Viewer(record, found, eyes, console).run()


def _read(path: Path) -> Record:
    try:
        return read(path.read_text(encoding="utf-8"))
    except NotARecord as fault:
        raise CommandError(f"{path} is no record: {fault}") from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise CommandError(f"{path} cannot be read: {fault}") from fault


def _variant(record: Record, folder: Path | None) -> Variant:
    try:
        if folder is not None:
            return variants.from_bytes(variants.read_folder(folder))
        return variants.load(record.tags.variant)
    except RulesetError as fault:
        raise CommandError(f"Its rules are not known here: {fault}. --rules names the folder they lie in.") from fault


def _stops(record: Record, variant: Variant, console: Console) -> list[Stop]:
    """Return where one can stop; tell the first line that does not follow."""
    try:
        played = play(record, variant)
    except Fault as fault:
        raise CommandError(f"It cannot be played again: {fault.why}") from fault
    if finding := prove(record, variant):
        console.print(f"line {finding.line} does not follow: {finding.said}\n  {finding.why}", style="yellow")
    if not record.tags.signature:
        console.print("This record is unsigned: nobody vouches for names, times and moves.", style="dim")
    found = stops(record, played)
    if not found:
        raise CommandError("Nothing happens in it.")
    return found


def _eyes(text: str, seats: int) -> Eyes:
    if text == "all":
        return "all"
    if text == "none":
        return None
    if text.isascii() and text.isdigit() and int(text) < seats:
        return int(text)
    raise CommandError(f"{text!r} is no seat: 0 to {seats - 1}, all, or none.")


class _Viewer:
    """Where one stands in a game, and the keys that lead elsewhere."""

    def __init__(self, record: Record, found: Sequence[Stop], eyes: Eyes, console: Console) -> None:
        self._record, self._stops, self._eyes, self._console = record, found, eyes, console
        self._place = 0

    def run(self) -> None:
        """Draw, ask, and go there, until the reader has enough."""
        self._draw()
        while True:
            try:
                said = self._console.input("\n(? helps) > ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if said == "q":
                return
            self._do(said)

    def _draw(self) -> None:
        self._console.print(drawn(self._stops[self._place], self._record.tags, self._eyes))

    def _do(self, said: str) -> None:
        verb, _, rest = said.partition(" ")
        last = len(self._stops) - 1
        places = {"": self._place + 1, "n": self._place + 1, "p": self._place - 1, "f": 0, "l": last}
        places |= {"d": self._deal(1), "u": self._deal(-1)}
        if verb == "s":
            self._look(rest)
        elif verb == "g" and rest.isascii() and rest.isdigit():
            self._place = place_of(int(rest), self._stops)
        elif verb in places and not rest:
            self._place = min(max(places[verb], 0), last)
        else:
            self._console.print(HELP)
            return
        self._draw()

    def _deal(self, step: int) -> int:
        """Return the place of the first table of the next deal, or of the one before."""
        deal = self._stops[self._place].game.deals + step
        return next((place for place, stop in enumerate(self._stops) if stop.game.deals == deal), self._place)

    def _look(self, whose: str) -> None:
        try:
            self._eyes = _eyes(whose, len(self._record.tags.sitters))
        except CommandError as error:
            self._console.print(str(error))
