"""What must hold after the chaos, as SQL on the database of the service. Each statement finds what is wrong."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.db import OperationalError, connection

from games.db import rows
from games.log.shards import SHARDS
from games.projections.comparing import differences_from_log
from games.projections.registry import NOTICES, PROJECTIONS, WEBHOOKS, behind
from tests.games.children import await_that

OUTLIVED: Final = "a claim outlived its work"
WRONG: Final[Mapping[str, str]] = {
    "a turn was resolved twice, or never": """
        SELECT stream, version, before, turn FROM (
            SELECT stream, version, turn, lag(turn) OVER (PARTITION BY stream ORDER BY version) AS before FROM event
        ) AS event WHERE turn NOT IN (before, before + 1)
    """,
    "the time for a turn ran out twice": """
        SELECT stream, turn FROM event WHERE type = 'time-ran-out' GROUP BY stream, turn HAVING count(*) > 1
    """,
    "a version is missing": """
        SELECT stream, count(*), max(version) FROM event GROUP BY stream HAVING count(*) <> max(version)
    """,
    "a game hangs": """
        SELECT id, variant, turn, pauses FROM game
        WHERE status <> 'over' AND deadline IS NULL AND bot_due IS NULL AND lapses_at IS NULL
    """,
    "a plan is left behind": """
        SELECT p.game, p.seat, p.turn, g.turn FROM plan AS p JOIN game AS g ON g.id = p.game
        WHERE g.status = 'over' OR p.due_at < clock_timestamp() - interval '1 min'
    """,
    "a notice is doubled": """
        SELECT player, game, kind, turn, count(*) FROM notice AS n WHERE turn IS NOT NULL
        GROUP BY player, game, kind, turn, about HAVING count(*) > 1 + (
            SELECT count(*) FROM event AS e WHERE (e.stream, e.turn, e.type) = (n.game, n.turn, 'clock-resumed'))
    """,
    OUTLIVED: """
        SELECT c.kind, c.key, c.turn, e.version FROM claim AS c JOIN event AS e ON e.stream::text = c.key
        WHERE c.tries > 0 AND e.key LIKE CASE c.kind
            WHEN 'bot' THEN c.turn || '@%' WHEN 'plan' THEN 'plan ' || c.turn || ' %' END
    """,
    "a notice was delivered to the same device twice": """
        SELECT notice, transport, device FROM notice_delivery
        GROUP BY notice, transport, device HAVING count(*) > 1
    """,
}


HELD: Final = """
    SELECT kind, key, turn, tries, next_try - clock_timestamp() FROM claim
    WHERE next_try > clock_timestamp() + make_interval(secs => greatest(5, 4 ^ least(greatest(tries, 1) - 1, 9)) + 0.5)
"""
"""Claims that keep others away for longer than a first try, or so many tries, may."""
LOG: Final = """
    SELECT e.stream::text, e.version, e.turn, e.type, e.actor, coalesce(e.key, ''),
           extract(epoch FROM e.recorded_at)::float8,
           CASE WHEN e.type LIKE 'seat-%' OR e.type = 'time-ran-out' THEN (e.public ->> 'seat')::int END,
           CASE WHEN e.type = 'seat-taken' THEN coalesce(e.public ->> 'player', '') ELSE '' END,
           CASE WHEN e.type = 'seat-taken' THEN coalesce(e.public ->> 'bot', '') ELSE '' END
    FROM event AS e WHERE e.type <> 'rated' ORDER BY e.stream, e.version
"""
"""The columns of `history.Logged`, behind the game."""


OUTAGES: Final = "SELECT extract(epoch FROM began)::float8, extract(epoch FROM ended)::float8 FROM outage"


def wrong() -> Iterator[str]:
    """Yield what is wrong in the log and in the rows that follow from it."""
    yield from wrong_rows()
    for projection in PROJECTIONS.values():
        for shard in SHARDS:
            for difference in differences_from_log(projection, shard):
                yield f"{projection.name} differs from its rebuild: {difference}"


def wrong_rows() -> Iterator[str]:
    """Yield what `WRONG` finds."""
    for what, sql in WRONG.items():
        yield from (f"{what}: {row}" for row in rows(sql, []))


def are_read() -> bool:
    """Whether all followers are at the end of the log."""
    return not behind({**PROJECTIONS, **WEBHOOKS, **NOTICES})


def ends() -> dict[int, int]:
    """Return the position at which each shard of the log ends now."""
    return dict(rows("SELECT shard, max(position) FROM event GROUP BY shard"))


def have_read(positions: Mapping[int, int]) -> bool:
    """Whether all followers have read each shard up to its position. Others may write meanwhile."""
    left = behind({**PROJECTIONS, **WEBHOOKS, **NOTICES})
    now = ends()
    return all(now[shard] - events >= positions.get(shard, 0) for (_, _, shard), events in left.items())


def versions() -> dict[str, int]:
    """Return the versions of the games that run, without those whose clock stands still."""
    found = rows("SELECT id, version FROM game WHERE status = 'playing' AND pauses IS NULL", [])
    return {str(game): version for game, version in found}


def await_that_each_game_goes_on(patience: float) -> None:
    """Wait until each game that runs now has moved on or is over. Raises AssertionError after *patience* seconds."""
    found: dict[str, int] = {}

    def answer() -> dict[str, int] | None:
        try:
            return versions()
        except OperationalError:  # the last one that was killed: the server may answer once more before it restarts
            connection.close()
            return None

    def answers() -> bool:
        now = answer()
        found.update(now or {})
        return now is not None

    await_that(answers, patience)

    def go_on() -> bool:
        now = answer()
        if now is None:
            return False
        for game in [game for game, version in found.items() if now.get(game) != version]:
            del found[game]
        return not found

    try:
        await_that(go_on, patience, pause=0.5)
    except AssertionError as error:
        raise AssertionError(f"games hang: {sorted(found)}") from error
