"""The tables, by SQL: partitions, deny triggers, partial indexes and checks are beyond Django's models."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    """Make the tables of the log, of what follows it, and of the clock. There is no way back: a log is for ever."""

    initial = True
    dependencies: ClassVar[list[tuple[str, str]]] = []
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / f"{name}.sql").read_text(encoding="utf-8")) for name in ("log", "following", "clock")
    ]
