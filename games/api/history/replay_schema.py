"""What is told of a game's past: its digest, and the proof of its chance."""

from rest_framework import serializers

from games.api.serialized import Answer, Receipt, Table


class StatePage(Answer):
    """A table at each of some versions."""

    items = serializers.ListField(child=Table())
    next_cursor = serializers.CharField(allow_null=True)


class DigestLine(Answer):
    """Something that happened, as a code and in words."""

    version = serializers.IntegerField(help_text="Of the event that is told.")
    turn = serializers.IntegerField(help_text="Number of the decision that was due when it happened.")
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(help_text="The type of the event.")
    data = serializers.DictField(help_text="As the feed tells it.")  # type: ignore[assignment]  # a property's name
    text = serializers.CharField(help_text="In words.")
    seconds = serializers.IntegerField(
        allow_null=True, help_text="How long the decision took that was answered with it; null where none was."
    )
    by_clock = serializers.BooleanField(help_text="Whether the clock moved for the seat.")


class DigestPage(Answer):
    """What happened, a stretch of it."""

    lang = serializers.CharField(help_text="The language of the words.")
    items = DigestLine(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class Act(Answer):
    """A random act of a game. What went in and came out of a shuffle is told when the game is over."""

    act = serializers.IntegerField(help_text="Its number, from 1.")
    kind = serializers.ChoiceField(choices=["lot", "shuffle", "replenishing", "resigned-hand"])
    version = serializers.IntegerField(help_text="Of its event.")
    count = serializers.IntegerField(help_text="How many cards were shuffled; of a lot, how many seats took part.")
    input = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The cards that went in, in deck order."
    )
    outcome = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The order in which they came out, top first."
    )
    seat = serializers.IntegerField(allow_null=True, help_text="On whom the lot fell; null for a shuffle.")


class Fairness(Answer):
    """What `check_fairness.py` checks."""

    game = serializers.UUIDField()
    status = serializers.CharField(help_text="`waiting`, `playing` or `over`.")
    commitment = serializers.CharField(
        help_text="Commits the seed to this game, its ruleset and its number of seats, before any nonce."
    )
    seed = serializers.CharField(allow_null=True, help_text="Told when the game is over.")
    nonces = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="By seats; null where nobody sits yet or the nonce is sealed.",
    )
    acts = Act(many=True)
    head = serializers.CharField(help_text="Hash of the last event.")
    receipt = Receipt(help_text="For the last event: the final one when the game is over.")
    ruleset = serializers.CharField(
        help_text="The canonical text of the ruleset: its SHA-256 is the hash that the first event names."
    )
