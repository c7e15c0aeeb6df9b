"""The evidence that chance was fair: commitment, nonces, and the random acts as far as everybody may know them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.api.history.schema import Act, ActKind
from games.rules.cards import BY_TEXT

KINDS: Final[Mapping[str, ActKind]] = {
    "game-started": "lot",
    "stock-shuffled": "shuffle",
    "stock-replenished": "replenishing",
    "seat-resigned": "resigned-hand",
}
"""The kinds of random acts by the types of their events."""


class Disclosure(NamedTuple):
    """What a feed shows of the chance in a game."""

    commitment: str
    seed: str | None
    nonces: list[str | None]
    acts: list[Act]


def disclosure_of(events: Sequence[Mapping[str, Any]]) -> Disclosure:
    """Return the evidence in the feed of a game that a spectator gets.

    The seed, and the cards that went into a shuffle and came out of it, are in the feed when the game is over.
    """
    opened = events[0]["data"]
    nonces: list[str | None] = [None] * opened["seats"]  # None where nobody sits, or the nonce is still sealed
    acts = []
    for event in events:
        data = event["data"]
        if event["type"] in ("seat-taken", "nonce-opened", "seat-left", "seat-forfeited"):
            nonces[event["seat"]] = data.get("nonce") or None
        elif event["type"] == "nonces-voided":
            for seat in data["seats"]:
                nonces[seat] = None
        if data.get("act") is None:
            continue
        went_in, outcome, dealer = None, None, None
        if event["type"] == "game-started":  # a seat is drawn from all seats, and everybody sees it at once
            count, dealer = opened["seats"], data["dealer"]
        elif isinstance(data["cards"], int):  # while the game runs, only the number of cards is public
            count = data["cards"]
        else:
            count, outcome = len(data["cards"]), data["cards"]
            went_in = sorted(outcome, key=BY_TEXT.__getitem__)
        act = Act(
            act=data["act"],
            kind=KINDS[event["type"]],
            version=event["version"],
            count=count,
            input=went_in,
            outcome=outcome,
            seat=dealer,
        )
        acts.append(act)
    return Disclosure(opened["commitment"], opened.get("seed"), nonces, acts)
