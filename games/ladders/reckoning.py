"""How a result changes the ratings: OpenSkill's full Bradley-Terry model, for any number of contestants.

docs/adr/0015 compares it with the other models, and says how far it is trusted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from math import sqrt
from statistics import fmean
from typing import Final

from openskill.models import BradleyTerryFull

from games.ladders.contests import Contestant
from games.ladders.events import Entry, Returned
from games.ladders.ratings import FIRST, Rating, Standing
from games.ladders.trust import RatedPair, RatedPairs, basis_after, begins_anew, weight

WIDE_BETA_FROM: Final = "2026-12"
"""The first season with the doubled beta."""
_BETA: Final = 25 / 6
_GROWTH: Final = 1.0
"""By how much the variance of a rating grows in thirty days without a rated game."""
_MONTH: Final = timedelta(days=30)


@cache
def model_of(season: str) -> BradleyTerryFull:
    """Return the model that rates the games of *season*."""
    beta = 2 * _BETA if season >= WIDE_BETA_FROM else _BETA
    return BradleyTerryFull(mu=float(FIRST.mu), sigma=float(FIRST.sigma), beta=beta)


def reckon(  # noqa: PLR0913 - all of it decides
    contestants: Sequence[Contestant],
    before: Mapping[str, Standing],
    pairs: RatedPairs,
    *,
    season: str,
    ended_at: datetime,
    settled: bool,
) -> tuple[Entry, ...]:
    """Return the new ratings of *contestants* from their places and what is known of them; ``FIRST`` for a new one.

    The order of *contestants* changes no digit of the result: they are rated in the order of places and names.
    """
    ordered = sorted(contestants, key=lambda one: (one.place, one.entrant))
    standings = {one.entrant: before.get(one.entrant, Standing()) for one in ordered}
    opponents = {name: {other: one.basis for other, one in standings.items() if other != name} for name in standings}
    model = model_of(season)
    anew = {name: begins_anew(one.basis, opponents[name].values(), settled=settled) for name, one in standings.items()}
    # The library rates teams: each contestant is a team of one.
    teams = [[model.rating(*_believed(one, ended_at, anew=anew[name]))] for name, one in standings.items()]
    rated = model.rate(teams, ranks=[float(one.place) for one in ordered])
    entries = list[Entry]()
    for one, (was,), (now,) in zip(ordered, teams, rated, strict=True):
        standing, against = standings[one.entrant], opponents[one.entrant]
        met = {other: pairs.get((one.entrant, other), RatedPair()) for other in against}
        basis = basis_after(standing.basis, against, met, settled=settled)
        share = fmean(weight(other_basis, met[other], settled=settled) for other, other_basis in against.items())
        entries.append(
            Entry(
                entrant=one.entrant,
                place=one.place,
                games=standing.games + 1,
                basis=basis,
                counted=basis.counted > standing.basis.counted,
                anew=anew[one.entrant],
                before=standing.rating,
                after=Rating(
                    repr(float(was.mu + share * (now.mu - was.mu))),
                    repr(float(was.sigma + share * (now.sigma - was.sigma))),
                ),
            )
        )
    return tuple(entries)


def _believed(one: Standing, at: datetime, *, anew: bool) -> tuple[float, float]:
    """Return the mean and the deviation before a game that ended *at*: less is sure the longer nobody played."""
    rating = FIRST if anew else one.rating
    mu, sigma = float(rating.mu), float(rating.sigma)
    if one.last_at is None:
        return mu, sigma
    months = max(0.0, (at - one.last_at) / _MONTH)
    return mu, max(sigma, min(float(FIRST.sigma), sqrt(sigma**2 + _GROWTH * months)))


def give_back(rated: Entry, now: Standing, pairs: Iterable[RatedPair]) -> Returned:
    """Return what is left of the rating *now* without the game that *rated* it.

    *pairs* are those with the opponents of that game, as they are now. Later games are not computed again: the mean
    loses what the game added, and the deviation gets the part back that the game took. If the rating has begun anew
    since then, it is without the game already.
    """
    mu, sigma = float(now.rating.mu), float(now.rating.sigma)
    if now.basis.anchored == rated.basis.anchored:
        base = FIRST if rated.anew else rated.before
        mu -= float(rated.after.mu) - float(base.mu)
        sigma = min(float(FIRST.sigma), sigma * max(1.0, float(base.sigma) / float(rated.after.sigma)))
    last = [one for one in pairs if one.games <= 1]
    basis = replace(
        now.basis,
        met=max(0, now.basis.met - len(last)),
        opponents=max(0, now.basis.opponents - sum(one.counts for one in last)),
        counted=max(0, now.basis.counted - rated.counted),
    )
    return Returned(
        entrant=rated.entrant,
        games=now.games - 1,
        won=rated.place == 1,
        basis=basis,
        before=now.rating,
        after=Rating(repr(mu), repr(sigma)),
    )
