"""`manage.py arena` refuses impossible tables."""

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--deals", "0"], "--deals must be 1 or more"),
        (["--variant", "puque", "--seats", "1"], "None of these variants allows tables of these sizes"),
    ],
)
def test_matches_that_nobody_would_play_are_refused(arguments: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("arena", *arguments)
