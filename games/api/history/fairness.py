"""What proves that chance was not tampered with: commitment, nonces, and every random act as far as it may be told."""

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
"""What the random acts are called, by the types of their events."""


class Proof(NamedTuple):
    """What a feed proves of a game's chance."""

    commitment: str
    seed: str | None
    nonces: list[str | None]
    acts: list[Act]


def proof_of(events: Sequence[Mapping[str, Any]]) -> Proof:
    """Return the proof of a game from its feed, as far as a spectator's feed shows it.

    The seed, and what went in and came out, are in the feed when the game is over.
    """
    opened = events[0]["data"]
    nonces: list[str | None] = [None] * opened["seats"]  # None where nobody sits or it is still sealed
    acts = []
    for event in events:
        data = event["data"]
        if event["type"] in ("seat-taken", "nonce-opened", "seat-left", "seat-forfeited"):
            nonces[event["seat"]] = data.get("nonce") or None
        elif event["type"] == "nonces-voided":
            for seat in data["seats"]:
                nonces[seat] = None
        if data.get("act") is not None:
            acts.append(_act(event, opened["seats"]))
    return Proof(opened["commitment"], opened.get("seed"), nonces, acts)


def _act(event: Mapping[str, Any], seats: int) -> Act:
    data, went_in, outcome, seat = event["data"], None, None, None
    if event["type"] == "game-started":  # a seat drawn from all seats: everybody sees it at once
        count, seat = seats, data["dealer"]
    elif isinstance(data["cards"], int):  # while the game runs, only how many cards there were
        count = data["cards"]
    else:
        count, outcome = len(data["cards"]), data["cards"]
        went_in = sorted(outcome, key=BY_TEXT.__getitem__)
    return Act(
        act=data["act"],
        kind=KINDS[event["type"]],
        version=event["version"],
        count=count,
        input=went_in,
        outcome=outcome,
        seat=seat,
    )
