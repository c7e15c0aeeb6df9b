"""Leaderboards in JSON: which there are, who stands there, and who stands around the caller."""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import Http404
from rest_framework.request import Request

from games import selectors
from games.api import cursors
from games.api.lobby.listing import names_of
from games.api.query import is_variant
from games.api.tables.table import FORMER_PLAYER, bot_of
from games.ladders import KINDS, PACES, Kind, Ladder, Pace, is_season
from games.selectors import Place, Stand
from players.http.authentication import signed_in
from players.http.pagination import limit_of
from players.http.problems import FieldErrors

NEIGHBOURS: Final = 5
"""How many stand above the caller, and below him, in what is around him."""
_RATINGS: Final = range(-(2**31), 2**31)


def boards(request: Request) -> dict[str, Any]:
    """Return one page of the leaderboards that there are."""
    limit, text = limit_of(request), request.query_params.get("cursor")
    variant, pace, kind, season = cursors.unpack(text, str, str, str, str) if text else ("", "", "", "")
    found = selectors.ladders(after=(variant, pace, kind, season), limit=limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    return {
        "items": [board_of(ladder) for ladder in found[:limit]],
        "next_cursor": cursors.pack(last.variant, last.pace, last.kind, last.season) if last else None,
    }


def board(request: Request, variant: str) -> dict[str, Any]:
    """Return one page of a leaderboard, the best first. Raises FieldErrors, BadCursor, and Http404."""
    ladder, limit, text = _ladder(request, variant), limit_of(request), request.query_params.get("cursor")
    below = _place(text) if text else selectors.ABOVE_ALL
    found = selectors.leaderboard(ladder, below=below, limit=limit + 1) if ladder.season else []
    more = cursors.pack(*found[limit - 1].place) if len(found) > limit else None
    return {**_board(ladder), "items": shown(found[:limit], ladder.kind), "next_cursor": more}


def around_me(request: Request, variant: str) -> dict[str, Any]:
    """Return the caller's rank, and who stands around him. Raises FieldErrors, and Http404."""
    ladder, player = _ladder(request, variant), str(signed_in(request).id)
    found = selectors.around(ladder, player, neighbours=NEIGHBOURS) if ladder.season else []
    rank = next((one.rank for one in found if one.entrant == player), None)
    return {**_board(ladder), "rank": rank, "items": shown(found, ladder.kind)}


def board_of(ladder: Ladder) -> dict[str, Any]:
    """Return what names a leaderboard; no season where nobody was ever rated."""
    return {
        "variant": ladder.variant,
        "pace": str(ladder.pace),
        "season": ladder.season or None,
        "kind": str(ladder.kind),
    }


def _board(ladder: Ladder) -> dict[str, Any]:
    return {**board_of(ladder), "games_needed": settings.LEADERBOARD_GAMES}


def shown(stands: Iterable[Stand], kind: Kind) -> list[dict[str, Any]]:
    """Return who stands there, with the names of players."""
    found = list(stands)
    names = names_of(one.entrant for one in found if _is_player(one.entrant))
    return [{"rank": one.rank, **_entrant(one.entrant, kind, names), **figures(one)} for one in found]


def figures(stand: Stand) -> dict[str, Any]:
    """Return what is told of a rating."""
    return {
        "rating": points(stand.rating),
        "mu": stand.mu,
        "sigma": stand.sigma,
        "provisional": stand.provisional,
        "games": stand.games,
        "played": stand.played,
        "wins": stand.wins,
        "last_at": stand.last_at,
        "inactive": stand.inactive,
    }


def points(hundredths: int) -> float:
    """Return a rating as it is shown."""
    return hundredths / 100


def season_asked(request: Request) -> str | None:
    """Return the season that the query names, None for none. Raises FieldErrors for what is no season."""
    season = request.query_params.get("season")
    if season is not None and not is_season(season):
        raise FieldErrors({"season": ["The first month of a season, such as `2026-10`, please."]})
    return season


def pace_asked(request: Request) -> Pace | None:
    """Return the pace that the query names, None for none. Raises FieldErrors for another word."""
    pace = request.query_params.get("pace")
    if pace is not None and pace not in PACES:
        raise FieldErrors({"pace": [f"One of these, please: {', '.join(PACES)}."]})
    return None if pace is None else Pace(pace)


def _ladder(request: Request, variant: str) -> Ladder:
    """Return the ladder that is asked for: that of the last season, if none is named."""
    if not is_variant(variant):
        raise Http404
    kind, season, pace = _kind(request), season_asked(request), pace_asked(request) or Pace.DAILY
    return Ladder(variant, season or selectors.latest_season(variant, kind, pace) or "", kind, pace)


def _kind(request: Request) -> Kind:
    said = request.query_params.get("kind", Kind.HUMANS)
    if said not in KINDS:
        raise FieldErrors({"kind": [f"One of these, please: {', '.join(KINDS)}."]})
    return Kind(said)


def _is_player(entrant: str) -> bool:
    """Tell a player's id from the level of a bot, which is a word."""
    try:
        return bool(UUID(entrant))
    except ValueError:
        return False


def _entrant(entrant: str, kind: Kind, names: Mapping[str, str]) -> dict[str, Any]:
    if not _is_player(entrant):
        return {"player": None, "bot": entrant}
    player = {"id": entrant, "name": names.get(entrant, FORMER_PLAYER)}
    return {"player": player, "bot": bot_of("", program=kind is Kind.BOTS)}


def _place(text: str) -> Place:
    rating, entrant = cursors.unpack(text, cursors.one_of(_RATINGS), str)
    return rating, entrant
