"""What rebuilding and checking the read models needs: the tables by SQL, as Django sees them beside it."""

from pathlib import Path
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the tables."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0005_ladders")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "rebuilding.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="DriftReport",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("what", models.TextField()),
                ("place", models.TextField()),
                ("lines", ArrayField(base_field=models.TextField(), size=None)),
                ("found_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={"db_table": "drift_report", "ordering": ["-id"], "managed": False},
        ),
    ]
