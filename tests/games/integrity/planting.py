"""What somebody can do who owns the database: change what cannot be changed, and compute the hashes anew."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.db import connection

from games.log.codec import canonical
from games.log.hash_chain import GENESIS, instant, link, link_shard, public_part, seal
from games.log.read import read_after
from games.log.redaction import split_seat
from games.log.shards import shard_of

GUARDS = [("ruleset", "deny_change"), *((table, guard) for table in ("event", "event_link", "archive")
                                         for guard in ("deny_change", "deny_loss"))]  # fmt: skip


@contextmanager
def unguarded() -> Iterator[None]:
    """Switch the triggers off for a while."""
    execute(*(f"ALTER TABLE {table} DISABLE TRIGGER {guard}" for table, guard in GUARDS))
    yield
    execute(*(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}" for table, guard in GUARDS))


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def plant(sql: str) -> None:
    with unguarded():
        execute(sql)


def forge_chain(shard: int) -> None:
    """Give every event of *shard* the hashes that follow from what it says now, and every row its head."""
    heads: dict[UUID, bytes] = {}
    shard_hash = GENESIS
    with unguarded(), connection.cursor() as cursor:
        for one in read_after(shard, 0, limit=10_000):
            hidden = {name: value for name, value in one.secret.items() if name != "salt"}
            salt = bytes.fromhex(one.secret["salt"])
            digest = seal(salt, hidden, one.origin)
            seat, data = split_seat(one.public)
            part = {"version": one.version, "turn": one.turn, "type": one.type, "schema": one.schema, "seat": seat}
            part |= {"at": instant(one.recorded_at), "command": one.command, "data": data}
            head = link(heads.get(one.stream, GENESIS), public_part(part), digest)
            shard_hash = link_shard(shard_hash, one.stream, head)
            heads[one.stream] = head
            cursor.execute(
                """UPDATE event SET public = %s, secret = %s, secret_digest = %s, hash = %s, shard_hash = %s
                WHERE shard = %s AND position = %s""",
                [canonical(one.public).decode(), canonical(one.secret).decode(), digest, head, shard_hash, shard,
                 one.position],
            )  # fmt: skip
        for stream, head in heads.items():
            for table in ("game", "ladder"):
                cursor.execute(f"UPDATE {table} SET head_hash = %s WHERE id = %s", [head, stream])  # noqa: S608


def make_older(game: UUID, by: timedelta) -> None:
    """Let all of *game* have happened earlier: nobody waits for an hour in a test."""
    shard, ago = shard_of(game), f"interval '{by.total_seconds()} s'"
    plant(f"UPDATE event SET recorded_at = recorded_at - {ago} WHERE stream = '{game}'")  # noqa: S608
    execute(
        f"""UPDATE game SET created_at = created_at - {ago}, turn_began = turn_began - {ago},
            deadline = deadline - {ago}, bot_due = bot_due - {ago} WHERE id = '{game}'"""  # noqa: S608
    )
    forge_chain(shard)
