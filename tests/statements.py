"""The statements that the suite sends: each that touches tables of Citus must say in which shard its rows are.

What is compared is the text, before any value is put in, and each text of the service once. Statements that tests
themselves send do not count.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple, TypeAlias

import psycopg
import sqlglot
from sqlglot import exp

from base.sql.postgresql import pipeline
from base.sql.statements import Statement
from tests.across_shards import ACROSS, PLACES

_ROOT: Final = Path(__file__).resolve().parent.parent
_PASSED_ON: Final = ("games/db.py", "base/sql/statements.py", "base/sql/postgresql/base.py", "tests/statements.py")
"""The files that send what others give them."""
_ADMIN: Final = "django/contrib/admin/"
_PLACEHOLDER: Final = re.compile(r"%\(\w+\)s|%[sbt]")
_SCOPES: Final = (exp.Select, exp.Update, exp.Delete, exp.Insert, exp.Merge)
_CONJUNCTION: Final = (exp.And, exp.Paren, exp.Where, exp.Join)

Source: TypeAlias = tuple[int, str]
"""A table or a subquery in a FROM: the id of the part of the statement where it stands, and its alias."""


class Equality(NamedTuple):
    """Two expressions that are equal wherever the part of the statement *scope* yields a row."""

    scope: exp.Expr
    one: exp.Expr
    other: exp.Expr


@cache
def sharded() -> frozenset[str]:
    """Return the tables that ``manage.py distribute`` distributes, the partitions of the log, and the view on them."""
    from games.log.shards import SHARDS  # noqa: PLC0415 - Django must be set up
    from games.store.distribution import distributed_tables  # noqa: PLC0415

    return frozenset([*distributed_tables(), *(f"event_{shard}" for shard in SHARDS), "rateable"])


def unbound(text: str) -> list[str]:
    """Return the distributed tables in a statement whose shard follows neither from a value nor from another table."""
    if not sharded().intersection(re.findall(r"\w+", text)):
        return []
    statement = sqlglot.parse_one(_PLACEHOLDER.sub("$1", text).replace("%%", "%"), read="postgres")
    return _Statement(statement).unbound()


class _Statement:
    def __init__(self, statement: exp.Expr) -> None:
        self.statement = statement
        self.declared: dict[int, dict[str, exp.Expr]] = {}
        for source in statement.find_all(exp.Table, exp.Subquery):
            scope = _scope(source)
            if scope is not None and source.alias_or_name and _is_source(source, scope):
                self.declared.setdefault(id(scope), {})[source.alias_or_name] = source
        self.queries = {one.alias: one.this for one in statement.find_all(exp.CTE)}
        self.equalities = list(self._equalities())
        self.bound: set[Source] = set()

    def unbound(self) -> list[str]:
        """Follow what is equal until nothing more is bound, and return the tables that are left."""
        before = -1
        while len(self.bound) > before:
            before = len(self.bound)
            for scope, one, other in self.equalities:
                for left, right in ((one, other), (other, one)):
                    source = self._source(left)
                    if source and source[0] == id(scope) and self._is_bound(right):
                        self.bound.add(source)
            for place, sources in self.declared.items():
                self.bound |= {(place, alias) for alias, source in sources.items() if self._yields_bound(source)}
        return sorted(
            source.name
            for scope, sources in self.declared.items()
            for alias, source in sources.items()
            if isinstance(source, exp.Table)
            and source.name in sharded()
            and source.name not in self.queries
            and (scope, alias) not in self.bound
        )

    def _equalities(self) -> Iterator[Equality]:
        for one in self.statement.find_all(exp.EQ, exp.In):
            scope = _conjoined(one)
            if scope is None:
                continue
            left, right = one.this.unnest(), one.expression.unnest() if isinstance(one, exp.EQ) else None
            if isinstance(left, exp.Tuple) and isinstance(right, exp.Tuple):
                for pair in zip(left.expressions, right.expressions, strict=True):
                    yield Equality(scope, *pair)
            elif isinstance(right, exp.Any):
                yield Equality(scope, left, right.this)
            elif right is not None:
                yield Equality(scope, left, right)
            else:
                yield from (Equality(scope, left, value) for value in one.expressions[:1])
        for join in self.statement.find_all(exp.Join):
            scope = _scope(join)
            if scope is not None and "shard" in {column.name for column in join.args.get("using") or ()}:
                aliases = [alias for alias in self.declared[id(scope)] if alias != join.this.alias_or_name]
                yield from (
                    Equality(
                        scope, exp.column("shard", table=alias), exp.column("shard", table=join.this.alias_or_name)
                    )
                    for alias in aliases
                )
        for insert in self.statement.find_all(exp.Insert):
            yield from self._inserted(insert)

    def _inserted(self, insert: exp.Insert) -> Iterator[Equality]:
        """Yield what the shard of a new row is: the value, or the column of the query, at its place."""
        names = [column.name for column in insert.this.expressions] if isinstance(insert.this, exp.Schema) else []
        if "shard" not in names:
            return
        target = insert.this.this
        self.declared.setdefault(id(insert), {})[target.alias_or_name] = target
        place, query = names.index("shard"), insert.expression
        given = query.expressions[0].expressions if isinstance(query, exp.Values) else query.expressions
        if place < len(given):
            yield Equality(insert, exp.column("shard", table=target.alias_or_name), given[place])

    def _source(self, column: exp.Expr) -> Source | None:
        """Return the table or subquery whose shard *column* is; None if it is something else."""
        column = column.unnest()
        if not isinstance(column, exp.Column) or column.name != "shard":
            return None
        scope = _scope(column) if column.parent else None
        if scope is None:  # it was made for an equality here, and names its table
            found = [scope for scope, sources in self.declared.items() if column.table in sources]
            return (found[0], column.table) if found else None
        while scope is not None:
            sources = self.declared.get(id(scope), {})
            if column.table in sources:
                return id(scope), column.table
            if not column.table:
                own = [alias for alias, source in sources.items() if self._has_shard(source)]
                if own:
                    return id(scope), own[0]
            scope = _scope(scope)
        return None

    def _has_shard(self, source: exp.Expr) -> bool:
        return not isinstance(source, exp.Table) or source.name in sharded() or source.name in self.queries

    def _is_bound(self, value: exp.Expr) -> bool:
        source = self._source(value)
        return source in self.bound if source else not list(value.find_all(exp.Column, exp.Select))

    def _yields_bound(self, source: exp.Expr) -> bool:
        """Return whether *source* is a subquery or a query of WITH whose column ``shard`` is bound."""
        return self._gives_bound(source.this if isinstance(source, exp.Subquery) else self.queries.get(source.name))

    def _gives_bound(self, query: exp.Expr | None) -> bool:
        query = query.unnest() if query else None
        if isinstance(query, exp.SetOperation):
            return self._gives_bound(query.left) and self._gives_bound(query.right)
        if not isinstance(query, exp.Select):
            return False
        for column in query.expressions:
            if column.alias_or_name == "shard":
                return self._is_bound(column.unalias())
        inner = self.declared.get(id(query), {})
        return bool(query.is_star and inner) and any((id(query), alias) in self.bound for alias in inner)


def _scope(node: exp.Expr) -> exp.Expr | None:
    return node.find_ancestor(*_SCOPES)


def _is_source(node: exp.Expr, scope: exp.Expr) -> bool:
    """Return whether *node* stands in a FROM, a JOIN, a USING or as the target, and not in an expression of *scope*."""
    above = node.parent
    while isinstance(above, exp.Lateral | exp.Schema | exp.Alias):
        above = above.parent
    return above is scope or isinstance(above, exp.From | exp.Join)


def _conjoined(condition: exp.Expr) -> exp.Expr | None:
    """Return the part of the statement that yields no row unless *condition* holds; None if there is none."""
    above = condition.parent
    while isinstance(above, _CONJUNCTION):
        above = above.parent
    return above if isinstance(above, _SCOPES) else None


class Recorder:
    """Notes each text that is sent for the first time, and says which ones cross shards without a reason."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._fresh: list[str] = []

    def install(self) -> None:
        """Note what all connections of this process send."""
        execute: Callable[..., Any] = psycopg.Cursor.execute
        run: Callable[..., Any] = pipeline.run

        def executed(cursor: Any, query: Any, *values: Any, **more: Any) -> Any:
            if isinstance(query, str) and query not in self._known:
                self._note(query)
            return execute(cursor, query, *values, **more)

        def piped(connection: Any, statements: Sequence[Statement], **more: Any) -> Any:
            for query, _ in statements:
                if query not in self._known:
                    self._note(query)
            return run(connection, statements, **more)

        psycopg.Cursor.execute = executed  # type: ignore[method-assign,assignment]
        pipeline.run = piped

    def _note(self, query: str) -> None:
        # What a test or an operator sends does not count as known: the service may send the same text later.
        if "SAVEPOINT" not in query and _is_of_the_service(sys._getframe(2)):  # noqa: SLF001 - the frame of who sends it
            self._known.add(query)
            self._fresh.append(query)

    def crossing(self) -> list[str]:
        """Return what was sent since the last call and crosses shards without a reason, with the tables."""
        fresh, self._fresh = self._fresh, []
        found = [(text, unbound(text)) for text in fresh]
        return [f"{', '.join(tables)}: {text}" for text, tables in found if tables and not _reason(text)]


def _reason(text: str) -> str | None:
    flat = " ".join(text.split())
    return next((reason for part, reason in ACROSS.items() if part in flat), None)


def _is_of_the_service(frame: FrameType | None) -> bool:
    """Return whether the service sends what is sent in *frame*, and from no place that may ask all shards."""
    sender = None
    while frame is not None:
        place = _place(frame.f_code.co_filename)
        if place is not None:
            if place.startswith((_ADMIN, *PLACES)):
                return False
            sender = sender or (place if place not in _PASSED_ON else None)
        frame = frame.f_back
    return sender is not None and not sender.startswith(("tests/", "docs/"))


@cache
def _place(name: str) -> str | None:
    """Return where in the repository a file is; Django's admin by its own name, and None for all other libraries."""
    if f"/{_ADMIN}" in name:
        return _ADMIN
    file = Path(name)
    return file.relative_to(_ROOT).as_posix() if file.is_relative_to(_ROOT) and ".venv" not in file.parts else None
