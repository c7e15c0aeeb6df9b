"""Leaderboards: which there are, who stands there, and who stands around the caller."""

from collections.abc import Sequence
from typing import Final, cast
from uuid import UUID

from django.conf import settings
from django.http import Http404
from rest_framework.request import Request

from games import selectors
from games.api.lobby.listing import names_of
from games.api.profiles import Person
from games.api.query import is_variant
from games.api.standings.schema import AroundMe, Board, BoardPage, LeaderboardPage, Ranked
from games.api.tables.table import FORMER_PLAYER, bot_of
from games.ladders import KINDS, PACES, Kind, Ladder, Pace, is_season
from games.selectors import ABOVE_ALL, Stand
from players.http.authentication import signed_in
from players.http.pagination import decode_cursor, encode_cursor, limit_of, number_in
from players.http.problems import FieldErrors

NEIGHBOURS: Final = 5
"""How many are shown above the caller, and as many below."""
_RATINGS: Final = range(-(2**31), 2**31)


def boards(request: Request) -> BoardPage:
    """Return one page of the leaderboards that there are."""
    limit, text = limit_of(request), request.query_params.get("cursor")
    variant, pace, kind, season = decode_cursor(text, str, str, str, str) if text else ("", "", "", "")
    found = selectors.ladders(after=(variant, pace, kind, season), limit=limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    return BoardPage(
        items=[Board(one.variant, one.pace, one.season, one.kind) for one in found[:limit]],
        next_cursor=encode_cursor(last.variant, last.pace, last.kind, last.season) if last else None,
    )


def board(request: Request, variant: str) -> LeaderboardPage:
    """Return one page of a leaderboard, the best first. Raises FieldErrors, BadCursor, and Http404."""
    ladder, limit, text = _ladder(request, variant), limit_of(request), request.query_params.get("cursor")
    below = ABOVE_ALL
    if text:
        rating, entrant = decode_cursor(text, number_in(_RATINGS), str)
        below = rating, entrant
    found = selectors.leaderboard(ladder, below=below, limit=limit + 1) if ladder.season else []
    return LeaderboardPage(
        variant=ladder.variant,
        pace=ladder.pace,
        season=ladder.season or None,
        kind=ladder.kind,
        games_needed=settings.LEADERBOARD_GAMES,
        items=_ranked(found[:limit], ladder.kind),
        next_cursor=encode_cursor(*found[limit - 1].place) if len(found) > limit else None,
    )


def around_me(request: Request, variant: str) -> AroundMe:
    """Return the caller's rank, and who stands around them. Raises FieldErrors, and Http404."""
    ladder, player = _ladder(request, variant), str(signed_in(request).id)
    found = selectors.around(ladder, player, neighbours=NEIGHBOURS) if ladder.season else []
    return AroundMe(
        variant=ladder.variant,
        pace=ladder.pace,
        season=ladder.season or None,
        kind=ladder.kind,
        games_needed=settings.LEADERBOARD_GAMES,
        rank=next((one.rank for one in found if one.entrant == player), None),
        items=_ranked(found, ladder.kind),
    )


def _ranked(stands: Sequence[Stand], kind: Kind) -> list[Ranked]:
    """Return who stands there, with the names of players; one query."""
    names = names_of(one.entrant for one in stands if _is_player(one.entrant))
    return [
        Ranked(
            rating=points(one.rating),
            mu=one.mu,
            sigma=one.sigma,
            provisional=one.provisional,
            games=one.games,
            played=one.played,
            wins=one.wins,
            last_at=one.last_at,
            inactive=one.inactive,
            rank=cast("int", one.rank),  # only those who are listed are asked for
            player=Person(one.entrant, names.get(one.entrant, FORMER_PLAYER)) if _is_player(one.entrant) else None,
            bot=bot_of("", program=kind is Kind.BOTS) if _is_player(one.entrant) else one.entrant,
        )
        for one in stands
    ]


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
    kind = request.query_params.get("kind", Kind.HUMANS)
    if kind not in KINDS:
        raise FieldErrors({"kind": [f"One of these, please: {', '.join(KINDS)}."]})
    season, pace = season_asked(request), pace_asked(request) or Pace.DAILY
    return Ladder(variant, season or selectors.latest_season(variant, Kind(kind), pace) or "", Kind(kind), pace)


def _is_player(entrant: str) -> bool:
    """Tell a player's id from the level of a bot, which is a word."""
    try:
        return bool(UUID(entrant))
    except ValueError:
        return False
