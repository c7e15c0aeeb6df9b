"""Each event says which edition of the rules has decided it."""

from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """The code before writes events without an edition: it decides by the first one, which is the default."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0020_archives")]
    operations: ClassVar[list[Operation]] = [
        migrations.RunSQL("ALTER TABLE event ADD COLUMN edition smallint NOT NULL DEFAULT 1 CHECK (edition > 0)"),
        migrations.AddField(model_name="event", name="edition", field=models.SmallIntegerField(db_default=1)),
    ]
