"""Answers of resources whose own answers are still described by serializers. Goes when all are `Answer`s."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api import profiles
from games.api.tables import schema
from games.api.variants import rulesets


class Answer(serializers.Serializer[Any]):
    """Plain data, described."""


@extend_schema_field({"type": ["boolean", "integer", "string"]})
class OptionValue(serializers.Field):  # type: ignore[type-arg]  # a boolean, a number or a word
    """An option's value."""


class Options(serializers.DictField):
    """Options by name."""

    child = OptionValue()


@extend_schema_field(profiles.Person)  # type: ignore[arg-type]  # the extension takes classes
class Person(serializers.Field):  # type: ignore[type-arg]  # a class that is built
    """See there."""


@extend_schema_field(rulesets.Pinned)  # type: ignore[arg-type]  # the extension takes classes
class Pinned(serializers.Field):  # type: ignore[type-arg]  # a class that is built
    """See there."""


@extend_schema_field(schema.Receipt)  # type: ignore[arg-type]  # the extension takes classes
class Receipt(serializers.Field):  # type: ignore[type-arg]  # a class that is built
    """See there."""


@extend_schema_field(schema.Table)  # type: ignore[arg-type]  # the extension takes classes
class Table(serializers.Field):  # type: ignore[type-arg]  # a class that is built
    """See there."""
