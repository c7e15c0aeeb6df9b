"""Standings: the place of everybody on each ladder, the number at each rating, and what each game changed."""

from collections.abc import Sequence
from itertools import groupby
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

# No MERGE: Citus 13 puts its new rows into another shard than their own (ADR 67).
_RUNGS: Final = """
    WITH moved AS MATERIALIZED (
        SELECT ladder, level, bucket, sum(number)::integer AS number
        FROM (SELECT ladder, rating, 1 AS number
              FROM json_to_recordset(%(stood)s) AS n (ladder uuid, rating integer, listed boolean)
              WHERE listed
              UNION ALL
              SELECT s.ladder, s.rating, -1
              FROM json_to_recordset(%(stood)s) AS n (ladder uuid, entrant text)
              JOIN standing AS s ON (s.generation, s.shard, s.ladder, s.entrant)
                                  = (%(generation)s, %(shard)s, n.ladder, n.entrant)
              WHERE s.listed
             ) AS one
             CROSS JOIN LATERAL (VALUES (0, rating), (1, floor(rating / 100.0)::integer)) AS b (level, bucket)
        GROUP BY ladder, level, bucket HAVING sum(number) <> 0
    ), counted AS MATERIALIZED (
        SELECT m.ladder, m.level, m.bucket, m.number + coalesce(r.entrants, 0) AS entrants
        FROM moved AS m LEFT JOIN rung AS r ON (r.generation, r.shard, r.ladder, r.level, r.bucket)
                                             = (%(generation)s, %(shard)s, m.ladder, m.level, m.bucket)
    ), emptied AS (
        DELETE FROM rung AS r USING counted AS c
        WHERE (r.generation, r.shard, r.ladder, r.level, r.bucket)
            = (%(generation)s, %(shard)s, c.ladder, c.level, c.bucket) AND c.entrants = 0
    )
    INSERT INTO rung (generation, shard, ladder, level, bucket, entrants)
    SELECT %(generation)s, %(shard)s, ladder, level, bucket, entrants FROM counted WHERE entrants <> 0
    ON CONFLICT (generation, shard, ladder, level, bucket) DO UPDATE SET entrants = excluded.entrants
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

_OWN: Final = "WHERE (generation, shard, ladder, entrant) = (%s, %s, %s, %s)"
_ERASE_STANDING: Final = f"DELETE FROM standing {_OWN}"  # noqa: S608 - a constant
_ERASE_CHANGES: Final = f"DELETE FROM rating_change {_OWN}"  # noqa: S608 - a constant


class Standings(Projection):
    """Copies the ratings from the events of ladders. Nothing is computed again."""

    name: ClassVar = "standings"
    tables: ClassVar = ("standing", "rung", "rating_change")
    types: ClassVar = frozenset({"rated", "entrant-erased"})

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Write the rows. Entrants who were erased lose theirs."""
        for kind, same in groupby(events, key=lambda event: event.type):
            if kind == "rated":
                self._rate([*same], shard=shard, generation=generation)
            else:
                for event in same:
                    _erase(event, shard=shard, generation=generation)

    def _rate(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        changes = list[Row]()
        # One row for each entrant of a ladder: where the last change leaves them, and what all add to the counts.
        stands: dict[tuple[str, str], Row] = {}
        for event in events:
            data = event.data
            common = {name: data[name] for name in ("variant", "season", "pace", "kind", "game", "private")}
            for entry in data["entries"]:
                before, after = Rating(**entry["before"]), Rating(**entry["after"])
                change = common | {
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
                changes.append(change)
                counted = stands.get((event.stream, entry["entrant"]), {"played": 0, "wins": 0})
                stands[event.stream, entry["entrant"]] = change | {
                    "played": counted["played"] + 1,
                    "wins": counted["wins"] + (entry["place"] == 1),
                    "mu": after.mu,
                    "sigma": after.sigma,
                    "rating": after.hundredths,
                    "listed": entry["games"] >= settings.LEADERBOARD_GAMES,
                    "last_at": data["ended_at"],
                }
        where, stood = [generation, shard], canonical(list(stands.values())).decode()
        # The rungs come first: they are counted down from where the old standings are.
        run(
            [
                (_RUNGS, {"generation": generation, "shard": shard, "stood": stood}),
                (_STANDINGS, [*where, stood]),
                (_CHANGES, [*where, canonical(changes).decode()]),
            ]
        )


def _erase(event: PublicEvent, *, shard: int, generation: int) -> None:
    entrant = event.data["entrant"]
    gone = {"ladder": event.stream, "entrant": entrant, "listed": False}
    counts = {"generation": generation, "shard": shard, "stood": canonical([gone]).decode()}
    own = [generation, shard, event.stream, entrant]
    run([(_RUNGS, counts), (_ERASE_STANDING, own), (_ERASE_CHANGES, own)])
