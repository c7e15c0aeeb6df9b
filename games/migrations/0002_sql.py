"""What Django's models cannot express: partitions, triggers, storage, two keys, the view, and the first rows."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql")
_NAMES = ("event", "deny_change", "storage", "rateable", "read_models")


class Migration(migrations.Migration):
    """There is no way back: a log is for ever."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0001_initial")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL((_SQL / f"{name}.sql").read_text(encoding="utf-8")) for name in _NAMES
    ]
