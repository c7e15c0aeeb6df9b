"""Standings: the place of everybody on each ladder, the number at each rating, and what each game changed."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, ClassVar, Final, TypeAlias

from games.db import rows, run
from games.ladders import Basis, Rating
from games.log.codec import canonical
from games.log.follow import PublicEvent
from games.models import RatingChange, Standing
from games.models.sql import columns, record_type
from games.projections.base import PLACE, Projection

Row: TypeAlias = dict[str, Any]

# No MERGE: Citus 13 puts its new rows into another shard than their own (ADR 25).
_RUNGS: Final = """
    WITH moved AS MATERIALIZED (
        SELECT ladder, level, bucket, sum(number)::integer AS number
        FROM (SELECT ladder, rating, listed, established, 1 AS number
              FROM json_to_recordset(%(stood)s)
                   AS n (ladder uuid, entrant text, rating integer, listed boolean, established boolean)
              WHERE NOT %(only_there)s OR EXISTS (
                  SELECT FROM standing AS s
                  WHERE (s.generation, s.shard, s.ladder, s.entrant)
                      = (%(generation)s, %(shard)s, n.ladder, n.entrant))
              UNION ALL
              SELECT s.ladder, s.rating, s.listed, s.established, -1
              FROM json_to_recordset(%(stood)s) AS n (ladder uuid, entrant text)
              JOIN standing AS s ON (s.generation, s.shard, s.ladder, s.entrant)
                                  = (%(generation)s, %(shard)s, n.ladder, n.entrant)
             ) AS one
             CROSS JOIN LATERAL (VALUES (0, rating, listed), (1, floor(rating / 100.0)::integer, listed),
                                        (2, rating, established), (3, floor(rating / 100.0)::integer, established)
                                ) AS b (level, bucket, is_in)
        WHERE is_in GROUP BY ladder, level, bucket HAVING sum(number) <> 0
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
           listed = excluded.listed, established = excluded.established, last_at = excluded.last_at
"""  # noqa: S608 - names of models
_CHANGES: Final = f"""
    INSERT INTO rating_change ({columns(RatingChange)})
    SELECT %s, %s, n.* FROM json_to_recordset(%s) AS n ({record_type(RatingChange, but=PLACE)})
"""  # noqa: S608 - names of models

# Where the entrants of an annulled game stand: on the ladder of the game, and on the newest of the same kind.
_STOOD: Final = """
    SELECT DISTINCT ON (o.entrant) o.entrant, o.rating, o.listed, o.established, o.played, s.ladder::text, s.played
    FROM standing AS o
    JOIN standing AS s ON (s.generation, s.shard, s.variant, s.pace, s.kind, s.entrant)
                        = (o.generation, o.shard, o.variant, o.pace, o.kind, o.entrant)
    WHERE (o.generation, o.shard, o.ladder) = (%s, %s, %s) AND o.entrant = ANY(%s)
    ORDER BY o.entrant, s.season DESC
"""
_RETURNED: Final = """
    UPDATE standing AS s
       SET mu = coalesce(n.mu, s.mu), sigma = coalesce(n.sigma, s.sigma), games = coalesce(n.games, s.games),
           rating = n.rating, listed = n.listed, established = n.established, played = n.played, wins = s.wins - n.won
      FROM json_to_recordset(%s) AS n (ladder uuid, entrant text, mu float8, sigma float8, rating integer,
                                       games integer, listed boolean, established boolean, played integer, won integer)
     WHERE (s.generation, s.shard, s.ladder, s.entrant) = (%s, %s, n.ladder, n.entrant)
"""
_ANNULLED: Final = """
    UPDATE rating_change SET annulled = true
     WHERE (generation, shard, ladder, game) = (%s, %s, %s, %s) AND entrant = ANY(%s)
"""

_OWN: Final = "WHERE (generation, shard, ladder, entrant) = (%s, %s, %s, %s)"
_ERASE_STANDING: Final = f"DELETE FROM standing {_OWN}"  # noqa: S608 - a constant
_ERASE_CHANGES: Final = f"DELETE FROM rating_change {_OWN}"  # noqa: S608 - a constant


class Standings(Projection):
    """Copies the ratings from the events of ladders. Nothing is computed again."""

    name: ClassVar = "standings"
    tables: ClassVar = ("standing", "rung", "rating_change")
    types: ClassVar = frozenset({"rated", "annulled", "entrant-erased"})

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Write the rows. Entrants who were erased lose theirs."""
        for kind, same in groupby(events, key=lambda event: event.type):
            if kind == "rated":
                self._rate([*same], shard=shard, generation=generation)
                continue
            for event in same:
                (_annul if kind == "annulled" else _erase)(event, shard=shard, generation=generation)

    def _rate(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        changes = list[Row]()
        # One row for each entrant of a ladder: where the last change leaves them, and what all add to the counts.
        stands: dict[tuple[str, str], Row] = {}
        for event in events:
            data = event.data
            common = {name: data[name] for name in ("variant", "season", "pace", "kind", "game", "private")}
            for entry in data["entries"]:
                before, after = Rating(**entry["before"]), Rating(**entry["after"])
                basis = Basis(**entry["basis"])
                change = common | {
                    "ladder": event.stream,
                    "version": event.version,
                    "at": data["ended_at"],
                    **{name: entry[name] for name in ("entrant", "place", "games")},
                    "annulled": False,
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
                    "listed": basis.confirmed,
                    "established": basis.established,
                    "last_at": data["ended_at"],
                }
        where, stood = [generation, shard], canonical(list(stands.values())).decode()
        # The rungs come first: they are counted down from where the old standings are.
        run(
            [
                (_RUNGS, {"generation": generation, "shard": shard, "stood": stood, "only_there": False}),
                (_STANDINGS, [*where, stood]),
                (_CHANGES, [*where, canonical(changes).decode()]),
            ]
        )


def _annul(event: PublicEvent, *, shard: int, generation: int) -> None:
    """Give the rating back where the entrants stand now, and the game where they played it. The erased do not stand."""
    returned = {one["entrant"]: one for one in event.data["entries"]}
    stood = list[Row]()
    for entrant, rating, listed, established, played, newest, played_there in rows(
        _STOOD, [generation, shard, event.stream, [*returned]]
    ):
        one = returned[entrant]
        after, basis = Rating(**one["after"]), Basis(**one["basis"])
        then = {"ladder": event.stream, "mu": None, "sigma": None, "games": None, "rating": rating,
                "listed": listed, "established": established, "played": played - 1, "won": int(one["won"])}  # fmt: skip
        now = {"ladder": newest, "mu": after.mu, "sigma": after.sigma, "games": one["games"],
               "rating": after.hundredths, "listed": basis.confirmed, "established": basis.established}  # fmt: skip
        both = [then | now] if newest == event.stream else [then, now | {"played": played_there, "won": 0}]
        for row in both:
            plays = row["played"] > 0
            listing = {"listed": row["listed"] and plays, "established": row["established"] and plays}
            stood.append({"entrant": entrant} | row | listing)
    text = canonical(stood).decode()
    run(
        [
            (_RUNGS, {"generation": generation, "shard": shard, "stood": text, "only_there": True}),
            (_RETURNED, [text, generation, shard]),
            (_ANNULLED, [generation, shard, event.stream, event.data["game"], [*returned]]),
        ]
    )


def _erase(event: PublicEvent, *, shard: int, generation: int) -> None:
    entrant = event.data["entrant"]
    gone = {"ladder": event.stream, "entrant": entrant, "listed": False, "established": False}
    counts = {"generation": generation, "shard": shard, "stood": canonical([gone]).decode(), "only_there": True}
    own = [generation, shard, event.stream, entrant]
    run([(_RUNGS, counts), (_ERASE_STANDING, own), (_ERASE_CHANGES, own)])
