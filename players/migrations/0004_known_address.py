"""Addresses from which players have signed in, as keyed hashes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the table."""

    dependencies = [("players", "0003_username_validated")]

    operations = [
        migrations.CreateModel(
            name="KnownAddress",
            fields=[
                ("digest", models.BinaryField(max_length=16, primary_key=True, serialize=False)),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "db_table": "known_address",
                "indexes": [models.Index(fields=["seen_at"], name="known_address_seen")],
            },
        ),
    ]
