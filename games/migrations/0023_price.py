"""For whom expensive work is done, the slots in which it runs, and pictures that are kept."""

from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

_TABLES = ("game", "analysis", "checkjob", "exportjob", "importedrecord")


class Migration(migrations.Migration):
    """The code before writes games and jobs without an owner. They count for their authors."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0022_trust")]
    operations: ClassVar[list[Operation]] = [
        *(migrations.AddField(model_name=name, name="owner", field=models.UUIDField(null=True)) for name in _TABLES),
        migrations.AddField(model_name="game", name="maker", field=models.UUIDField(null=True)),
        migrations.CreateModel(
            name="WorkSlot",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "owner", "slot", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("owner", models.UUIDField()),
                ("slot", models.SmallIntegerField()),
                ("work", models.UUIDField()),
                ("player", models.UUIDField(null=True)),
                ("began_at", models.DateTimeField()),
                ("until", models.DateTimeField()),
            ],
            options={"db_table": "work_slot"},
        ),
        migrations.CreateModel(
            name="KeptPicture",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "kind", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.UUIDField()),
                ("kind", models.TextField()),
                ("mark", models.TextField()),
                ("content", models.BinaryField()),
                ("drawn_at", models.DateTimeField()),
            ],
            options={
                "db_table": "picture",
                "indexes": [models.Index(fields=["drawn_at"], name="picture_drawn_at")],
            },
        ),
    ]
