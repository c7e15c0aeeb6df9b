"""The bodies of requests at a table."""

from typing import Final

from games.rules.events import ProposalKind
from games.rules.notation.moves import LONGEST
from players.http.fields import Choice, Flag, StrictSerializer, Text, WholeNumber

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
