"""Leaderboards list whoever has enough rated games."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql") / "listed.sql"


class Migration(migrations.Migration):
    """Add the column, and count anew who stands where."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0013_counting")]
    operations: ClassVar[list[Operation]] = [migrations.RunSQL(_SQL.read_text(encoding="utf-8"))]
