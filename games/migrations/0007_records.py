"""Records that players sent: the tables by SQL, as Django sees them beside it."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the tables."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0006_rebuilding")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "records.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("author", models.UUIDField()),
                ("media_type", models.TextField()),
                ("content", models.BinaryField()),
                ("status", models.TextField(default="waiting")),
                ("tries", models.SmallIntegerField(default=0)),
                ("accepted", models.BooleanField(null=True)),
                ("verdict", models.JSONField(null=True)),
                ("created_at", models.DateTimeField()),
                ("began_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
            ],
            options={"db_table": "imported_record", "managed": False},
        ),
    ]
