"""Results: how games ended, seat by seat, and what that adds up to for each player and for each pair of players."""

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
    """Keeps the score sheet of every game that runs, and of one that has ended what the sheet says in the end."""

    name: ClassVar = "results"
    tables: ClassVar = ("sitting", "result", "seat_result", "encounter", "tally", "meeting")
    types: ClassVar = KINDS | {"game-opened", "game-ended"}

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Read the sheets of the games of these events, write on, and store them, or what came of them."""
        place = (generation, shard)
        happened: defaultdict[str, list[PublicEvent]] = defaultdict(list)
        for event in events:
            happened[event.stream].append(event)
        opened_before = [game for game, of_game in happened.items() if of_game[0].type != "game-opened"]
        found = db.rows(_SITTINGS, [*place, opened_before]) if opened_before else []
        before = {game: _READER.decode(sheet) for game, sheet in found}
        sheets = {game: _continued(before.get(game), of_game) for game, of_game in happened.items()}
        lasts = [of_game[-1] for of_game in happened.values() if of_game[-1].type == "game-ended"]
        over = [rows.ended(last.stream, sheets.pop(last.stream), last.data, last.at) for last in lasts]
        db.run([*rows.keep(sheets, place), *rows.settle(over, place), *rows.drop(before.keys() - sheets.keys(), place)])


def _continued(sheet: Sheet | None, events: Sequence[PublicEvent]) -> Sheet:
    """Return *sheet*, a new one if there is none, with these *events* of its game written down."""
    if sheet is None:
        sheet, events = _opened(events[0]), events[1:]
    for event in events:
        if event.type != "game-ended":
            enter(sheet, event.type, event.data, event.at)
    return sheet


def _opened(event: PublicEvent) -> Sheet:
    """Return the sheet of a game that was opened so.

    Raises LookupError for what opens no game, and UnknownRuleset if its rules were not kept.
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
