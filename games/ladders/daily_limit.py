"""How many rated games between the same two players count on one day."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from games.ladders.contests import Contest, Sitter

DAILY_LIMIT: Final = 5
"""In games that start on the same day in UTC. Any more of them do not count."""


def limited_pairs(contest: Contest, sitters: Sequence[Sitter | None]) -> list[tuple[str, str]]:
    """Return the pairs of entrants for whom the daily limit holds: all but pairs of house bots."""
    players = {sitter.player for sitter in sitters if sitter and sitter.player}
    entrants = sorted(one.entrant for one in contest.contestants)
    return [pair for pair in combinations(entrants, 2) if players & {*pair}]
