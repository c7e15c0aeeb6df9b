"""The ratings of a player: where they stand, how they came there, and a plot of it."""

from typing import Final
from uuid import UUID

from rest_framework.request import Request

from games import selectors
from games.api.profiles import known, person
from games.api.query import variant_asked
from games.api.standings.leaderboards import pace_asked, points, season_asked
from games.api.standings.rating_plot import Line, plot
from games.api.standings.schema import Belief, OwnRating, Ratings, RatingStep
from games.ladders import Kind, Ladder, Pace
from games.selectors import RatingChange, Stand
from players.http.authentication import signed_in
from players.http.pagination import decode_cursor, encode_cursor, instant, limit_of, number_in

PLOTTED: Final = 500
"""Games that a plot shows at most: the last ones."""
_VERSIONS: Final = range(2**31)


def ratings(request: Request, player: UUID) -> Ratings:
    """Return where *player* stands, and one page of how they came there. Raises FieldErrors, BadCursor, and Http404."""
    who, limit, text = known(player), limit_of(request), request.query_params.get("cursor")
    variant, season, pace = variant_asked(request), season_asked(request), pace_asked(request)
    before = None
    if text:
        at, ladder, version = decode_cursor(text, instant, UUID, number_in(_VERSIONS))
        before = at, ladder, version
    found = selectors.rating_history(
        player,
        viewer=signed_in(request).id,
        variant=variant,
        season=season,
        pace=pace,
        before=before,
        limit=limit + 1,
    )
    more = None
    if len(found) > limit:
        at, ladder, version = found[limit - 1].key
        more = encode_cursor(at, ladder, version)
    stands = selectors.ratings_of(player, variant=variant, season=season, pace=pace)
    return Ratings(
        player=person(who),
        ratings=[_own_rating(ladder, stand) for ladder, stand in stands],
        items=[_step(one) for one in found[:limit]],
        next_cursor=more,
    )


def ratings_plot(request: Request, player: UUID) -> str:
    """Return the plot of the last games of *player* as SVG, one line a ladder. Raises FieldErrors, and Http404."""
    who, viewer = known(player), signed_in(request).id
    variant, season, pace = variant_asked(request), season_asked(request), pace_asked(request)
    found = selectors.rating_history(player, viewer=viewer, variant=variant, season=season, pace=pace, limit=PLOTTED)
    lines: dict[str, Line] = {}
    for one in reversed(found):
        name = f"{one.variant} {one.pace}" + (f" ({one.kind})" if one.kind != "humans" else "")
        lines.setdefault(name, []).append((one.at, points(one.after)))
    return plot(f"Ratings of {who.name}", lines)


def _own_rating(ladder: Ladder, stand: Stand) -> OwnRating:
    return OwnRating(
        variant=ladder.variant,
        pace=ladder.pace,
        season=ladder.season,
        kind=ladder.kind,
        rank=stand.rank,
        rating=points(stand.rating),
        mu=stand.mu,
        sigma=stand.sigma,
        provisional=stand.provisional,
        games=stand.games,
        played=stand.played,
        wins=stand.wins,
        last_at=stand.last_at,
        inactive=stand.inactive,
    )


def _step(change: RatingChange) -> RatingStep:
    return RatingStep(
        variant=change.variant,
        pace=Pace(change.pace),
        season=change.season,
        kind=Kind(change.kind),
        game=change.game,
        place=change.place,
        at=change.at,
        games=change.games,
        provisional=change.provisional,
        before=Belief(points(change.before), change.mu_before, change.sigma_before),
        after=Belief(points(change.after), change.mu_after, change.sigma_after),
    )
