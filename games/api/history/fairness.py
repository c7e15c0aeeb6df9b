"""What proves that chance was not tampered with: commitment, nonces, and every random act as far as it may be told."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from games.rules.cards import BY_TEXT

KINDS: Final = {
    "game-started": "lot",
    "stock-shuffled": "shuffle",
    "stock-replenished": "replenishing",
    "seat-resigned": "resigned-hand",
}
"""What the random acts are called, by the types of their events."""


def fairness(events: Sequence[dict[str, Any]], ruleset: bytes) -> dict[str, Any]:
    """Return the proof of a game from its feed, as far as that tells it to a spectator.

    The seed, and what went in and came out, are in the feed when the game is over. *ruleset* is the canonical one.
    """
    opened = events[0]["data"]
    return {
        "commitment": opened["commitment"],
        "seed": opened.get("seed"),
        "nonces": _nonces(events, opened["seats"]),
        "acts": [*_acts(events, opened["seats"])],
        "ruleset": ruleset.decode(),
    }


def _nonces(events: Iterable[dict[str, Any]], seats: int) -> list[str | None]:
    """Return the nonce of each seat; None where nobody sits or it is still sealed."""
    nonces: list[str | None] = [None] * seats
    for event in events:
        if event["type"] in ("seat-taken", "nonce-opened", "seat-left", "seat-forfeited"):
            nonces[event["seat"]] = event["data"].get("nonce") or None
        elif event["type"] == "nonces-voided":
            for seat in event["data"]["seats"]:
                nonces[seat] = None
    return nonces


def _acts(events: Iterable[dict[str, Any]], seats: int) -> Iterator[dict[str, Any]]:
    for event in events:
        if event["data"].get("act") is not None:
            told = _lot(event["data"], seats) if event["type"] == "game-started" else _shuffle(event["data"]["cards"])
            yield {"act": event["data"]["act"], "kind": KINDS[event["type"]], "version": event["version"], **told}


def _lot(data: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return a number drawn from as many as there are seats: everybody sees it at once."""
    return {"count": seats, "input": None, "outcome": None, "seat": data["dealer"]}


def _shuffle(cards: list[str] | int) -> dict[str, Any]:
    """Return cards that went in, in deck order, and the order in which they came out; or how many they are."""
    if isinstance(cards, int):
        return {"count": cards, "input": None, "outcome": None, "seat": None}
    went_in = sorted(cards, key=BY_TEXT.__getitem__)
    return {"count": len(cards), "input": went_in, "outcome": cards, "seat": None}
