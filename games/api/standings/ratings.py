"""The ratings of a player in JSON: where he stands, and how he came there; and the plot of it."""

from typing import Any, Final
from uuid import UUID

from rest_framework.request import Request

from games import selectors
from games.api import cursors
from games.api.profiles import known, person
from games.api.query import variant_asked
from games.api.standings.leaderboards import board_of, figures, pace_asked, points, season_asked
from games.api.standings.rating_plot import Line, plot
from games.selectors import Happening, RatingChange
from players.http.authentication import signed_in
from players.http.pagination import limit_of

PLOTTED: Final = 500
"""Games that a plot shows at most: the last ones."""
_VERSIONS: Final = range(2**31)


def ratings(request: Request, player: UUID) -> dict[str, Any]:
    """Return where *player* stands, and one page of how he came there. Raises FieldErrors, BadCursor, and Http404."""
    who, limit, text = known(player), limit_of(request), request.query_params.get("cursor")
    variant, season, pace = variant_asked(request), season_asked(request), pace_asked(request)
    found = selectors.rating_history(
        player,
        viewer=signed_in(request).id,
        variant=variant,
        season=season,
        pace=pace,
        before=_happening(text) if text else None,
        limit=limit + 1,
    )
    stands = selectors.ratings_of(player, variant=variant, season=season, pace=pace)
    return {
        "player": person(who),
        "ratings": [{**board_of(ladder), "rank": stand.rank, **figures(stand)} for ladder, stand in stands],
        "items": [_change(one) for one in found[:limit]],
        "next_cursor": _cursor(found[limit - 1]) if len(found) > limit else None,
    }


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


def _change(change: RatingChange) -> dict[str, Any]:
    return {
        "variant": change.variant,
        "pace": change.pace,
        "season": change.season,
        "kind": change.kind,
        "game": change.game,
        "place": change.place,
        "at": change.at,
        "games": change.games,
        "provisional": change.provisional,
        "before": {"rating": points(change.before), "mu": change.mu_before, "sigma": change.sigma_before},
        "after": {"rating": points(change.after), "mu": change.mu_after, "sigma": change.sigma_after},
    }


def _cursor(change: RatingChange) -> str:
    at, ladder, version = change.key
    return cursors.pack(at.isoformat(), ladder, version)


def _happening(text: str) -> Happening:
    at, ladder, version = cursors.unpack(text, cursors.instant, UUID, cursors.one_of(_VERSIONS))
    return at, ladder, version
