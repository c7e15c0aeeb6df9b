"""Budgets: how much work one command, or one look at a table, may be. They are counted in steps, never in time.

A ruleset that was checked (``games.sandbox.check_bounds``) never comes near them. They hold at run time for every
other one, and for faults of ours.
"""

from typing import Final

MOST_LISTED: Final = 20_000
"""Legal moves of one seat in one position. Also the rows of cards that a listing looks at."""
MOST_ROUNDS: Final = 10_000
"""Rounds of all loops that one command runs: each card drawn alone, each seat that misses its turn, and so on."""
MOST_EVENTS: Final = 20_000
"""Events that one command may cause, the deals and the accepts that follow by themselves included."""


class BudgetExceeded(Exception):
    """The rules of a game ask for more work than one command may cost. Nothing has happened.

    ``work`` names what was counted, ``most`` is its bound.
    """

    def __init__(self, work: str, most: int) -> None:
        super().__init__(f"more than {most} {work}")
        self.work, self.most = work, most
