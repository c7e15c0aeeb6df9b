"""Standings: where everybody stands on each ladder, how many stand at each rating, and what each game changed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from django.conf import settings

from games.db import run
from games.ladders import Rating
from games.log.codec import canonical
from games.log.follow import PublicEvent
from games.models import RatingChange, Standing
from games.models.sql import columns, record_type
from games.projections.base import PLACE, Projection

Row: TypeAlias = dict[str, Any]

_RUNGS: Final = """
    MERGE INTO rung AS r USING (
        SELECT ladder, level, bucket, sum(number)::integer AS number
        FROM (SELECT ladder, rating, 1 AS number
              FROM json_to_recordset(%s) AS n (ladder uuid, rating integer, listed boolean)
              WHERE listed
              UNION ALL
              SELECT s.ladder, s.rating, -1
              FROM json_to_recordset(%s) AS n (ladder uuid, entrant text)
              JOIN standing AS s ON (s.generation, s.shard, s.ladder, s.entrant) = (%s, %s, n.ladder, n.entrant)
              WHERE s.listed
             ) AS moved
             CROSS JOIN LATERAL (VALUES (0, rating), (1, floor(rating / 100.0)::integer)) AS b (level, bucket)
        GROUP BY ladder, level, bucket HAVING sum(number) <> 0
    ) AS m ON (r.generation, r.shard, r.ladder, r.level, r.bucket) = (%s, %s, m.ladder, m.level, m.bucket)
    WHEN MATCHED AND r.entrants + m.number = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET entrants = r.entrants + m.number
    WHEN NOT MATCHED THEN INSERT (generation, shard, ladder, level, bucket, entrants)
                          VALUES (%s, %s, m.ladder, m.level, m.bucket, m.number)
"""
_STANDINGS: Final = f"""
    INSERT INTO standing AS s ({columns(Standing)})
    SELECT %s, %s, n.* FROM json_to_recordset(%s) AS n ({record_type(Standing, but=PLACE)})
    ON CONFLICT (generation, shard, ladder, entrant) DO UPDATE
       SET mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating, games = excluded.games,
           played = s.played + excluded.played, wins = s.wins + excluded.wins,
           listed = excluded.listed, last_at = excluded.last_at
"""  # noqa: S608 - names of models
_CHANGES: Final = f"""
    INSERT INTO rating_change ({columns(RatingChange)})
    SELECT %s, %s, n.* FROM json_to_recordset(%s) AS n ({record_type(RatingChange, but=PLACE)})
"""  # noqa: S608 - names of models


class Standings(Projection):
    """Copies what ladders say: the ratings stand in the events, and nothing is reckoned again."""

    name: ClassVar = "standings"
    tables: ClassVar = ("standing", "rung", "rating_change")
    types: ClassVar = frozenset({"rated"})

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Write the rows: rungs first, for they are left from where everybody stands."""
        changes = [change for event in events for change in _changes(event)]
        where, stands = [generation, shard], canonical(_stands(changes)).decode()
        run(
            [
                (_RUNGS, [stands, stands, *where, *where, *where]),
                (_STANDINGS, [*where, stands]),
                (_CHANGES, [*where, canonical(changes).decode()]),
            ]
        )


def _changes(event: PublicEvent) -> Iterator[Row]:
    data = event.data
    common = {name: data[name] for name in ("variant", "season", "pace", "kind", "game", "private")}
    for entry in data["entries"]:
        before, after = Rating(**entry["before"]), Rating(**entry["after"])
        yield common | {
            "ladder": event.stream,
            "version": event.version,
            "at": data["ended_at"],
            **{name: entry[name] for name in ("entrant", "place", "games")},
            "mu_before": before.mu,
            "sigma_before": before.sigma,
            "before": before.hundredths,
            "mu_after": after.mu,
            "sigma_after": after.sigma,
            "after": after.hundredths,
        }


def _stands(changes: Iterable[Row]) -> list[Row]:
    """Return where the *changes* leave everybody, and what they add to the counts, one row an entrant of a ladder."""
    stands: dict[tuple[str, str], Row] = {}
    needed = settings.LEADERBOARD_GAMES
    for change in changes:
        who = (change["ladder"], change["entrant"])
        before = stands.get(who, {"played": 0, "wins": 0})
        counts = {"played": before["played"] + 1, "wins": before["wins"] + (change["place"] == 1)}
        believed = {"mu": change["mu_after"], "sigma": change["sigma_after"], "rating": change["after"]}
        listed = change["games"] >= needed
        stands[who] = change | counts | believed | {"listed": listed, "last_at": change["at"]}
    return list(stands.values())
