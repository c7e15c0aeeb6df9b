"""Statements in one round trip, bound and prepared by the server: libpq's pipeline mode.

By hand, on the libpq layer of psycopg. A pipeline of psycopg's cursors sends and awaits each statement by itself, and
that took a fifth of the processor time of a move (ADR 6).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import psycopg
from psycopg import adapt
from psycopg.abc import Buffer, PQGen, Transformer
from psycopg.adapt import PyFormat
from psycopg.errors import error_from_result
from psycopg.generators import fetch_many, send
from psycopg.pq import DiagnosticField, ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from base.sql.statements import Rows, StalePlan, Statement, Values

MOST_PREPARED: Final = 500
"""Statements that a connection keeps prepared. Those that come later are only bound."""
_DROPPED: Final = b"26000"
"""The state of the error that a prepared text is not there (`invalid_sql_statement_name`): somebody has dropped it."""
_REVISED: Final = b"RevalidateCachedQuery"
"""The function of the server that refuses a prepared text whose columns have other types now. The state of its error,
`feature_not_supported`, has other causes, and the server translates its message."""
_PLACEHOLDER: Final = re.compile(r"%(?:%|s|\((\w+)\)s)")

Connection: TypeAlias = "psycopg.Connection[Any]"


class _Text(NamedTuple):
    """What the server prepares."""

    sql: bytes
    types: Sequence[int]


class _Bound(NamedTuple):
    """A statement and its values, as the server gets them."""

    text: _Text
    values: Sequence[Buffer | None]
    formats: Sequence[Format]


class _Step(NamedTuple):
    """What the server answers to: the preparation of a text, or its execution."""

    text: _Text
    prepares: bool


_prepared: Final["WeakKeyDictionary[Connection, dict[_Text, bytes]]"] = WeakKeyDictionary()
"""The name of each text that a connection has prepared. A rollback leaves it prepared."""
_numbers: Final = count(1)


def run(connection: Connection, statements: Sequence[Statement], *, prepares: bool) -> list[Rows]:
    """Run *statements* one after the other, in one round trip, and return the rows of each.

    If it *prepares*, the server keeps their texts for the next time. If a statement fails, those behind it do not run,
    and this raises its error (`psycopg.Error`). It is a StalePlan if a prepared text does not fit the tables any more;
    then all texts are prepared anew, because other columns may have changed as well.
    """
    transformer: Transformer = adapt.Transformer.from_context(connection)
    bound = [_bind(transformer, *statement) for statement in statements]
    known = _prepared.setdefault(connection, {})
    try:
        answers = _exchange(connection, bound, known, most=MOST_PREPARED if prepares else 0)
    except BaseException:
        connection.close()  # the next statement would take the answers for its own that are still on their way
        raise
    for step, result in answers:
        if step.prepares and result.status != ExecStatus.COMMAND_OK:
            known.pop(step.text, None)
    for _, result in answers:
        if result.status == ExecStatus.FATAL_ERROR:
            error = error_from_result(result, encoding=connection.info.encoding)
            if _is_stale(result):
                known.clear()  # the server keeps the old ones as long as the connection
                raise StalePlan(str(error)) from error
            raise error
    return [_rows(transformer, result) for step, result in answers if not step.prepares]


def _bind(transformer: Transformer, sql: str, values: Values) -> _Bound:
    text, names = _numbered(sql)
    given = [values[name] for name in names] if isinstance(values, Mapping) else values
    if not given:
        return _Bound(_Text(text, ()), (), ())
    dumped = transformer.dump_sequence(given, [PyFormat.AUTO] * len(given))
    return _Bound(_Text(text, transformer.types or ()), dumped, transformer.formats or ())


@lru_cache(maxsize=MOST_PREPARED)
def _numbered(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """Return *sql* with the server's placeholders in place of psycopg's, and the names that these have, in order."""
    names: list[str] = []
    places = count(1)

    def place(found: re.Match[str]) -> str:
        name = found[1]
        if found[0] == "%%":
            return "%"
        if name is None:
            return f"${next(places)}"
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PLACEHOLDER.sub(place, sql).encode(), tuple(names)


def _exchange(
    connection: Connection, bound: Sequence[_Bound], known: dict[_Text, bytes], *, most: int
) -> list[tuple[_Step, PGresult]]:
    """Send all in one piece, and return each step with its result. New texts are prepared and added to *known*."""
    server, steps = connection.pgconn, []
    server.enter_pipeline_mode()
    for text, values, formats in bound:
        if text not in known and len(known) < most:
            known[text] = b"statement_%d" % next(_numbers)
            server.send_prepare(known[text], text.sql, text.types)
            steps.append(_Step(text, prepares=True))
        if text in known:
            server.send_query_prepared(known[text], values, formats)
        else:
            server.send_query_params(text.sql, values, text.types, formats)
        steps.append(_Step(text, prepares=False))
    server.pipeline_sync()
    results = connection.wait(_received(server, len(steps) + 1))
    server.exit_pipeline_mode()
    return list(zip(steps, results, strict=False))  # the last result is that of the pipeline's end


def _received(server: PGconn, number: int) -> PQGen[list[PGresult]]:
    """Return so many results in their order. The last one says that the pipeline has ended."""
    yield from send(server)
    results: list[PGresult] = []
    while len(results) < number:
        more = yield from fetch_many(server)
        if not more:
            failed = (one for one in results if one.status == ExecStatus.FATAL_ERROR)
            raise next(map(error_from_result, failed), psycopg.OperationalError("the connection is lost"))
        results += more
    return results


def _rows(transformer: Transformer, result: PGresult) -> Rows:
    transformer.set_pgresult(result)
    return transformer.load_rows(0, result.ntuples, tuple)


def _is_stale(result: PGresult) -> bool:
    return (
        result.error_field(DiagnosticField.SQLSTATE) == _DROPPED
        or result.error_field(DiagnosticField.SOURCE_FUNCTION) == _REVISED
    )
