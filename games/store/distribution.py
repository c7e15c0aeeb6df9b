"""The tables over the workers of Citus: which lie there, and how they come there (ADR 25).

Tables with a column ``shard`` are distributed by it: each shard of the log is one shard of Citus, with all rows that
belong to it. What every shard reads and hardly anybody writes is a reference table, a copy on every worker. All else
stays on the coordinator as an ordinary table, which Citus does not know.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings

from games import migrations
from games.db import rows
from games.log.shards import SHARDS

REFERENCE: Final = ("ruleset", "projection")
"""What each shard needs to be read, and nobody writes but operators and authors of variants."""
FIRST: Final = "checkpoint"
"""The table whose shards of Citus all others follow. It has few rows, so it is cut in a moment."""
PREPARED: Final = 50
"""`max_prepared_transactions` that a worker needs at least: one for each transaction that is committed there."""

KEPT_ON_WORKERS: Final = (Path(migrations.__path__[0]) / "sql" / "deny_loss_on_citus.sql").read_text(encoding="utf-8")
"""The function `deny_loss`, which lets no row of the log go that is kept nowhere else, as the workers need it."""

_EXTENSION: Final = "SELECT extversion FROM pg_extension WHERE extname = 'citus'"
_WORKERS: Final = """
    SELECT nodeid, nodename || ':' || nodeport FROM pg_dist_node
    WHERE noderole = 'primary' AND isactive AND groupid <> 0 ORDER BY nodeid
"""
_COORDINATOR: Final = "SELECT 1 FROM pg_dist_node WHERE groupid = 0"
_SETTING: Final = """
    SELECT nodename || ':' || nodeport, result
    FROM run_command_on_all_nodes(%s) JOIN pg_dist_node USING (nodeid) ORDER BY nodeid
"""
_LIES: Final = "SELECT 1 FROM pg_dist_partition WHERE logicalrelid = %s::regclass"
_COPY: Final = "SELECT create_reference_table(%s)"
_ONE: Final = "SELECT create_distributed_table(%s, 'shard', colocate_with => 'none', shard_count => 1)"
_WHOLE: Final = "SELECT shardid FROM pg_dist_shard WHERE logicalrelid = %s::regclass"
# Citus puts a row by PostgreSQL's hash of its key. Cut behind each hash but the last, and the shards of the log lie one
# by one. By chance three would fall into one shard of Citus, and eleven of sixteen onto one of two workers.
_CUT: Final = """
    WITH hashed AS (SELECT hashint2(shard) AS hash FROM unnest(%(shards)s::smallint[]) AS s (shard)),
         cuts AS (SELECT array_agg(hash::text ORDER BY hash) AS at
                  FROM hashed WHERE hash < (SELECT max(hash) FROM hashed)),
         nodes AS (SELECT array_agg((%(workers)s::integer[])[1 + n %% %(count)s] ORDER BY n) AS of_shard
                   FROM generate_series(0, cardinality(%(shards)s::smallint[]) - 1) AS n)
    SELECT citus_split_shard_by_split_points(%(whole)s, cuts.at, nodes.of_shard, 'block_writes') FROM cuts, nodes
"""
# No row of a shard can refer to one on the coordinator. Players are never deleted, so their plans never hang.
_KEYS: Final = "SELECT quote_ident(conname) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f'"
_SPREAD: Final = "SELECT create_distributed_table(%s, 'shard', colocate_with => %s)"
_PLACES: Final = """
    SELECT n.nodename || ':' || n.nodeport, count(*)
    FROM pg_dist_shard AS s JOIN pg_dist_placement AS p USING (shardid) JOIN pg_dist_node AS n USING (groupid)
    WHERE s.logicalrelid = %s::regclass GROUP BY 1 ORDER BY 1
"""


class NotReady(Exception):
    """The database cannot be distributed; the message says what is missing."""


def asked_together() -> list[list[int]]:
    """Return the groups of shards that one statement may ask: all at once, or each alone on Citus."""
    return [[shard] for shard in SHARDS] if settings.CITUS else [[*SHARDS]]


def distributed_tables() -> list[str]:
    """Return the tables that are distributed by their shard, the one that is cut first."""
    models = apps.get_app_config("games").get_models()
    tables = {model._meta.db_table for model in models if any(one.name == "shard" for one in model._meta.local_fields)}
    return [FIRST, *sorted(tables - {FIRST})]


def extension() -> str | None:
    """Return the version of Citus in this database; None if the extension is not there."""
    found = rows(_EXTENSION)
    return str(found[0][0]) if found else None


def distribute() -> Iterator[str]:
    """Distribute each table that is not distributed yet, and yield what was done. Run it again after an interruption.

    Each table is locked while its rows move, so let nobody play meanwhile. Raises NotReady before anything is done.
    """
    workers = _workers()
    for table in REFERENCE:
        if not _lies(table):
            rows(_COPY, [table])
            yield f"{table}: a copy on each worker"
    if not _lies(FIRST):
        rows(_ONE, [FIRST])
    whole, *others = rows(_WHOLE, [FIRST])
    if not others:
        rows(_CUT, {"shards": [*SHARDS], "workers": workers, "count": len(workers), "whole": whole[0]})
        yield f"{FIRST}: distributed by shard"
    for table in distributed_tables():
        if not _lies(table):
            for (key,) in rows(_KEYS, [table]):
                rows(f"ALTER TABLE {table} DROP CONSTRAINT {key}")
            rows(_SPREAD, [table, FIRST])
            yield f"{table}: distributed by shard"
    # Citus repeats it on the workers, because the triggers of distributed tables call it.
    rows(KEPT_ON_WORKERS)


def places() -> dict[str, int]:
    """Return how many shards of the log each worker has, by its address."""
    return dict(rows(_PLACES, [FIRST]))


def _workers() -> list[int]:
    """Return the ids of the workers. Raises NotReady if they or the coordinator cannot take the tables."""
    if extension() is None:
        raise NotReady("The database has no extension citus. Create it here and on each worker; see how-to/citus.")
    if not rows(_COORDINATOR):
        raise NotReady("The coordinator does not know its own address. Run citus_set_coordinator_host on it.")
    workers = [node for node, _ in rows(_WORKERS)]
    if not workers:
        raise NotReady("The coordinator knows no worker. Run citus_add_node for each.")
    for node, triggers in rows(_SETTING, ["SHOW citus.enable_unsafe_triggers"]):
        if triggers != "on":
            raise NotReady(
                f"{node} refuses triggers, and the log has some. Set citus.enable_unsafe_triggers = on there."
            )
    for node, most in rows(_SETTING, ["SHOW max_prepared_transactions"]):
        if not most.isdigit() or int(most) < PREPARED:
            raise NotReady(f"{node} has max_prepared_transactions = {most}. It needs at least {PREPARED}.")
    return workers


def _lies(table: str) -> bool:
    """Return whether *table* is distributed, or a reference table."""
    return bool(rows(_LIES, [table]))
