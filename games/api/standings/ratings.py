"""The ratings of a player: their places on the ladders, how each game changed them, and a plot."""

from typing import Final
from uuid import UUID

from rest_framework.request import Request

from base.http.pagination import decode_cursor, encode_cursor, instant, limit_of, number_in
from games import selectors
from games.api.profiles import known, person
from games.api.query import variant_asked
from games.api.standings.leaderboards import pace_asked, points, season_asked
from games.api.standings.rating_plot import Line, plot
from games.api.standings.schema import Belief, OwnRating, Ratings, RatingStep
from games.ladders import Kind, Ladder, Pace
from games.selectors import Stand
from players.authentication import signed_in

PLOTTED: Final = 500
"""The most games that a plot shows. They are the last ones."""
_VERSIONS: Final = range(2**31)


def ratings(request: Request, player: UUID) -> Ratings:
    """Return the ratings of *player*, and one page of their changes. Raises FieldErrors, BadCursor, and Http404."""
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
        items=[
            RatingStep(
                variant=one.variant,
                pace=Pace(one.pace),
                season=one.season,
                kind=Kind(one.kind),
                game=one.game,
                place=one.place,
                at=one.at,
                games=one.games,
                provisional=one.provisional,
                annulled=one.annulled,
                before=Belief(points(one.before), one.mu_before, one.sigma_before),
                after=Belief(points(one.after), one.mu_after, one.sigma_after),
            )
            for one in found[:limit]
        ],
        next_cursor=more,
    )


def ratings_plot(request: Request, player: UUID) -> str:
    """Return a plot of the last games of *player* as SVG, one line for each ladder. Raises FieldErrors, and Http404."""
    who, viewer = known(player), signed_in(request).id
    variant, season, pace = variant_asked(request), season_asked(request), pace_asked(request)
    found = selectors.rating_history(player, viewer=viewer, variant=variant, season=season, pace=pace, limit=PLOTTED)
    lines: dict[str, Line] = {}
    for one in reversed([step for step in found if not step.annulled]):
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
        provisional=not stand.established,
        games=stand.games,
        played=stand.played,
        wins=stand.wins,
        last_at=stand.last_at,
        inactive=stand.inactive,
    )
