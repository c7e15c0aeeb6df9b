"""The rows of the results: the sheets of games that run, and all that follows from the last sheets of ended games."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import asdict

from base.sql.statements import Statement
from games.models import Result, SeatResult
from games.models.sql import columns, record_type
from games.projections.base import PLACE
from games.projections.results_sheet import Sheet

_SHEETS: Final = """
    INSERT INTO sitting (generation, shard, game, sheet)
    SELECT %s, %s, game, sheet FROM json_to_recordset(%s) AS (game uuid, sheet jsonb)
    ON CONFLICT (generation, shard, game) DO UPDATE SET sheet = excluded.sheet
"""
_GONE: Final = "DELETE FROM sitting WHERE generation = %s AND shard = %s AND game = ANY(%s::uuid[])"
_RESULTS: Final = f"""
    INSERT INTO result ({columns(Result)})
    SELECT %s, %s, r.* FROM json_to_recordset(%s) AS r ({record_type(Result, but=PLACE)})
"""  # noqa: S608 - names of models
_SEATS: Final = f"""
    WITH told AS (
        SELECT * FROM json_to_recordset(%s) AS s (variant text, private boolean, {record_type(SeatResult, but=PLACE)})
    ), kept AS (
        INSERT INTO seat_result ({columns(SeatResult)})
        SELECT %s, %s, {columns(SeatResult, but=PLACE)} FROM told
    )
    INSERT INTO tally AS t (generation, shard, player, variant, private, place, result,
                            games, resigned, points, decisions, by_clock, answer_ms, missed)
    SELECT %s, %s, player, variant, private, place, result, count(*), count(*) FILTER (WHERE resigned),
           coalesce(sum(score), 0), sum(decisions), sum(by_clock), sum(answer_ms), sum(missed)
    FROM told WHERE player IS NOT NULL GROUP BY player, variant, private, place, result
    ON CONFLICT (generation, shard, player, variant, private, place, result) DO UPDATE SET
        games = t.games + excluded.games, resigned = t.resigned + excluded.resigned,
        points = t.points + excluded.points, decisions = t.decisions + excluded.decisions,
        by_clock = t.by_clock + excluded.by_clock, answer_ms = t.answer_ms + excluded.answer_ms,
        missed = t.missed + excluded.missed
"""  # noqa: S608 - names of models
_ENCOUNTERS: Final = """
    WITH seat AS (
        SELECT * FROM json_to_recordset(%s) AS s (
            game uuid, variant text, private boolean, ended_at timestamptz, player uuid, place smallint, result text)
        WHERE player IS NOT NULL
    ), told AS (
        SELECT game, one.player, other.player AS other, one.private, one.variant, one.result, one.ended_at,
               one.place < other.place AS ahead, one.place > other.place AS behind
        FROM seat AS one JOIN seat AS other USING (game)
    ), kept AS (
        INSERT INTO encounter (generation, shard, game, player, other, private, variant, result, ended_at)
        SELECT %s, %s, game, player, other, private, variant, result, ended_at FROM told
    )
    INSERT INTO meeting AS m (generation, shard, player, other, variant, private, games, ahead, behind)
    SELECT %s, %s, player, other, variant, private, count(*), count(*) FILTER (WHERE ahead),
           count(*) FILTER (WHERE behind)
    FROM told WHERE player <> other GROUP BY player, other, variant, private
    ON CONFLICT (generation, shard, player, other, variant, private) DO UPDATE SET
        games = m.games + excluded.games, ahead = m.ahead + excluded.ahead, behind = m.behind + excluded.behind
"""


class Ended(Struct):
    """A game that has ended, as rows."""

    result: dict[str, Any]
    seats: list[dict[str, Any]]


def keep(sheets: Mapping[str, Sheet], place: tuple[int, int]) -> Iterator[Statement]:
    """Yield the statement that stores the *sheets* of games that run, in generation and shard *place*."""
    if sheets:
        yield _SHEETS, [*place, _json([{"game": game, "sheet": sheet} for game, sheet in sheets.items()])]


def settle(over: list[Ended], place: tuple[int, int]) -> Iterator[Statement]:
    """Yield the statements that store the games that are *over*, and add them up."""
    if over:
        seats = _json([seat for one in over for seat in one.seats])
        yield _RESULTS, [*place, _json([one.result for one in over])]
        yield _SEATS, [seats, *place, *place]
        yield _ENCOUNTERS, [seats, *place, *place]


def drop(games: Collection[str], place: tuple[int, int]) -> Iterator[Statement]:
    """Yield the statement that drops the sheets of these *games*."""
    if games:
        yield _GONE, [*place, list(games)]


def ended(game: str, sheet: Sheet, data: Mapping[str, Any], at: datetime) -> Ended:
    """Return the rows of *game*, whose last event has *data* and was recorded at *at*."""
    of_game = {"game": game, "variant": sheet.variant, "private": sheet.private, "ended_at": at}
    result = {
        **of_game,
        "ruleset": sheet.ruleset,
        "options": sheet.options,
        "rated": sheet.rated,
        "unrated": data.get("unrated", ""),
        "deals": sheet.deals,
        "decisions": sum(line.decisions for line in sheet.lines),
        "started_at": sheet.started_at,
    }
    places, sharers = data["places"], Counter(data["places"])
    first = "won" if sharers[1] == 1 else "shared"
    seats = [
        {
            **of_game,
            **asdict(line),
            "seat": seat,
            "player": line.player or None,
            "bot": line.bot or None,
            "place": place,
            "result": first if place == 1 else "lost",
        }
        for seat, (line, place) in enumerate(zip(sheet.lines, places, strict=True))
    ]
    return Ended(result, seats)


def _json(value: object) -> str:
    return json.encode(value).decode()
