"""Column types and functions of PostgreSQL that Django does not have, and the shard of an id."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class JsonText(models.JSONField):
    """PostgreSQL's ``json``, which keeps the text as it was written: the canonical bytes that are hashed."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:  # noqa: ARG002 - Django's signature
        """Return the column's type."""
        return "json"

    def from_db_value(self, value: Any, *_: Any) -> Any:
        """Return *value*: psycopg parses this type itself."""
        return value


class TextKey(models.TextField):  # type: ignore[type-arg]  # Django's has no parameters at run time
    """A text that is the primary key. For a ``TextField`` Django would make a second index, for LIKE."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:  # noqa: ARG002 - Django's signature
        """Return the column's type by the full name of ``text``, by which Django does not know it."""
        return "pg_catalog.text"


class Octets(models.Transform):
    """The length of a value in bytes; of JSON, of its text."""

    lookup_name = "octets"
    function = "octet_length"
    output_field = models.IntegerField()


class JsonOctets(Octets):
    """The length of a JSON document in bytes."""

    template = "%(function)s((%(expressions)s)::text)"


models.BinaryField.register_lookup(Octets)
JsonText.register_lookup(JsonOctets)


class ShardOf(models.Func):
    """The shard of a stream: the last byte of its id modulo 16, so any id finds it without a look-up."""

    template = "(get_byte(uuid_send(%(expressions)s), 15) %%%% 16)"
    output_field = models.SmallIntegerField()


class ClockTimestamp(models.Func):
    """The time at which the row is written. ``now()`` is when its transaction began."""

    function = "clock_timestamp"
    output_field = models.DateTimeField()
