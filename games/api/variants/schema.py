"""Variants and rulesets, as they are answered."""

from rest_framework import serializers

from games.api.serialized import Answer, OptionValue, Pinned


class Option(Answer):
    """What a variant lets its players choose."""

    name = serializers.CharField()
    default = OptionValue()
    choices = serializers.ListField(child=OptionValue(), help_text="All values; empty where any number will do.")
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    paragraph = serializers.CharField(help_text="Where the rule book speaks of it.")
    about = serializers.CharField()


class PlayerRange(Answer):
    """For how many players a variant is."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()


class Summary(Answer):
    """What a variant is called, and what its players may choose."""

    key = serializers.CharField()
    name = serializers.CharField()
    hash = serializers.CharField()
    ruleset = serializers.CharField(help_text="Where the ruleset is.")
    players = PlayerRange()
    options = Option(many=True)


class Variant(Summary):
    """A variant, with the hash of its current ruleset."""

    author = serializers.CharField(
        allow_null=True, help_text="The player who published it; null for the service's own."
    )


class VariantPage(Answer):
    """The variants."""

    items = Variant(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class Ruleset(Summary):
    """A ruleset: immutable under its hash."""

    rules = serializers.DictField(help_text="The rules as data.")
    text = serializers.CharField(help_text="The rules for people, in numbered paragraphs (Markdown).")
    kernel = serializers.CharField(help_text="The paragraphs that hold where the variant says nothing else; Markdown.")
    examples = serializers.CharField(help_text="Where its examples are.")


class Example(Answer):
    """An example that the rules must keep; its other members are those of the notation, section Examples."""

    id = serializers.CharField(help_text="What a link's fragment names.")
    name = serializers.CharField()
    proves = serializers.ListField(child=serializers.CharField())


class ExampleList(Answer):
    """All examples of a ruleset."""

    ruleset = serializers.CharField()
    items = Example(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class EffectiveOption(Answer):
    """How an option is set."""

    name = serializers.CharField()
    value = OptionValue()
    default = OptionValue()
    paragraph = serializers.CharField(help_text="Where the rule book speaks of it.")
    about = serializers.CharField()


class RulesInForce(Answer):
    """The rules of one game."""

    ruleset = Pinned()
    seats = serializers.IntegerField()
    summary = serializers.ListField(
        child=serializers.CharField(),
        help_text="The rules of this table in about ten lines, in the language asked for.",
    )
    options = EffectiveOption(many=True)
    rules = serializers.DictField(help_text="The rules as data, the options applied.")
    text = serializers.CharField(help_text="The variant's numbered paragraphs; Markdown.")
    kernel = serializers.CharField(help_text="The paragraphs that hold where the variant says nothing else; Markdown.")
    examples = Example(many=True, help_text="Those that hold under these options.")
