"""Orders are due at a time, and authors take turns."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql") / "turns.sql"


class Migration(migrations.Migration):
    """Add the columns and the indexes."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0011_shard_hashes")]
    operations: ClassVar[list[Operation]] = [migrations.RunSQL(_SQL.read_text(encoding="utf-8"))]
