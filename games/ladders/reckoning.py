"""How a result changes the ratings: OpenSkill's full Bradley-Terry model, for any number of contestants.

docs/adr/0018 compares it with the other models.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from openskill.models import BradleyTerryFull

from games.ladders.contests import Contestant
from games.ladders.events import Entry
from games.ladders.ratings import FIRST, Rating, Standing

MODEL: Final = BradleyTerryFull(mu=float(FIRST.mu), sigma=float(FIRST.sigma))


def reckon(contestants: Sequence[Contestant], before: Mapping[str, Standing]) -> tuple[Entry, ...]:
    """Return the new ratings of *contestants* from their places and their ratings *before*; ``FIRST`` for a new one.

    The order of *contestants* changes no digit of the result: they are rated in the order of places and names.
    """
    ordered = sorted(contestants, key=lambda one: (one.place, one.entrant))
    standings = [before.get(one.entrant, Standing()) for one in ordered]
    # The library rates teams: each contestant is a team of one.
    teams = [[MODEL.rating(float(one.rating.mu), float(one.rating.sigma))] for one in standings]
    rated = MODEL.rate(teams, ranks=[float(one.place) for one in ordered])
    ratings = [Rating(repr(float(one.mu)), repr(float(one.sigma))) for (one,) in rated]
    return tuple(
        Entry(entrant=one.entrant, place=one.place, games=was.games + 1, before=was.rating, after=after)
        for one, was, after in zip(ordered, standings, ratings, strict=True)
    )
