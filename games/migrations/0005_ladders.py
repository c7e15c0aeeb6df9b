"""Ladders, and the read models of their streams: the tables by SQL, as Django sees them beside it."""

from pathlib import Path
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the tables."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0004_results")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "ladders.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("shard", models.SmallIntegerField()),
                ("variant", models.TextField()),
                ("season", models.TextField()),
                ("kind", models.TextField()),
                ("version", models.IntegerField()),
                ("head_hash", models.BinaryField()),
            ],
            options={"db_table": "ladder", "managed": False},
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "shard",
                        "variant",
                        "kind",
                        "entrant",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("shard", models.SmallIntegerField()),
                ("variant", models.TextField()),
                ("kind", models.TextField()),
                ("entrant", models.TextField()),
                ("mu", models.TextField()),
                ("sigma", models.TextField()),
                ("games", models.IntegerField()),
            ],
            options={"db_table": "rating", "managed": False},
        ),
        migrations.CreateModel(
            name="Unrated",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "shard", "game", "kind", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("shard", models.SmallIntegerField()),
                ("game", models.UUIDField()),
                ("kind", models.TextField()),
                ("variant", models.TextField()),
                ("season", models.TextField()),
                ("ended_at", models.DateTimeField()),
                ("private", models.BooleanField()),
                ("entrants", ArrayField(base_field=models.TextField(), size=None)),
                ("places", ArrayField(base_field=models.SmallIntegerField(), size=None)),
            ],
            options={"db_table": "unrated", "managed": False},
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "ladder",
                        "entrant",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("ladder", models.UUIDField()),
                ("entrant", models.TextField()),
                ("variant", models.TextField()),
                ("season", models.TextField()),
                ("kind", models.TextField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("games", models.IntegerField()),
                ("played", models.IntegerField()),
                ("wins", models.IntegerField()),
                ("last_at", models.DateTimeField()),
            ],
            options={"db_table": "standing", "managed": False},
        ),
        migrations.CreateModel(
            name="Rung",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "ladder",
                        "level",
                        "bucket",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("ladder", models.UUIDField()),
                ("level", models.SmallIntegerField()),
                ("bucket", models.IntegerField()),
                ("entrants", models.IntegerField()),
            ],
            options={"db_table": "rung", "managed": False},
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "generation",
                        "shard",
                        "ladder",
                        "version",
                        "entrant",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("generation", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("ladder", models.UUIDField()),
                ("version", models.IntegerField()),
                ("entrant", models.TextField()),
                ("variant", models.TextField()),
                ("season", models.TextField()),
                ("kind", models.TextField()),
                ("game", models.UUIDField()),
                ("private", models.BooleanField()),
                ("at", models.DateTimeField()),
                ("place", models.SmallIntegerField()),
                ("games", models.IntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
            ],
            options={"db_table": "rating_change", "managed": False},
        ),
    ]
