"""A ladder has a pace."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations
from django.db.migrations.operations.base import Operation

_SQL = Path(__file__).with_name("sql") / "paces.sql"


class Migration(migrations.Migration):
    """Add the columns."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0014_listed")]
    operations: ClassVar[list[Operation]] = [migrations.RunSQL(_SQL.read_text(encoding="utf-8"))]
