"""Makes work that is due, or does it, in the database of its environment: `python -m … WHAT NUMBER`.

WHAT is one of

- ``copies``: make NUMBER games whose time is up, and as many whose time is not. A second number is of games more whose
  time is not up, as rows alone;
- ``passes``: claim what is due as a worker does, in one pass after the other, again and again for NUMBER seconds;
- ``clock``: resolve what is due as a worker does, until nothing is due, at most for NUMBER seconds;
- ``words``: store what the clock says in games that are due, without claims, at most for NUMBER seconds;
- ``moves``: store a move in games that are not due, at most for NUMBER seconds;
- ``bots``: open NUMBER tables of bots that answer after a second;
- ``experts``: open NUMBER tables of bots that think for a second before they answer;
- ``tables``: open NUMBER tables of bots, and NUMBER tables where nobody moves;
- ``lateness``: print how late bots and clocks were in the last NUMBER seconds, without ``expert``.

``words`` and ``moves`` share the games with other processes: their own number and how many there are come last. These
and ``clock`` print how many games they did, and in how many seconds. ``passes`` prints how many there were, in how many
seconds, and how many milliseconds one took: the median and the longest.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

import django
from django.core.management import call_command
from django.db import connection, transaction

_COPIES: Final = """
    CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
    SELECT n, id, get_byte(uuid_send(id), 15) %% 16 AS shard
    FROM generate_series(1, 2 * %(count)s) AS n, CAST(md5(%(game)s || n) AS uuid) AS id;
    INSERT INTO seat (shard, game, seat, player, bot, bank)
    SELECT c.shard, c.id, seat, player, bot, bank FROM seat, copy AS c WHERE game = %(game)s;
    INSERT INTO game_state (shard, game, version, state)
    SELECT c.shard, c.id, version, state FROM game_state, copy AS c WHERE game = %(game)s;
    INSERT INTO game (shard, id, ruleset, variant, visibility, version, turn, status, on_turn, turn_began, deadline,
                      head_hash, created_at)
    SELECT c.shard, c.id, ruleset, variant, visibility, version, turn, status, on_turn,
           turn_began - past, deadline - past + n * interval '1 ms', head_hash, created_at
    FROM game, copy AS c, make_interval(days => n %% 2) AS past WHERE game.id = %(game)s
"""
_AHEAD: Final = """
    INSERT INTO game (shard, id, ruleset, variant, visibility, version, turn, status, on_turn, turn_began, deadline,
                      head_hash, created_at)
    SELECT get_byte(uuid_send(one.id), 15) %% 16, one.id, g.ruleset, g.variant, g.visibility, g.version, g.turn,
           g.status, g.on_turn, g.turn_began, g.deadline + n * interval '1 s', g.head_hash, g.created_at
    FROM (SELECT * FROM game WHERE deadline > now() LIMIT 1) AS g, generate_series(1, %s) AS n,
         CAST(md5('ahead' || n) AS uuid) AS one (id)
"""
_SHARE: Final = """
    SELECT id FROM game WHERE (deadline <= clock_timestamp()) = %s AND get_byte(uuid_send(id), 0) %% %s = %s
    ORDER BY deadline
"""
_LATENESS: Final = """
    SELECT CASE e.actor WHEN 'clock' THEN 'clock' ELSE 'bot' END AS who,
           extract(epoch FROM e.recorded_at - before.recorded_at)::float8 - 1
    FROM event AS e
    JOIN event AS before ON (before.shard, before.stream, before.version) = (e.shard, e.stream, e.version - 1)
    JOIN event AS opened ON (opened.shard, opened.stream, opened.version) = (e.shard, e.stream, 1)
    LEFT JOIN seat AS s ON (s.shard, s.game, 'bot:' || s.seat) = (e.shard, e.stream, e.actor)
    WHERE e.recorded_at > clock_timestamp() - make_interval(secs => %s) AND (e.actor = 'clock' OR e.actor LIKE 'bot:%%')
      AND (before.key, before.actor) IS DISTINCT FROM (e.key, e.actor) AND s.bot IS DISTINCT FROM 'expert'
      AND (opened.public #>> '{terms,bot_pause}')::float8 = 1 -- not the first game of a service, whose bots wait longer
"""


def copies(count: float, more: float = 0) -> None:
    """Make the tables, a game, and copies of its row and snapshot, and *more* rows. Events are not copied."""
    from games import services  # noqa: PLC0415 - the apps must be set up, here and below

    call_command("migrate", verbosity=0)
    game = _duel([uuid4(), uuid4()], clock=services.Allowance(3600, 0))
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute(_COPIES, {"count": int(count), "game": str(game)})
        cursor.execute("COMMIT")
        cursor.execute("VACUUM ANALYZE game, game_state, seat, claim")
        cursor.execute("CHECKPOINT")
    if more:
        ahead(more)


def ahead(count: float) -> None:
    """Make so many games more whose deadlines are ahead, as rows without seats and snapshots."""
    with connection.cursor() as cursor:
        cursor.execute(_AHEAD, [int(count)])
        cursor.execute("VACUUM ANALYZE game")


def claim_all() -> Iterator[tuple[list[str], float]]:
    """Claim everything that is due, and give it back. Yield the games of each pass, and the seconds that it takes."""
    from games.services.due import TOGETHER, credits_now  # noqa: PLC0415
    from games.store import claims  # noqa: PLC0415

    credits_, since, rest = credits_now(), None, True
    while rest:
        begun = time.perf_counter()
        found = claims.claim_clocks(credits_, TOGETHER, since)
        if rest := bool(found):
            yield [claim.key for claim in found], time.perf_counter() - begun
            since = found[-1].due
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM claim")


def passes(seconds: float) -> None:
    """Make passes over what is due, at least one round."""
    spent, begun = list[float](), time.perf_counter()
    while not spent or time.perf_counter() - begun < seconds:
        spent += [taken for _, taken in claim_all()]
    sys.stdout.write(f"{len(spent)} {sum(spent):.3f} {1_000 * statistics.median(spent):.3f} {1_000 * max(spent):.3f}\n")


def clock(seconds: float, *_: float) -> None:
    """Resolve what is due."""
    from games import services  # noqa: PLC0415

    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        worked = services.resolve_late()
        done += worked.done
        if worked.is_over:
            break
    _print(done, time.perf_counter() - begun)


def words(seconds: float, number: float, processes: float) -> None:
    """Store what the clock says in each game that is due, in the same transaction as a worker, but without a claim."""
    from games import store  # noqa: PLC0415
    from games.clocks.outages import LONGEST_TURN  # noqa: PLC0415
    from games.services.moves import make_clock_move_if_late  # noqa: PLC0415

    found = _share(number, processes, due=True)
    begun, done = time.perf_counter(), 0
    for game in found:
        if time.perf_counter() - begun > seconds:
            break
        with transaction.atomic(durable=True):
            row = store.lock(game, turn_within=LONGEST_TURN)
            done += row is not None and make_clock_move_if_late(row)
    _print(done, time.perf_counter() - begun)


def _share(number: float, processes: float, *, due: bool) -> list[UUID]:
    """Return this process's share of the games that are *due*, or of those that are not, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARE, [due, int(processes), int(number)])
        return [game for (game,) in cursor.fetchall()]


def moves(seconds: float, number: float, processes: float) -> None:
    """Store the default move in each game that is not due. All of them are copies of one game."""
    from games import services, store  # noqa: PLC0415
    from games.rules.decide.default_move import default_move  # noqa: PLC0415

    found = _share(number, processes, due=False)
    row = store.find(found[0]) if found else None
    if row is None or row.on_turn is None:
        _print(0, 1)
        return
    game = store.game_of(row)
    move, sitter = default_move(game), game.sitters[row.on_turn]
    begun, done = time.perf_counter(), 0
    for other in found:
        if time.perf_counter() - begun > seconds:
            break
        services.make_move(
            other, move, turn=row.turn, actor=sitter.player if sitter else "", key=str(row.turn), request_hash=b""
        )
        done += 1
    _print(done, time.perf_counter() - begun)


def _duel(players: Sequence[UUID], **terms: Any) -> UUID:
    from games import services  # noqa: PLC0415

    game = services.open_game(player=players[0], variant="mau_mau", seats=2, terms=services.Terms(**terms))
    services.take_seat(game, player=players[1])
    return game


def bots(count: float, level: str = "clever") -> None:
    """Open tables of bots that answer after a second."""
    from games import services  # noqa: PLC0415

    for _ in range(int(count)):
        services.open_game(player=None, variant="mau_mau", seats=4, bots=[level] * 4)


def experts(count: float) -> None:
    """Open tables of bots that think for a second before they answer."""
    bots(count, "expert")


def tables(count: float) -> None:
    """Open tables: one half for bots that answer after a second, the other half with a second for each turn."""
    from games import services  # noqa: PLC0415

    bots(count)
    for _ in range(int(count)):
        _duel([uuid4(), uuid4()], clock=services.Allowance(1, 0))


def lateness(seconds: float) -> None:
    """Print for bots and clocks how many moves there were, and how late: the median and the 99th percentile."""
    with connection.cursor() as cursor:
        cursor.execute(_LATENESS, [seconds])
        found = cursor.fetchall()
    for who in ("bot", "clock"):
        late = [seconds for one, seconds in found if one == who]
        half, most = (statistics.median(late), statistics.quantiles(late, n=100)[-1]) if len(late) > 1 else (0.0, 0.0)
        sys.stdout.write(f"{who} {len(late)} {half:.3f} {most:.3f}\n")


def _print(done: int, seconds: float) -> None:
    sys.stdout.write(f"{done} {seconds:.3f}\n")


_WHAT: Final[Mapping[str, Callable[..., None]]] = {
    "copies": copies, "passes": passes, "clock": clock, "words": words, "moves": moves,
    "bots": bots, "experts": experts, "tables": tables, "lateness": lateness,
}  # fmt: skip

if __name__ == "__main__":
    django.setup()
    _WHAT[sys.argv[1]](*map(float, sys.argv[2:]))
