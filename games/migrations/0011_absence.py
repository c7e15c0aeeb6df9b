"""Players who are absent."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """A seat says whether its player is absent, and who left without loss is not rated."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0010_clocks")]
    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="seat", name="absent", field=models.BooleanField(db_default=False)),
        migrations.RunSQL(
            (Path(__file__).with_name("sql") / "rateable_absence.sql").read_text(encoding="utf-8"),
            migrations.RunSQL.noop,
        ),
    ]
