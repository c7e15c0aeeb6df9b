"""What queries name; the errors say what is wanted and do not repeat what came."""

from typing import Any, Final

from rest_framework import serializers

from players.http.fields import Instant

_NO_INSTANT: Final = "An instant, please, such as 2026-11-21T11:05:16Z."


class PlayerId(serializers.UUIDField):
    """The id of a player."""

    def __init__(self, **options: Any) -> None:
        """Take UUIDField's options."""
        super().__init__(error_messages={"invalid": "A player's id, please."}, **options)


class Since(Instant):
    """An instant that bounds a list; without a zone it is UTC."""

    def __init__(self, **options: Any) -> None:
        """Take Instant's options."""
        super().__init__(error_messages={"invalid": _NO_INSTANT, "overflow": _NO_INSTANT}, **options)
