"""A chain over each shard, computed by the statement that appends."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql") / "shard_hashes.sql"


class Migration(migrations.Migration):
    """Add the column."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0010_outages")]
    operations: ClassVar[list[Operation]] = [migrations.RunSQL(_SQL.read_text(encoding="utf-8"))]
