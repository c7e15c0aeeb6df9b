"""Leaderboards: the list of them, the pages of one, and the part around the caller."""

from collections.abc import Sequence
from typing import Final, cast

from django.http import Http404
from django.utils.translation import gettext
from rest_framework.request import Request

from base.http.pagination import decode_cursor, encode_cursor, limit_of, number_in
from base.http.problems import FieldErrors
from games import selectors
from games.api.profiles import people_of, person_among
from games.api.query import is_variant
from games.api.standings.schema import AroundMe, Board, BoardPage, LeaderboardPage, Ranked
from games.api.tables.table import bot_of
from games.ladders import (
    ESTABLISHED_OPPONENTS,
    KINDS,
    PACES,
    PROVISIONAL_GAMES,
    Kind,
    Ladder,
    Pace,
    is_player,
    is_season,
)
from games.selectors import ABOVE_ALL, Stand
from players.authentication import signed_in

NEIGHBOURS: Final = 5
"""How many places are shown above the caller, and how many below."""
_RATINGS: Final = range(-(2**31), 2**31)


def boards(request: Request) -> BoardPage:
    """Return one page of all leaderboards. Raises FieldErrors, BadCursor."""
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
    settled = selectors.is_settled(ladder)
    found = selectors.leaderboard(ladder, below=below, limit=limit + 1) if ladder.season else []
    return LeaderboardPage(
        variant=ladder.variant,
        pace=ladder.pace,
        season=ladder.season or None,
        kind=ladder.kind,
        settled=settled,
        games_needed=PROVISIONAL_GAMES if settled else 1,
        opponents_needed=ESTABLISHED_OPPONENTS if settled else 1,
        items=_ranked(found[:limit], ladder.kind),
        next_cursor=encode_cursor(*found[limit - 1].place) if len(found) > limit else None,
    )


def around_me(request: Request, variant: str) -> AroundMe:
    """Return the caller's rank, and the places around it. Raises FieldErrors, and Http404."""
    ladder, player = _ladder(request, variant), str(signed_in(request).id)
    settled = selectors.is_settled(ladder)
    found = selectors.around(ladder, player, neighbours=NEIGHBOURS) if ladder.season else []
    return AroundMe(
        variant=ladder.variant,
        pace=ladder.pace,
        season=ladder.season or None,
        kind=ladder.kind,
        settled=settled,
        games_needed=PROVISIONAL_GAMES if settled else 1,
        opponents_needed=ESTABLISHED_OPPONENTS if settled else 1,
        rank=next((one.rank for one in found if one.entrant == player), None),
        items=_ranked(found, ladder.kind),
    )


def _ranked(stands: Sequence[Stand], kind: Kind) -> list[Ranked]:
    """Return these places with the names of the players. It costs one query."""
    people = people_of(one.entrant for one in stands if is_player(one.entrant))
    return [
        Ranked(
            rating=points(one.rating),
            mu=one.mu,
            sigma=one.sigma,
            provisional=not one.established,
            games=one.games,
            played=one.played,
            wins=one.wins,
            last_at=one.last_at,
            inactive=one.inactive,
            rank=cast("int", one.rank),  # the selectors return only entrants that are listed
            player=person_among(one.entrant, people) if is_player(one.entrant) else None,
            bot=bot_of("", program=kind is Kind.BOTS) if is_player(one.entrant) else one.entrant,
        )
        for one in stands
    ]


def points(hundredths: int) -> float:
    """Return a rating in points, as it is shown."""
    return hundredths / 100


def season_asked(request: Request) -> str | None:
    """Return the season in the query, None without one. Raises FieldErrors for a text that is no season."""
    season = request.query_params.get("season")
    if season is not None and not is_season(season):
        raise FieldErrors({"season": ["Send the first month of a season, such as `2026-10`."]})
    return season


def pace_asked(request: Request) -> Pace | None:
    """Return the pace in the query, None without one. Raises FieldErrors for another word."""
    pace = request.query_params.get("pace")
    if pace is not None and pace not in PACES:
        raise FieldErrors({"pace": [gettext("Send one of these: {choices}.").format(choices=", ".join(PACES))]})
    return None if pace is None else Pace(pace)


def _ladder(request: Request, variant: str) -> Ladder:
    """Return the ladder in the query, by default that of the last season. Raises FieldErrors, and Http404."""
    if not is_variant(variant):
        raise Http404
    kind = request.query_params.get("kind", Kind.HUMANS)
    if kind not in KINDS:
        raise FieldErrors({"kind": [gettext("Send one of these: {choices}.").format(choices=", ".join(KINDS))]})
    season, pace = season_asked(request), pace_asked(request) or Pace.DAILY
    return Ladder(variant, season or selectors.latest_season(variant, Kind(kind), pace) or "", Kind(kind), pace)
