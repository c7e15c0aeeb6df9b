"""What a result makes of the ratings: OpenSkill's full Bradley-Terry model, for any number of contestants.

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
    """Return what the places of the *contestants* make of their ratings *before*; who has none begins with the first.

    The order in which they are told does not matter, to the last digit: they are reckoned by place and name.
    """
    ordered = sorted(contestants, key=lambda one: (one.place, one.entrant))
    standings = [before.get(one.entrant, Standing()) for one in ordered]
    ratings = _after([one.rating for one in standings], [one.place for one in ordered])
    return tuple(
        Entry(entrant=one.entrant, place=one.place, games=was.games + 1, before=was.rating, after=after)
        for one, was, after in zip(ordered, standings, ratings, strict=True)
    )


def _after(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Call the library, which knows teams: each contestant is one of his own."""
    teams = [[MODEL.rating(float(one.mu), float(one.sigma))] for one in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(repr(float(one.mu)), repr(float(one.sigma))) for (one,) in rated]
