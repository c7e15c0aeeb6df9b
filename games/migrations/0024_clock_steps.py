"""Steps back of the wall clock, and how long each silence had to be to count as an outage."""

from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """The code before writes outages of five minutes and more, without a gap. They count as they did."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0023_price")]
    operations: ClassVar[list[Operation]] = [
        migrations.AddField(model_name="outage", name="gap", field=models.DurationField(null=True)),
        migrations.RemoveConstraint(model_name="outage", name="outage_cause_check"),
        migrations.AddConstraint(
            model_name="outage",
            constraint=models.CheckConstraint(
                condition=models.Q(("cause__in", ["driver", "web", "jump", "back"])), name="outage_cause_check"
            ),
        ),
    ]
