"""Fills the database of the measured service: `python -m … WHAT WHOSE COUNT` in the environment of the service.

WHAT is ``history``, games that the player WHOSE has ended; ``board``, entrants on the leaderboard of the variant WHOSE;
or ``log``, events: copies of those of the game WHOSE, that of its row and of its keys, on all shards. Nothing is
projected from copies. With ``moves``, the game WHOSE is played on by the service's own commands, without HTTP, until it
has COUNT events; nobody goes out.
"""

import sys
from collections.abc import Mapping
from typing import Final
from uuid import UUID

import django
from django.db import connection, transaction

_FEW: Final = 5
"""Cards that a seat keeps, so that nobody goes out."""
SEASON: Final = "2020-01"
"""The season of the leaderboards. No other result belongs to it."""

_HISTORY: Final = """
    CREATE TEMPORARY TABLE ended ON COMMIT DROP AS
    SELECT generation, get_byte(uuid_send(game), 15) %% 16 AS shard, game,
           timestamptz '2020-01-01' - n * interval '1 m' AS at
    FROM projection, generate_series(%(first)s, %(last)s) AS n, CAST(md5(%(whose)s || n) AS uuid) AS game
    WHERE name = 'results';
    INSERT INTO encounter (generation, shard, game, player, other, private, variant, result, ended_at)
    SELECT generation, shard, game, %(whose)s, %(whose)s, false, 'prsi', 'won', at FROM ended;
    INSERT INTO result (generation, shard, game, variant, ruleset, options, rated, unrated, private, deals,
                        decisions, started_at, ended_at)
    SELECT generation, shard, game, 'prsi', '', '{}', false, '', false, 1, 9, at, at FROM ended;
    INSERT INTO seat_result (generation, shard, game, seat, player, program, place, result, resigned, lost, decisions,
                             by_clock, answer_ms, missed)
    SELECT generation, shard, game, 0, %(whose)s, false, 1, 'won', false, 0, 9, 0, 0, 0 FROM ended
"""
_BOARD: Final = """
    INSERT INTO standing (generation, shard, ladder, entrant, variant, season, pace, kind, mu, sigma, rating, games,
                          played, wins, listed, last_at)
    SELECT generation, %(shard)s, %(ladder)s, gen_random_uuid()::text, %(whose)s, %(season)s, 'daily', 'humans', 25, 5,
           (n::bigint * 7919) %% 4000 - 500, 20, 20, 10, true, clock_timestamp()
    FROM projection, generate_series(%(first)s, %(last)s) AS n WHERE name = 'standings';
    INSERT INTO rung (generation, shard, ladder, level, bucket, entrants)
    SELECT generation, shard, ladder, level, bucket, count(*)
    FROM standing CROSS JOIN LATERAL (VALUES (0, rating), (1, floor(rating / 100.0)::integer)) AS b (level, bucket)
    WHERE ladder = %(ladder)s GROUP BY generation, shard, ladder, level, bucket
"""
_ENDS: Final = """
    SELECT shard, (SELECT max(position) FROM event WHERE event.shard = s.shard) AS position
    FROM generate_series(0, 15) AS s (shard)
"""
# Positions stay dense: nobody else writes to the log meanwhile. Followers go on behind the copies.
_LOG: Final = f"""
    LOCK TABLE event IN EXCLUSIVE MODE;
    CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
    SELECT n, copy AS id, get_byte(uuid_send(copy), 15) %% 16 AS shard
    FROM generate_series(%(first)s, %(last)s) AS n, CAST(md5(%(whose)s || n) AS uuid) AS copy;
    CREATE TEMPORARY TABLE ends ON COMMIT DROP AS {_ENDS};
    INSERT INTO event (shard, position, stream, version, turn, type, schema, command, public, secret, secret_digest,
                       actor, key, request_hash, recorded_at, hash, shard_hash, edition)
    SELECT c.shard, coalesce(ends.position, 0) + row_number() OVER (PARTITION BY c.shard ORDER BY c.n, e.version), c.id,
           e.version, turn, type, schema, command, public, secret, secret_digest, actor, key, request_hash, recorded_at,
           hash, shard_hash, edition
    FROM event AS e CROSS JOIN copy AS c
    JOIN ends ON ends.shard = c.shard
    WHERE (e.shard, e.stream) = (%(shard)s, %(whose)s);
    INSERT INTO game (shard, id, ruleset, variant, visibility, version, turn, status, head_hash, created_at, ended_at)
    SELECT c.shard, c.id, ruleset, variant, visibility, version, turn, status, head_hash, created_at, ended_at
    FROM game AS g CROSS JOIN copy AS c WHERE (g.shard, g.id) = (%(shard)s, %(whose)s);
    INSERT INTO move_key (shard, game, actor, key, request_hash, first, last)
    SELECT c.shard, c.id, actor, key, request_hash, first, last
    FROM move_key AS k CROSS JOIN copy AS c WHERE (k.shard, k.game) = (%(shard)s, %(whose)s);
    UPDATE checkpoint AS c SET position = e.position
    FROM ({_ENDS}) AS e WHERE e.shard = c.shard AND e.position > c.position
"""  # noqa: S608 - a constant
_FILLING: Final[Mapping[str, str]] = {"history": _HISTORY, "board": _BOARD, "log": _LOG}
_AT_ONCE: Final[Mapping[str, int]] = {"history": 1_000_000, "board": 1_000_000, "log": 2_000}
"""Rows, or copied games, of one transaction. The followers of the log read past all that are not committed yet."""


def fill(what: str, whose: str, count: int) -> None:
    """Insert *count* rows of *what*, and analyze the tables, so that the planner knows their new size."""
    from games import store  # noqa: PLC0415 - the apps must be set up
    from games.ladders import Kind, Ladder  # noqa: PLC0415
    from games.log.shards import shard_of  # noqa: PLC0415

    ladder = Ladder(whose, SEASON, Kind.HUMANS).id
    shard, left = shard_of(ladder), count
    if what == "log":
        row = store.find(UUID(whose))
        if row is None:
            raise LookupError(f"there is no game {whose}")
        shard, left = row.shard, 1 + count // row.version
    with connection.cursor() as cursor:
        for first in range(1, left + 1, _AT_ONCE[what]):
            last = min(left, first + _AT_ONCE[what] - 1)
            with transaction.atomic():
                cursor.execute(
                    _FILLING[what],
                    {"whose": whose, "season": SEASON, "ladder": ladder, "shard": shard, "first": first, "last": last},
                )
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def play_on(game: UUID, version: int) -> None:
    """Make moves in *game*, whose seats draw where they hold few cards, until it is at *version*."""
    from games import services, store  # noqa: PLC0415 - the apps must be set up
    from games.rules.commands import Draw, Play  # noqa: PLC0415
    from games.rules.legality.objections import legal_moves  # noqa: PLC0415

    while (row := store.find(game)) and row.version < version and row.on_turn is not None:
        state = store.game_of(row)
        moves, sitter = legal_moves(state, row.on_turn), state.sitters[row.on_turn]
        is_rich = len(state.table.hands[row.on_turn]) > _FEW
        wanted = [move for move in moves if isinstance(move, Play if is_rich else Draw)] or moves
        services.make_move(
            game,
            wanted[0],
            turn=row.turn,
            actor=sitter.player if sitter else "",
            key=str(row.version),
            request_hash=b"",
        )


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "moves":
        play_on(UUID(sys.argv[2]), int(sys.argv[3]))
    else:
        fill(sys.argv[1], sys.argv[2], int(sys.argv[3]))
