"""What the games of players add up to, in JSON; of private games only he is told who played them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from typing import Any, Final
from uuid import UUID

from games import selectors
from games.api.profiles import known, person
from games.selectors import Met, Tallied

_DIGITS: Final = 4


def profile(player: UUID, viewer: UUID) -> dict[str, Any]:
    """Return the profile of *player* as *viewer* may see it. Raises Http404."""
    who = known(player)
    games = _most_first(selectors.tallies(player, private=viewer == player))
    return {
        "id": str(who.id),
        "name": who.name,
        "since": who.created_at,
        "games": sum(count for _, count in games),
        "variants": [{"variant": variant, "games": count} for variant, count in games],
    }


def stats(player: UUID, viewer: UUID) -> dict[str, Any]:
    """Return the statistics of *player* as *viewer* may see them. Raises Http404."""
    who, private = known(player), viewer == player
    tallies = selectors.tallies(player, private=private)
    latest = selectors.latest_results(player, private=private)
    return {
        "player": person(who),
        "overall": _figures(tallies, [result for _, result in latest]),
        "variants": [
            {"variant": variant}
            | _figures(
                [one for one in tallies if one.variant == variant],
                [result for of, result in latest if of == variant],
            )
            for variant, _ in _most_first(tallies)
        ],
    }


def head_to_head(player: UUID, other: UUID, viewer: UUID) -> dict[str, Any]:
    """Return how *player* and *other* came in when they met, as *viewer* may see it. Raises Http404."""
    who, whom = known(player), known(other)
    met = selectors.meetings(player, other, private=viewer in (player, other))
    return {
        "player": person(who),
        "other": person(whom),
        "overall": _record(met),
        "variants": [{"variant": one.variant, **_record([one])} for one in met],
    }


def _most_first(tallies: Iterable[Tallied]) -> list[tuple[str, int]]:
    """Return how many games there are of each variant, the most played first."""
    games = Counter[str]()
    for one in tallies:
        games[one.variant] += one.games
    return sorted(games.items(), key=lambda counted: (-counted[1], counted[0]))


def _figures(tallies: Sequence[Tallied], latest: Sequence[str]) -> dict[str, Any]:
    """Return what *tallies* add up to, and the streaks in the *latest* results, the last game first."""
    results, places = Counter[str](), Counter[int]()
    for one in tallies:
        results[one.result] += one.games
        places[one.place] += one.games
    decisions, by_clock = sum(one.decisions for one in tallies), sum(one.by_clock for one in tallies)
    answered, seconds = decisions - by_clock, sum(one.answer_ms for one in tallies) / 1000
    return {
        "games": results.total(),
        **{result: results[result] for result in ("won", "shared", "lost")},
        "resigned": sum(one.resigned for one in tallies),
        "places": [{"place": place, "games": count} for place, count in sorted(places.items())],
        "streaks": _streaks(latest),
        "points": sum(one.points for one in tallies),
        "decisions": decisions,
        "by_clock": by_clock,
        "reliability": round(answered / decisions, _DIGITS) if decisions else None,
        "answer_seconds": round(seconds / answered, _DIGITS) if answered else None,
        "announcements_missed": sum(one.missed for one in tallies),
    }


def _streaks(latest: Iterable[str]) -> dict[str, int]:
    won = [result == "won" for result in latest]
    return {
        "current": sum(takewhile(bool, won)),
        "longest": max((sum(run) for _, run in groupby(won)), default=0),
    }


def _record(met: Iterable[Met]) -> dict[str, int]:
    found = list(met)
    games, ahead, behind = (sum(getattr(one, name) for one in found) for name in ("games", "ahead", "behind"))
    return {"games": games, "ahead": ahead, "behind": behind, "tied": games - ahead - behind}
