"""Results: how games ended for each seat, added up for each player and for each pair of players."""

from collections import defaultdict
from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from games import db
from games.log.follow import PublicEvent
from games.projections import results_rows as rows
from games.projections.base import Projection
from games.projections.results_sheet import KINDS, Line, Sheet, enter
from games.store import kept

_SITTINGS: Final = (
    "SELECT game::text, sheet::text FROM sitting WHERE generation = %s AND shard = %s AND game = ANY(%s::uuid[])"
)
_READER: Final = msgspec.json.Decoder(Sheet)


class Results(Projection):
    """Keeps the score sheet of every game that runs, and the results of every game that has ended."""

    name: ClassVar = "results"
    tables: ClassVar = ("sitting", "result", "seat_result", "encounter", "tally", "meeting")
    types: ClassVar = KINDS | {"game-opened", "table-closed", "game-ended"}

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Read the sheets of the games of these events, enter the events, and store the sheets, or the results."""
        place = (generation, shard)
        happened: defaultdict[str, list[PublicEvent]] = defaultdict(list)
        for event in events:
            happened[event.stream].append(event)
        opened_before = [game for game, of_game in happened.items() if of_game[0].type != "game-opened"]
        found = db.rows(_SITTINGS, [*place, opened_before]) if opened_before else []
        before = {game: _READER.decode(sheet) for game, sheet in found}
        sheets = dict[str, Sheet]()
        for game, of_game in happened.items():
            if game in before:
                sheet, new = before[game], of_game
            else:
                sheet, new = _opened(of_game[0]), of_game[1:]
            sheets[game] = sheet
            for event in new:
                if event.type not in ("table-closed", "game-ended"):
                    enter(sheet, event.type, event.data, event.at)
        lasts = [of_game[-1] for of_game in happened.values() if of_game[-1].type == "game-ended"]
        for game, of_game in happened.items():
            if of_game[-1].type == "table-closed":  # nothing was played
                del sheets[game]
        over = [rows.ended(last.stream, sheets.pop(last.stream), last.data, last.at) for last in lasts]
        db.run([*rows.keep(sheets, place), *rows.settle(over, place), *rows.drop(before.keys() - sheets.keys(), place)])


def _opened(event: PublicEvent) -> Sheet:
    """Return the empty sheet of the game that *event* opened.

    Raises LookupError if it is another event, and UnknownRuleset if the rules of the game are not kept.
    """
    if event.type != "game-opened":
        raise LookupError(f"game {event.stream} has no sheet for {event.type}")
    pinned, terms = kept(event.data["ruleset"]), event.data["terms"]
    seats, options = event.data["seats"], event.data["options"]
    return Sheet(
        variant=pinned.key,
        ruleset=pinned.hash,
        options=options,
        rated=bool(terms.get("rated", False)),
        private=terms.get("visibility", "public") != "public",
        lines=[Line() for _ in range(seats)],
        costly=sorted(map(str, pinned.ruleset(seats, options).fined_last)),
    )
