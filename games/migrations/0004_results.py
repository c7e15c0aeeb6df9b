"""Results of games, and what adds up from them: the tables by SQL, as Django sees them beside it."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the tables."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0003_customs")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "results.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="Encounter",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "game",
                        "player",
                        "other",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("game", models.UUIDField()),
                ("player", models.UUIDField()),
                ("other", models.UUIDField()),
                ("private", models.BooleanField()),
                ("variant", models.TextField()),
                ("result", models.TextField()),
                ("ended_at", models.DateTimeField()),
            ],
            options={
                "db_table": "encounter",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "player",
                        "other",
                        "variant",
                        "private",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("player", models.UUIDField()),
                ("other", models.UUIDField()),
                ("variant", models.TextField()),
                ("private", models.BooleanField()),
                ("games", models.BigIntegerField()),
                ("ahead", models.BigIntegerField()),
                ("behind", models.BigIntegerField()),
            ],
            options={
                "db_table": "meeting",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "game",
                        "seat",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("game", models.UUIDField()),
                ("seat", models.SmallIntegerField()),
                ("player", models.UUIDField(null=True)),
                ("bot", models.TextField(null=True)),
                ("program", models.BooleanField()),
                ("place", models.SmallIntegerField()),
                ("result", models.TextField()),
                ("resigned", models.BooleanField()),
                ("score", models.IntegerField(null=True)),
                ("lost", models.SmallIntegerField()),
                ("decisions", models.IntegerField()),
                ("by_clock", models.IntegerField()),
                ("answer_ms", models.BigIntegerField()),
                ("missed", models.IntegerField()),
            ],
            options={
                "db_table": "seat_result",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation", "shard", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("game", models.UUIDField()),
                ("variant", models.TextField()),
                ("ruleset", models.TextField()),
                ("options", models.JSONField()),
                ("rated", models.BooleanField()),
                ("private", models.BooleanField()),
                ("deals", models.IntegerField()),
                ("decisions", models.IntegerField()),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
            ],
            options={
                "db_table": "result",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation", "shard", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("game", models.UUIDField()),
                ("sheet", models.JSONField()),
            ],
            options={
                "db_table": "sitting",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "player",
                        "variant",
                        "private",
                        "place",
                        "result",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("player", models.UUIDField()),
                ("variant", models.TextField()),
                ("private", models.BooleanField()),
                ("place", models.SmallIntegerField()),
                ("result", models.TextField()),
                ("games", models.BigIntegerField()),
                ("resigned", models.BigIntegerField()),
                ("points", models.BigIntegerField()),
                ("decisions", models.BigIntegerField()),
                ("by_clock", models.BigIntegerField()),
                ("answer_ms", models.BigIntegerField()),
                ("missed", models.BigIntegerField()),
            ],
            options={
                "db_table": "tally",
                "managed": False,
            },
        ),
    ]
