"""Snapshots of games, so that looking back does not cost the whole game."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql") / "snapshots.sql"


class Migration(migrations.Migration):
    """Make the table."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0016_claims")]
    operations: ClassVar[list[Operation]] = [migrations.RunSQL(_SQL.read_text(encoding="utf-8"))]
