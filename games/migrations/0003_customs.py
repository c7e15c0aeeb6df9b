"""Variants that players wrote, and judgements on them: the tables by SQL, as Django sees them beside it."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the tables. What was published stays for ever, so there is no way back."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0002_models")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "customs.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="CustomVariant",
            fields=[
                ("key", models.TextField(primary_key=True, serialize=False)),
                ("author", models.UUIDField()),
                ("hash", models.TextField()),
                ("editions", models.IntegerField()),
                ("published_at", models.DateTimeField()),
            ],
            options={"db_table": "custom_variant", "ordering": ["key"], "managed": False},
        ),
        migrations.CreateModel(
            name="Judgement",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("author", models.UUIDField()),
                ("status", models.TextField(default="waiting")),
                ("sent", models.JSONField()),
                ("base", models.TextField(null=True)),
                ("deals", models.IntegerField()),
                ("tries", models.SmallIntegerField(default=0)),
                ("hash", models.TextField(null=True)),
                ("passed", models.BooleanField(null=True)),
                ("report", models.JSONField(null=True)),
                ("created_at", models.DateTimeField()),
                ("began_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField()),
            ],
            options={"db_table": "judgement", "managed": False},
        ),
    ]
