"""What caused an event stands beside it."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql") / "commands.sql"


class Migration(migrations.Migration):
    """Add the column."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0002_sql")]
    operations: ClassVar[list[Operation]] = [migrations.RunSQL(_SQL.read_text(encoding="utf-8"))]
