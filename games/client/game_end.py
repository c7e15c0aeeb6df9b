"""The end of a game: who won and why, and how the player's rating changed."""

import time
from collections.abc import Callable
from typing import Final

from games.client.api_client import ApiClient
from games.client.http import Json
from games.client.names import Names

_TRIES: Final = 6
"""How often the rating is asked for, once a second. A game is rated within seconds after its end."""
_WHY: Final = {
    "to": "with the lowest score, as somebody reached {at} points",
    "knock_out": "as the last one below {at} points",
    "first_to": "as the first with {at} points",
    "deals_lost": "as the last one who has not lost {at} deals",
}
_WHY_SINGLE: Final = {
    "went-out": "without cards left",
    "blocked": "with least left in hand, as nobody could move any more",
    "plays-spent": "with least left in hand, as all plays were spent",
    "last-left": "without cards left",
}


def outcome(shown: Json, names: Names, ending: str) -> str:
    """Return who won the game and why. *ending* is the ending of its last deal."""
    winners = shown["result"]["winners"]
    if not winners:
        return "Nobody wins the game."
    left = [seat["seat"] for seat in shown["seats"] if not seat.get("resigned")]
    if left == winners and len(left) == 1:
        why = "as the others have resigned"
    else:
        reason = _WHY.get(shown["goal"]["end"]) or _WHY_SINGLE.get(ending, "")
        why = reason.format(at=shown["goal"]["at"])
    if len(winners) == 1:
        return names.does(winners[0], "win", f"the game{f' {why}' if why else ''}")
    others = " and ".join(names[seat] for seat in winners[1:])
    return names.does(winners[0], "share", f"the first place with {others}{f', {why}' if why else ''}")


def rating_change(api: ApiClient, shown: Json, pause: Callable[[float], None] = time.sleep) -> str:
    """Return how the game changed the player's rating, or why it does not count. Empty if the game is unrated."""
    if not shown["terms"]["rated"] or not shown["you"]:
        return ""
    if shown.get("unrated"):
        return f"This game does not count for ratings: {shown['unrated']['detail']}"
    player = shown["seats"][shown["you"]["seat"]]["player"]["id"]
    for left in reversed(range(_TRIES)):
        for change in api.get(f"/players/{player}/ratings?limit=5").body["items"]:
            if change["game"] == shown["id"]:
                before, after = change["before"]["rating"], change["after"]["rating"]
                note = ", still provisional" if change["provisional"] else ""
                return f"Your rating: {before:.2f} → {after:.2f} ({after - before:+.2f}{note})."
        if left:
            pause(1.0)
    return "Your rating follows in a moment."
