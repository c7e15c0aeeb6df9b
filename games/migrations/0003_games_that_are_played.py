from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_sql"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="lobbyrow",
            name="lobby_listing",
        ),
        migrations.RemoveIndex(
            model_name="lobbyrow",
            name="lobby_listing_by_variant",
        ),
        migrations.AddField(
            model_name="lobbyrow",
            name="started_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="lobbyrow",
            index=models.Index(
                condition=models.Q(("started_at__isnull", True), ("visibility", "public")),
                fields=["generation", "created_at", "game"],
                name="lobby_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="lobbyrow",
            index=models.Index(
                condition=models.Q(("started_at__isnull", True), ("visibility", "public")),
                fields=["generation", "variant", "created_at", "game"],
                name="lobby_waiting_by_variant",
            ),
        ),
        migrations.AddIndex(
            model_name="lobbyrow",
            index=models.Index(
                condition=models.Q(("started_at__isnull", False), ("visibility", "public")),
                fields=["generation", "started_at", "game"],
                name="lobby_playing",
            ),
        ),
        migrations.AddIndex(
            model_name="lobbyrow",
            index=models.Index(
                condition=models.Q(("started_at__isnull", False), ("visibility", "public")),
                fields=["generation", "variant", "started_at", "game"],
                name="lobby_playing_by_variant",
            ),
        ),
    ]
