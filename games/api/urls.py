"""The URLs of games below `/api/v1/`. Each resource has a module of its own."""

from django.urls import include, path

# Moves are the most frequent requests, and Django looks at one address after another.
_RESOURCES = (
    "tables", "variants", "lobby", "queue", "exports", "streams", "history", "analyses", "notes", "shares",
    "puzzles", "standings", "records", "webhooks", "notices", "subscriptions", "vacations", "problems", "operation",
)  # fmt: skip

urlpatterns = [path("", include(f"games.api.{resource}.urls")) for resource in _RESOURCES]
