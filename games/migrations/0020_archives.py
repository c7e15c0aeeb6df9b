"""Archives of games that have left the log, their links, and the guard that lets nothing else leave it."""

from pathlib import Path
from typing import ClassVar

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

import games.models.columns

_SQL = Path(__file__).with_name("sql") / "archives.sql"


class Migration(migrations.Migration):
    """The code before can work with it, but does not find archived games: archive none until no old process runs."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0019_puzzles")]
    operations: ClassVar[list[Operation]] = [
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "shard", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("shard", models.SmallIntegerField()),
                ("game", models.UUIDField()),
                ("file", models.TextField()),
                ("sha256", models.BinaryField()),
                ("size", models.BigIntegerField()),
                ("version", models.IntegerField()),
                ("head", models.BinaryField()),
                ("started_at", models.DateTimeField(null=True)),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ("contests", games.models.columns.JsonText()),
                ("archived_at", models.DateTimeField(db_default=games.models.columns.ClockTimestamp())),
            ],
            options={
                "db_table": "archive",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("version__gt", 0)), name="archive_version_check"),
                    models.CheckConstraint(condition=models.Q(("sha256__octets", 32)), name="archive_sha256_check"),
                    models.CheckConstraint(condition=models.Q(("head__octets", 32)), name="archive_head_check"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventLink",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "shard", "position", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("shard", models.SmallIntegerField()),
                ("position", models.BigIntegerField()),
                ("stream", models.UUIDField()),
                ("hash", models.BinaryField()),
                ("shard_hash", models.BinaryField()),
            ],
            options={
                "db_table": "event_link",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("position__gt", 0)), name="event_link_position_check"),
                    models.CheckConstraint(condition=models.Q(("hash__octets", 32)), name="event_link_hash_check"),
                    models.CheckConstraint(
                        condition=models.Q(("shard_hash__octets", 32)), name="event_link_shard_hash_check"
                    ),
                ],
            },
        ),
        migrations.RunSQL(_SQL.read_text(encoding="utf-8")),
    ]
