"""The page that shows a game to a person."""

from uuid import UUID

from django.conf import settings


def game_page(game: UUID) -> str:
    """Return the address of the page of a game. What is in calendars links to it, so it never changes."""
    return f"{settings.PUBLIC_URL}/g/{game}"
