"""The end of a transaction that plays: events, row, key, snapshot and seats are written with the COMMIT."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from base.sql.statements import Statement
from games.log.append import CommandContext, add, bind, source_of
from games.log.hash_chain import GENESIS
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent, chain
from games.rules.notation import Happening
from games.store.games import COLUMNS, HEADER, GameHeader, GameRow, now


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of an append."""

    row: GameRow
    """The row as it is now; another append may follow in the same transaction."""
    events: tuple[StoredEvent, ...]


_CHANGED: Final = ("version", "head_hash", "owner", *HEADER)
_ROW: Final = f"UPDATE game SET {' = %s, '.join(_CHANGED)} = %s WHERE shard = %s AND id = %s"  # noqa: S608 - constants
_OPEN: Final = f"INSERT INTO game ({', '.join(COLUMNS)}) VALUES ({', '.join(['%s'] * len(COLUMNS))})"  # noqa: S608 - constants
_STATE: Final = """
    INSERT INTO game_state (shard, game, version, state) VALUES (%s, %s, %s, %s)
    ON CONFLICT (shard, game) DO UPDATE SET version = excluded.version, state = excluded.state
"""
_TAKEN: Final = "INSERT INTO seat (shard, game, seat, player, bot) VALUES (%s, %s, %s, %s, %s)"
_ABSENT: Final = "UPDATE seat SET absent = %s WHERE shard = %s AND game = %s AND seat = %s"
_LEFT: Final = "DELETE FROM seat WHERE shard = %s AND game = %s AND seat = %s"


def open_stream(  # noqa: PLR0913 - all by name
    game: UUID, *, ruleset: str, variant: str, visibility: str, owner: UUID | None = None, maker: UUID | None = None
) -> GameRow:
    """Return the row of a new *game*, not stored yet, at version 0: the first ``append`` stores it with its events.

    Its experts think for *owner*. The player *maker* opens it.
    """
    at = now()
    return GameRow(
        id=game,
        shard=shard_of(game),
        ruleset=ruleset,
        variant=variant,
        visibility=visibility,
        version=0,
        head_hash=GENESIS,
        created_at=at,
        owner=owner,
        maker=maker,
        now=at,
        status="waiting",
        turn=0,
    )


def append(  # noqa: PLR0913 - all that one transaction writes
    row: GameRow,
    events: Iterable[Happening],
    *,
    context: CommandContext,
    state: bytes,
    header: GameHeader,
    beside: Iterable[Statement] = (),
) -> Appended:
    """Add *events*, each with its turn and the command that caused it, to the end of *row*'s stream.

    Call it last, with *row* from ``lock`` in the same transaction or from ``open_stream``. *state* is the game after
    the events (``dump_state``), *header* is that of the row. The key of the *context* is bound to its request and these
    events for ever. All is sent in the round trip of the COMMIT, with the statements *beside*; a statement before the
    COMMIT sends it sooner, and then the shard is locked for longer.

    Raises TransactionManagementError outside of a transaction, and ValueError without events. The COMMIT raises
    django.db.IntegrityError if the row was not locked and the stream went on, or if the key came before, and
    django.db.DataError under another isolation than READ COMMITTED.
    """
    source = source_of(row.id, context, at=row.now)
    made = chain(events, source=source, version=row.version, before=row.head_hash)
    if not made:
        raise ValueError("nothing happened: there is nothing to append")
    columns = {name: getattr(header, name) for name in HEADER}
    after = replace(
        row,
        version=made[-1].version,
        head_hash=made[-1].hash,
        head_at=row.now,
        state=state,
        earlier=None,
        owner=None if header.status == "over" else row.owner,
        **columns,
    )
    where = [row.shard, row.id]
    statements = [
        *beside,
        (_ROW, [*_values(after, _CHANGED), *where]) if row.version else (_OPEN, _values(after, COLUMNS)),
    ]
    if context.key:
        statements.append(bind(row.id, context, first=row.version + 1, last=after.version))
    statements.append((_STATE, [*where, after.version, state]))
    # The table of seats follows in the same transaction, because players must find their game at once.
    for one in made:
        if one.type == "seat-taken":
            public = one.public
            statements.append((_TAKEN, [*where, public["seat"], public["player"] or None, public["bot"] or None]))
        elif one.type in ("seat-absent", "seat-returned"):
            statements.append((_ABSENT, [one.type == "seat-absent", *where, one.public["seat"]]))
        elif one.type in ("seat-left", "seat-forfeited"):
            statements.append((_LEFT, [*where, one.public["seat"]]))
    add(made, beside=statements)
    return Appended(after, tuple(made))


def _values(row: GameRow, columns: tuple[str, ...]) -> list[Any]:
    return [getattr(row, name) for name in columns]
