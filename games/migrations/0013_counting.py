"""Which games that were made to be rated count: tables by SQL, as Django sees them beside it."""

from pathlib import Path
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the table, and add the reasons to the read models."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0012_turns")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "counting.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="RatedStart",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day", "kind", "entrants", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("kind", models.TextField()),
                ("entrants", ArrayField(base_field=models.TextField(), size=None)),
                ("game", models.UUIDField()),
            ],
            options={"db_table": "rated_start", "managed": False},
        ),
    ]
