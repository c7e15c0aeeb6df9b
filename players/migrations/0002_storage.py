"""Rate buckets need not survive a crash: without the write-ahead log their updates cost no flush."""

from django.db import migrations


class Migration(migrations.Migration):
    """Take `rate_bucket` out of the write-ahead log, and leave room for updates in place."""

    dependencies = [("players", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE rate_bucket SET UNLOGGED; ALTER TABLE rate_bucket SET (fillfactor = 50)",
            "ALTER TABLE rate_bucket RESET (fillfactor); ALTER TABLE rate_bucket SET LOGGED",
        )
    ]
