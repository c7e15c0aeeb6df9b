"""The index for notices of turns that are over, which are deleted whether they were read or not."""

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """The code before needs the index of what is not read, and finds that in the new one."""

    atomic = False
    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0024_clock_steps")]
    operations: ClassVar[list[Operation]] = [
        AddIndexConcurrently("notice", models.Index(fields=["game"], name="notice_of_game")),
        RemoveIndexConcurrently("notice", "notice_open_of_game"),
    ]
