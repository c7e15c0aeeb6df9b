"""Profiles and statistics of players. Private games count only for those who played them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from typing import Final
from uuid import UUID

from msgspec.structs import asdict

from games import selectors
from games.api.history.schema import (
    HeadToHead,
    Meetings,
    PlaceGames,
    PlayerFigures,
    PlayerProfile,
    PlayerStats,
    Streaks,
    VariantFigures,
    VariantGames,
    VariantMeetings,
)
from games.api.profiles import known, person
from games.selectors import Tallied

_DIGITS: Final = 4


def profile(player: UUID, viewer: UUID) -> PlayerProfile:
    """Return the profile of *player* as *viewer* may see it. Raises Http404."""
    who = known(player)
    games = _most_first(selectors.tallies(player, private=viewer == player))
    return PlayerProfile(
        **asdict(person(who)),
        since=who.created_at,
        games=sum(count for _, count in games),
        variants=[VariantGames(variant=variant, games=count) for variant, count in games],
    )


def stats(player: UUID, viewer: UUID) -> PlayerStats:
    """Return the statistics of *player* as *viewer* may see them. Raises Http404."""
    who, private = known(player), viewer == player
    tallies = selectors.tallies(player, private=private)
    latest = selectors.latest_results(player, private=private)
    variants = []
    for variant, _ in _most_first(tallies):
        figures = _figures(
            [one for one in tallies if one.variant == variant],
            [result for of, result in latest if of == variant],
        )
        variants.append(VariantFigures(**asdict(figures), variant=variant))
    return PlayerStats(
        player=person(who), overall=_figures(tallies, [result for _, result in latest]), variants=variants
    )


def head_to_head(player: UUID, other: UUID, viewer: UUID) -> HeadToHead:
    """Return how *player* and *other* did when they met, as *viewer* may see it. Raises Http404."""
    who, whom = known(player), known(other)
    met = selectors.meetings(player, other, private=viewer in (player, other))
    games, ahead, behind = (sum(getattr(one, name) for one in met) for name in ("games", "ahead", "behind"))
    return HeadToHead(
        player=person(who),
        other=person(whom),
        overall=Meetings(games=games, ahead=ahead, behind=behind, tied=games - ahead - behind),
        variants=[
            VariantMeetings(
                games=one.games,
                ahead=one.ahead,
                behind=one.behind,
                tied=one.games - one.ahead - one.behind,
                variant=one.variant,
            )
            for one in met
        ],
    )


def _most_first(tallies: Iterable[Tallied]) -> list[tuple[str, int]]:
    """Return the number of games of each variant, the most played first."""
    games = Counter[str]()
    for one in tallies:
        games[one.variant] += one.games
    return sorted(games.items(), key=lambda counted: (-counted[1], counted[0]))


def _figures(tallies: Sequence[Tallied], latest: Iterable[str]) -> PlayerFigures:
    """Return the sums of *tallies*, and the streaks in the *latest* results, which have the last game first."""
    results, places = Counter[str](), Counter[int]()
    for one in tallies:
        results[one.result] += one.games
        places[one.place] += one.games
    decisions, by_clock = sum(one.decisions for one in tallies), sum(one.by_clock for one in tallies)
    answered, seconds = decisions - by_clock, sum(one.answer_ms for one in tallies) / 1000
    is_won = [result == "won" for result in latest]
    return PlayerFigures(
        games=results.total(),
        won=results["won"],
        shared=results["shared"],
        lost=results["lost"],
        resigned=sum(one.resigned for one in tallies),
        places=[PlaceGames(place=place, games=count) for place, count in sorted(places.items())],
        streaks=Streaks(
            current=sum(takewhile(bool, is_won)),
            longest=max((sum(run) for _, run in groupby(is_won)), default=0),
        ),
        points=sum(one.points for one in tallies),
        decisions=decisions,
        by_clock=by_clock,
        reliability=round(answered / decisions, _DIGITS) if decisions else None,
        answer_seconds=round(seconds / answered, _DIGITS) if answered else None,
        announcements_missed=sum(one.missed for one in tallies),
    )
