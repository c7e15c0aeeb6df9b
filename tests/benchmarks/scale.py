"""How far the service goes, computed from measured costs: `python -m tests.benchmarks.scale`.

It prints a table for each number of games in play: moves, players, machines, storage and money, and how far each limit
is away. Each constant names its source, and is an argument. Prices and habits are assumptions. `--write` puts the
tables into docs/explanation/scale.md. `--measure` prints the bytes that the database in `DATABASE_URL` needs instead.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from math import ceil
from pathlib import Path
from typing import Final

import psycopg

GAMES: Final = (10**4, 10**6, 10**8)
PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "scale.md"
BEGIN: Final = "<!-- `python -m tests.benchmarks.scale --write` writes what follows. -->\n"
END: Final = "<!-- Here it ends. -->\n"
DAY: Final = 86_400
YEAR: Final = 365
GIB: Final = 2**30
TIB: Final = 2**40


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured, with its source."""

    web_ms: float = 4.5
    """Processor time of the web for a move: `make bench ARGS="--only cpu"` prints the ms of a move, less PostgreSQL's.

    On 26 November 2026 these were 5.4 and 0.9. If it has changed, write it here, and run this program with `--write`.
    """
    sql_ms: float = 2.4
    """Processor time of PostgreSQL for a move, at most: two cores by 902 moves a second of pgbench, row `move`."""
    read_ms: float = 5.0
    """Processor time of a request for a table that has not changed: row `unchanged`, web and PostgreSQL."""
    event_bytes: float = 504.0
    """Of the log with its indexes, for an event: `--measure`."""
    move_bytes: float = 75.0
    """Of the keys of moves, for an event: `--measure`."""
    game_bytes: float = 6300.0
    """Of rows beside the log, for a game: `--measure`."""
    result_bytes: float = 29000.0
    """Of the read models, for a game that is over: `--measure`."""
    player_bytes: float = 1000.0
    """Of the account, for a player: `--measure`."""
    events_a_move: float = 2.7
    """Events for each decision: `--measure`."""
    moves_a_game: float = 98.0
    """Decisions in a game: `--measure`."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """Habits, machines and prices. None of them was measured."""

    moves_a_day: float = 6.0
    """Decisions of people and bots in an open game each day; turns take hours."""
    reads_a_move: float = 4.0
    """Requests for a table by its players and those who watch, for each move."""
    peak: float = 3.0
    """How many times as much happens in the busiest hour as on average."""
    games_a_player: float = 5.0
    """Open games of a player who is active."""
    people_a_game: float = 2.0
    """Seats of people in a game."""
    load: float = 0.5
    """The share of a core that is used at the peak."""
    commit_ms: float = 2.0
    """How long a shard is locked for a commit, with a synchronous standby: a round trip and a flush of the disk."""
    cores: int = 64
    """Of the largest server for PostgreSQL."""
    disk_tib: float = 16.0
    """Of one server for PostgreSQL."""
    core_price: float = 25.0
    """Euros a month, with 4 GiB of memory."""
    gib_price: float = 0.10
    """Euros a month for a GiB of disk. Each is kept three times: two servers and a backup."""
    copies: int = 3
    of_citus: float = 2.0
    """Times as much processor time as on one PostgreSQL: Citus plans each statement on coordinator and worker."""


SHARDS: Final = 16
"""Of the log (`games.log.shards`)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a number of games in play needs."""

    games: int
    players: float
    """Active ones."""
    moves: float
    """A second, at the peak."""
    web_cores: float
    sql_cores: float
    hot_bytes: float
    """Of open games, with their events so far, and of players."""
    bytes_a_year: float
    """That the log and the read models grow."""
    price: float
    """Euros a month, after one year."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Where something ends."""

    what: str
    load: float
    """The share of it that is used at the peak; above 1 it does not suffice."""
    moved_by: str


def estimate(games: int, measured: Measured, assumed: Assumed) -> Estimate:
    """Return what so many *games* in play need."""
    moves_a_day = games * assumed.moves_a_day
    moves = moves_a_day / DAY * assumed.peak
    events_a_day = moves_a_day * measured.events_a_move
    over_a_day = moves_a_day / measured.moves_a_game
    players = games * assumed.people_a_game / assumed.games_a_player
    of_event = measured.event_bytes + measured.move_bytes
    # An open game has half of its events, on average.
    hot = games * (measured.game_bytes + measured.moves_a_game * measured.events_a_move * of_event / 2)
    grows = YEAR * (events_a_day * of_event + over_a_day * (measured.game_bytes + measured.result_bytes))
    web = moves * (measured.web_ms + assumed.reads_a_move * measured.read_ms) / 1_000 / assumed.load
    sql = moves * measured.sql_ms / 1_000 / assumed.load
    stored = hot + players * measured.player_bytes + grows
    # PostgreSQL's cores stand twice: its standby must be able to take over.
    price = (ceil(web) + 2 * max(2, ceil(sql))) * assumed.core_price + stored / GIB * assumed.copies * assumed.gib_price
    return Estimate(games, players, moves, web, sql, hot + players * measured.player_bytes, grows, price)


def limits(of: Estimate, assumed: Assumed) -> list[Limit]:
    """Return the limits of *of* on one PostgreSQL, the one that is met first at the beginning."""
    found = [
        Limit("commits in a shard", of.moves / SHARDS * assumed.commit_ms / 1_000, "more shards than 16 in new games"),
        Limit("cores of one PostgreSQL", of.sql_cores / assumed.cores, "Citus: up to 16 workers"),
        Limit(
            "disk of one PostgreSQL, after a year",
            (of.hot_bytes + of.bytes_a_year) / (assumed.disk_tib * TIB),
            "archive games that are over; Citus",
        ),
    ]
    return sorted(found, key=lambda limit: -limit.load)


def tables(measured: Measured, assumed: Assumed) -> str:
    """Return the tables of the page."""
    found = [estimate(games, measured, assumed) for games in GAMES]
    rows: dict[str, list[str]] = {
        "players who are active": [_rounded(one.players) for one in found],
        "moves a second at the peak": [_rounded(one.moves) for one in found],
        "cores of web and workers": [_rounded(max(1, one.web_cores)) for one in found],
        "cores of PostgreSQL": [_rounded(max(1, one.sql_cores)) for one in found],
        "cores of PostgreSQL over Citus": [_rounded(max(1, one.sql_cores * assumed.of_citus)) for one in found],
        "GiB of open games and players": [_rounded(one.hot_bytes / GIB) for one in found],
        "GiB that it grows in a year": [_rounded(one.bytes_a_year / GIB) for one in found],
        "euros a month, after a year": [_rounded(one.price) for one in found],
        "the first limit on one PostgreSQL": [limits(one, assumed)[0].what for one in found],
        "how much of it is used": [_share(limits(one, assumed)[0].load) for one in found],
        "what moves it": [limits(one, assumed)[0].moved_by for one in found],
    }
    shares = {
        name: [_share(limit.load) for one in found for limit in limits(one, assumed) if limit.what == name]
        for name in sorted({limit.what for one in found for limit in limits(one, assumed)})
    }
    heads = [f"{games:,}" for games in GAMES]
    return "\n".join([*_table("games in play", heads, rows), "", *_table("used of each limit", heads, shares), ""])


def constants(measured: Measured, assumed: Assumed) -> str:
    """Return the constants of the page: their names and values."""
    rows = {
        f"`{name.name}`": [f"{getattr(of, name.name):g}", kind]
        for of, kind in ((measured, "measured"), (assumed, "assumed"))
        for name in fields(of)
    }
    return "\n".join([*_table("constant", ["value", "measured or assumed"], rows), ""])


def _table(first: str, heads: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield f"| {first} | {' | '.join(heads)} |"
    yield f"|---|{'--:|' * len(heads)}"
    for name, cells in rows.items():
        yield f"| {name} | {' | '.join(cells)} |"


def _rounded(number: float) -> str:
    """Return *number* with two digits that count: the model knows no more."""
    if number < 10:
        return f"{number:.1f}"
    digits = len(str(int(number))) - 2
    return f"{round(number / 10**digits) * 10**digits:,}"


def _share(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.01 else "below 1 %"


_EVENTS: Final = "SELECT count(*) FROM event"
_GAMES: Final = "SELECT count(*) FROM game"
_SIZE: Final = """
    SELECT coalesce(sum(pg_total_relation_size(c.oid) - 8192 * (
        SELECT count(*) FROM pg_index AS i WHERE i.indrelid IN (c.oid, c.reltoastrelid))), 0)
    FROM pg_class AS c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname ~ %s
"""
"""Of tables with their indexes. The first page of each index, which an empty table has too, does not count."""
_OF: Final[Mapping[str, tuple[str, str]]] = {
    "event_bytes": ("^event_[0-9]+$", _EVENTS),
    "move_bytes": ("^move_key$", "SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM event_link)"),
    "game_bytes": ("^(game|game_state|seat|snapshot|unrated)$", "SELECT count(*) FROM game"),
    "result_bytes": (
        "^(result|seat_result|encounter|tally|meeting|standing|rung|rating_change|rating)$",
        "SELECT count(*) FROM result",
    ),
    "link_bytes": ("^event_link$", "SELECT count(*) FROM event_link"),
    "archive_bytes": ("^archive$", "SELECT count(*) FROM archive"),
    "player_bytes": ("^(player|session|refresh_token)$", "SELECT count(*) FROM player"),
}
_FILES: Final = "SELECT coalesce(avg(size), 0) FROM archive"
_ARCHIVED_EVENTS: Final = "SELECT coalesce(avg(version), 0) FROM archive"
_DECISIONS: Final = "SELECT count(*) FROM (SELECT DISTINCT stream, turn FROM event WHERE turn > 0) AS decision"


def measure(address: str) -> Iterator[str]:
    """Yield each constant that a database shows. It vacuums first, because dead rows are no cost of a game."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("VACUUM (FULL, ANALYZE)")

        def number(sql: str, *values: str) -> float:
            return float(connection.execute(sql, values).fetchone()[0])  # type: ignore[index]

        for name, (pattern, count) in _OF.items():
            yield f"{name} = {number(_SIZE, pattern) / max(1, number(count)):.0f}"
        events, games, decisions = number(_EVENTS), number(_GAMES), number(_DECISIONS)
        yield f"events_a_move = {events / max(1, decisions):.2f}"
        yield f"moves_a_game = {decisions / max(1, games):.0f}"
        yield f"file_bytes = {number(_FILES):.0f}, of games with {number(_ARCHIVED_EVENTS):.0f} events"
        yield f"of {games:.0f} games"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables, write them, or measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scale", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the tables into docs/explanation/scale.md")
    parser.add_argument("--measure", action="store_true", help="print the bytes that DATABASE_URL needs")
    for one in (*fields(Measured), *fields(Assumed)):
        parser.add_argument(f"--{one.name.replace('_', '-')}", type=type(one.default), default=one.default)
    given = parser.parse_args(arguments)
    if given.measure:
        sys.stdout.write("\n".join([*measure(os.environ["DATABASE_URL"]), ""]))
        return
    measured = Measured(**{one.name: getattr(given, one.name) for one in fields(Measured)})
    assumed = Assumed(**{one.name: getattr(given, one.name) for one in fields(Assumed)})
    made = f"{tables(measured, assumed)}\n{constants(measured, assumed)}"
    if given.write:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{made}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    else:
        sys.stdout.write(made)


if __name__ == "__main__":
    main()
