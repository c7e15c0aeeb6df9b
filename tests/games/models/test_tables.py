"""The models are the declaration of the tables: what Django would make of each is what the database has."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations.state import ModelState, StateApps
from django.db.models import Model

from games.integrity.catalogue import CONSTRAINTS as VERIFIED
from games.log.shards import SHARDS
from games.models import Claim, Event, Game, Rung, Tally

pytestmark = pytest.mark.django_db

Facts = set[tuple[str, ...]]

MODELS: Final = [*apps.get_app_config("games").get_models(), *apps.get_app_config("players").get_models()]
NO_MODEL: Final = {
    **{f"event_{shard}": "a partition has what its parent has" for shard in SHARDS},
    "rateable": "a view, which only verification reads",
    "rateable_in_log": "the part of it that is not archived",
    "django_migrations": "Django's own book of migrations",
    "cache": "`createcachetable` makes it",
}
OTHER_KEYS: Final = {"game", "ladder"}
"""Their key is (shard, id); their models name `id` alone, for the admin takes no key of two columns."""

COLUMNS: Final = """
    SELECT c.relname, 'column', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text,
           coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attidentity::text, coalesce(l.collname, '')
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef AS d ON (d.adrelid, d.adnum) = (c.oid, a.attnum)
    LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
    WHERE c.relnamespace = %s::regnamespace AND c.relkind IN ('r', 'p')
"""
CONSTRAINTS: Final = """
    SELECT c.relname, 'constraint', k.conname, pg_get_constraintdef(k.oid)
    FROM pg_class AS c JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype <> 'n'
    WHERE c.relnamespace = %s::regnamespace
"""
INDEXES: Final = """
    SELECT c.relname, 'index', i.relname, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ')
    FROM pg_class AS c JOIN pg_index AS x ON x.indrelid = c.oid JOIN pg_class AS i ON i.oid = x.indexrelid
    WHERE c.relnamespace = %s::regnamespace
"""
RELATIONS: Final = (
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')"
)


def facts(schema: str) -> Iterator[tuple[str, ...]]:
    """Yield the columns, constraints and indexes of the tables in a *schema*, each led by its table."""
    with connection.cursor() as cursor:
        for sql in (COLUMNS, CONSTRAINTS, INDEXES):
            cursor.execute(sql, [schema])
            for table, what, *told in cursor.fetchall():
                # Names in other schemas are printed with their schema, whose name is all in which the two may differ.
                yield table, what, *(one.replace("public.", "").replace("declared.", "") for one in told)


def declared(declarations: Iterable[type[Model]]) -> Facts:
    """Return what Django makes of models; of those that it does not manage, too."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA declared; SET LOCAL search_path = declared, public")
        with connection.schema_editor() as editor:
            for model in declarations:
                editor.create_model(model)
        cursor.execute("SET LOCAL search_path = pg_catalog")
        made = set(facts("declared"))
        cursor.execute("SET LOCAL search_path = public; DROP SCHEMA declared CASCADE")
    return made


def live(tables: set[str]) -> Facts:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL search_path = pg_catalog")
        found = {fact for fact in facts("public") if fact[0] in tables}
        cursor.execute("SET LOCAL search_path = public")
    return found


def differences(declarations: Iterable[type[Model]]) -> Facts:
    """Return what only the models or only the database has."""
    made = declared(declarations)
    return made ^ live({table for table, *_ in made})


def test_the_models_are_the_tables() -> None:
    assert not {fact for fact in differences(MODELS) if fact[0] not in OTHER_KEYS}


def test_the_keys_of_games_and_ladders_begin_with_the_shard() -> None:
    own = {table: (table, "constraint", f"{table}_pkey", "PRIMARY KEY (shard, id)") for table in OTHER_KEYS}
    for table in OTHER_KEYS:
        model = next(model for model in MODELS if model._meta.db_table == table)
        found = differences([model])
        assert {fact[2] for fact in found} == {f"{table}_pkey"}
        assert own[table] in found


def test_verification_expects_what_the_models_declare() -> None:
    verified = {(table, "constraint", *each) for table, expected in VERIFIED.items() for each in expected.items()}
    assert {table for table, *_ in verified - declared(MODELS)} == OTHER_KEYS
    assert verified <= live({*VERIFIED})


def test_every_table_has_a_model_or_a_reason_to_have_none() -> None:
    with connection.cursor() as cursor:
        cursor.execute(RELATIONS)
        there = {name for (name,) in cursor.fetchall()}
    modelled = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert there == modelled | NO_MODEL.keys()


def renamed(state: ModelState) -> None:
    state.fields = {"why" if name == "reason" else name: field for name, field in state.fields.items()}


def nullable(state: ModelState) -> None:
    state.fields["reason"].null = True


def retyped(state: ModelState) -> None:
    state.fields["reason"] = models.IntegerField()


def with_a_default(state: ModelState) -> None:
    state.fields["tries"] = models.IntegerField(db_default=0)


def without_column(state: ModelState) -> None:
    del state.fields["reason"]


def without_indexes(state: ModelState) -> None:
    state.options["indexes"] = []


def without_constraints(state: ModelState) -> None:
    state.options["constraints"] = []


@pytest.mark.parametrize(
    ("model", "change", "named"),
    [
        (Claim, renamed, {"why", "reason"}),
        (Claim, nullable, {"reason"}),
        (Claim, retyped, {"reason"}),
        (Claim, with_a_default, {"tries"}),
        (Claim, without_column, {"reason"}),
        (Tally, without_indexes, {"tally_player"}),
        (Rung, without_constraints, {"rung_entrants_check"}),
        (Game, without_indexes, {"game_bot_due", "game_deadline", "game_ended_public", "game_lapses", "game_pkey"}),
    ],
)
def test_a_model_that_is_not_its_table_is_found(
    model: type[Model], change: Callable[[ModelState], None], named: set[str]
) -> None:
    state = ModelState.from_model(model)
    change(state)
    changed: Any = state.render(StateApps([], {}))
    assert {fact[2] for fact in differences([changed])} == named


def test_what_django_does_not_manage_is_compared_too() -> None:
    assert not Event._meta.managed
    assert not differences([Event])
    state = ModelState.from_model(Event)
    state.fields["key"].null = False
    assert {fact[2] for fact in differences([state.render(StateApps([], {}))])} == {"key"}
