"""What the rule book lets a viewer know of a game. It is written from the book, and uses nothing of the service's own.

K-9: a hand is known to its seat alone, of the stock and of other hands everybody knows the number of cards. K-14: so
what is drawn or dealt is known to whoever gets it. K-16: who cuts sees the cards that they look at, and what they keep.
Chapter "Claims": a card that is laid face down is known to the seat that laid it, until it is doubted. K-127: at the
end of a deal all hands are shown, and the stock is not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from games.rules import events
from games.rules.events import Event

NOBODY: Final = "nobody"
SEAT: Final = "the seat of the event"
EACH: Final = "each seat its own"

HIDDEN: Final[Mapping[type, Mapping[str, str]]] = {
    events.GameOpened: {"seed": NOBODY},
    events.StockShuffled: {"cards": NOBODY},
    events.StockReplenished: {"cards": NOBODY},
    events.StockCut: {"cards": SEAT},
    events.CardsKept: {"cards": SEAT},
    events.CardsDealt: {"hands": EACH},
    events.CardsDrawn: {"cards": SEAT},
    events.CardOffered: {"card": SEAT},
    events.CardLaidBlind: {"card": SEAT},
    events.SeatResigned: {"cards": NOBODY},
}
"""Who may know a field of an event. All that is not named here happens before the eyes of everybody."""


def before_the_eyes(event: Event, viewer: int | None) -> dict[str, Any]:
    """Return what *viewer* sees of an event: what is hidden from them as its size."""
    seen: dict[str, Any] = {"type": type(event).__name__}
    for one in fields(event):
        value, known_to = getattr(event, one.name), HIDDEN.get(type(event), {}).get(one.name)
        if known_to == EACH:
            value = [hand if seat == viewer else len(hand) for seat, hand in enumerate(value)]
        elif known_to == NOBODY or (known_to == SEAT and event.seat != viewer):  # type: ignore[union-attr]
            value = len(value) if isinstance(value, tuple) else "hidden"
        seen[one.name] = value
    return seen


def look_alike(one: Sequence[Event], other: Sequence[Event], viewer: int | None) -> bool:
    """Return whether *viewer* saw the same happen in both."""
    return len(one) == len(other) and all(
        before_the_eyes(left, viewer) == before_the_eyes(right, viewer) for left, right in zip(one, other, strict=True)
    )
