"""The bodies of requests at a table."""

from typing import Final

from django.utils.translation import gettext
from rest_framework import serializers

from base.http.fields import Choice, Flag, StrictSerializer, Text, WholeNumber
from games.rules.events import Ask, ProposalKind
from games.rules.notation import NotationError, parse_move
from games.rules.notation.moves import LONGEST
from games.services.plans import MOST_STEPS, is_plannable

_LARGEST: Final = 2**31 - 1


class Nothing(StrictSerializer):
    """An empty object. You may also send no body."""


class MoveRequest(StrictSerializer):
    """A move, and the decision that it answers."""

    turn = WholeNumber(
        min_value=0, max_value=_LARGEST, required=False, help_text="The `turn` of the table. Without it you get 428."
    )
    move = Text(
        max_length=LONGEST,
        help_text="A move in the notation, as `you.moves` lists it, such as `7S`, `JC>H!` or `draw`.",
    )


class AbsenceClaimRequest(StrictSerializer):
    """What you claim because the other player is absent."""

    kind = Choice(
        choices=["win", "bot"],
        help_text="`win` ends the game, and you win. With `bot` a bot plays for the other player.",
    )


class ProposalRequest(StrictSerializer):
    """Something that all players must agree on."""

    kind = Choice(
        choices=[str(kind) for kind in ProposalKind],
        help_text="`pause`: the clock stops for at most 14 days. `resume`: that pause ends. `extend`: the seat on turn "
        "gets the allowance of one more turn. `abandon`: the game ends, unrated and without winners.",
    )


class VoteRequest(StrictSerializer):
    """A vote."""

    agrees = Flag(help_text="Whether you agree.")


class PlannedMoveRequest(StrictSerializer):
    """A move of a plan."""

    move = Text(max_length=LONGEST, help_text="A move in the notation. You cannot plan to speak, accuse or resign.")
    ask = Choice(
        choices=[str(ask) for ask in Ask],
        required=False,
        help_text="What you must be asked for this move, as in the `ask` of a table. For example, with `answer` a card "
        "is played only against a penalty. By default the move is made whenever it is legal.",
    )

    def validate_move(self, text: str) -> str:
        """Return the move. Raises ValidationError if the text is no move, or none that a plan may have."""
        try:
            move = parse_move(0, text)
        except NotationError as error:
            raise serializers.ValidationError(error_text(error)) from error
        if not is_plannable(move):
            raise serializers.ValidationError(gettext("A plan cannot have this move."))
        return text


class PlanRequest(StrictSerializer):
    """What your seat does when its turn comes."""

    deal = WholeNumber(
        min_value=1, max_value=_LARGEST, help_text="The `deal` of the table. In another deal the plan is dropped."
    )
    moves = serializers.ListField(
        child=PlannedMoveRequest(),
        min_length=1,
        max_length=MOST_STEPS,
        help_text="The moves, in the order in which they are tried.",
    )


def error_text(error: NotationError) -> str:
    """Return why a text is not a move, in the language of the request."""
    sentence = gettext(error.sentence)
    return sentence.format(**error.fields) if error.fields else sentence
