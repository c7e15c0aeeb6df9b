"""The bodies of requests at a table."""

from typing import Final

from games.rules.notation.moves import LONGEST
from players.http.fields import StrictSerializer, Text, WholeNumber

_LARGEST: Final = 2**31 - 1


class Nothing(StrictSerializer):
    """An empty object; no body will do too."""


class MoveRequest(StrictSerializer):
    """A move, and the decision that it answers."""

    turn = WholeNumber(min_value=0, max_value=_LARGEST, required=False, help_text="The table's `turn`; 428 without it.")
    move = Text(max_length=LONGEST, help_text="In the notation, as `you.moves` lists it: `7S`, `JC>H!`, `draw`.")
