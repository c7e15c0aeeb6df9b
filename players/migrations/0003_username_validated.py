"""A username that nobody can have is refused where Django's own commands ask for one."""

from django.db import migrations, models

from players.models import validate_username


class Migration(migrations.Migration):
    """Tell the field what a username may be; the table stays as it is."""

    dependencies = [("players", "0002_rate_bucket_unlogged")]

    operations = [
        migrations.AlterField(
            "player",
            "username",
            models.CharField(blank=True, max_length=30, null=True, unique=True, validators=[validate_username]),
        )
    ]
