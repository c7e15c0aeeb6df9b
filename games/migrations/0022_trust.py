"""What a rating rests on, who was rated with whom, and games that are annulled."""

from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """The code before writes ratings of which nothing is known. Ratings that are there do not begin anew."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("games", "0021_edition")]
    operations: ClassVar[list[Operation]] = [
        migrations.CreateModel(
            name="RatedPair",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "shard",
                        "variant",
                        "pace",
                        "kind",
                        "entrant",
                        "opponent",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("shard", models.SmallIntegerField()),
                ("variant", models.TextField()),
                ("pace", models.TextField()),
                ("kind", models.TextField()),
                ("entrant", models.TextField(db_collation="C")),
                ("opponent", models.TextField(db_collation="C")),
                ("games", models.IntegerField()),
                ("wins", models.IntegerField()),
                ("counts", models.BooleanField()),
                ("last_at", models.DateTimeField()),
            ],
            options={
                "db_table": "rated_pair",
                "indexes": [
                    models.Index(condition=models.Q(("games__gte", 4)), fields=["last_at"], name="rated_pair_last_at")
                ],
            },
        ),
        migrations.AddField(
            model_name="rating",
            name="anchored",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddField(
            model_name="rating",
            name="counted",
            field=models.IntegerField(db_default=0),
        ),
        migrations.AddField(
            model_name="rating",
            name="established",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddField(
            model_name="rating",
            name="last_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="rating",
            name="met",
            field=models.IntegerField(db_default=0),
        ),
        migrations.AddField(
            model_name="rating",
            name="opponents",
            field=models.IntegerField(db_default=0),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="annulled",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddField(
            model_name="standing",
            name="established",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("established", True)),
                fields=["shard", "variant", "pace", "kind"],
                name="rating_established",
            ),
        ),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(
                condition=models.Q(("established", True)),
                fields=["generation", "shard", "ladder", "rating", "entrant"],
                name="standing_established",
            ),
        ),
        migrations.RunSQL("UPDATE rating SET anchored = true WHERE games > 0", migrations.RunSQL.noop),
    ]
