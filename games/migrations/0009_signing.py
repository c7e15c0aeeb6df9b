"""The keys that sign receipts: the table by SQL, as Django sees it beside it."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the table."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0008_origins")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / "signing.sql").read_text(encoding="utf-8")),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("kid", models.TextField(primary_key=True, serialize=False)),
                ("public", models.BinaryField()),
                ("sealed", models.BinaryField(null=True)),
                ("valid_from", models.DateTimeField()),
                ("valid_until", models.DateTimeField(null=True)),
            ],
            options={"db_table": "signing_key", "managed": False},
        ),
    ]
