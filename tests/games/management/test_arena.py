"""What the arena refuses."""

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--deals", "0"], "At least one deal"),
        (["--variant", "puque", "--seats", "1"], "No such variant is played at tables of this size"),
    ],
)
def test_matches_that_nobody_would_play_are_refused(arguments: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("arena", *arguments)
