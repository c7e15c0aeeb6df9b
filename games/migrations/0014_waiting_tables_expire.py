"""Tables that wait for players expire: those that were opened before, after the default time."""

from django.db import migrations

_EXPIRE = """
    UPDATE game
    SET lapses_at = created_at + CASE visibility WHEN 'public' THEN interval '14 days' ELSE interval '30 days' END
    WHERE status = 'waiting' AND deadline IS NULL
"""
"""Seats that are asked for their nonces have a deadline. Their table expires if they are late."""


class Migration(migrations.Migration):
    dependencies = [("games", "0013_subscriptions")]

    operations = [
        migrations.RunSQL(_EXPIRE, "UPDATE game SET lapses_at = NULL WHERE status = 'waiting'"),
    ]
