"""What requests cost: each route names a class, which decides its rate limit and the lane in which it waits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeVar

_View = TypeVar("_View", bound=Callable[..., Any])


class Lane(Enum):
    """What a request waits for before its view runs."""

    NONE = auto()
    """Nothing: it must answer while the database hangs."""
    STATIC = auto()
    """Only others that need no database."""
    REST = auto()
    """A connection of those for REST."""
    PAGES = auto()
    """The connection for pages and the admin."""
    PICTURES = auto()
    """The same to read. What is drawn then needs no connection, and waits for the picture before it."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A class of routes that cost the same."""

    limits: str
    """The name of its limits in `settings.RATE_LIMITS`; empty without a limit."""
    lane: Lane


Costs = str | Mapping[str, str]
"""The name of a class for all methods of a view, or for each."""

COSTS: Final[Mapping[str, Cost]] = {
    "static": Cost("read", Lane.STATIC),
    "probe": Cost("", Lane.NONE),
    **{
        name: Cost(name, Lane.REST)
        for name in ("read", "play", "lobby", "search", "check", "draft", "webhook", "sign-in")
    },
    "page": Cost("read", Lane.PAGES),
    "door": Cost("sign-in", Lane.PAGES),
    "subscription": Cost("subscription", Lane.PAGES),
    "picture": Cost("picture", Lane.PICTURES),
}
"""`static` is what only the code and its files decide. It is counted only where a request must look into the database,
as for a variant of a player. `door` is a page on which people sign in."""


def costs(name: str) -> Callable[[_View], _View]:
    """Return a decorator that gives a function, which is a view, the class called *name*."""

    def declare(view: _View) -> _View:
        view.cost = name  # type: ignore[attr-defined]
        return view

    return declare


def costs_of(view: Any) -> Costs | None:
    """Return what a view of the URLconf declares in `cost`; None if it declares nothing."""
    declared: Costs | None = getattr(getattr(view, "cls", getattr(view, "view_class", view)), "cost", None)
    return declared


def cost_of(costs: Costs | None, method: str | None) -> Cost | None:
    """Return the class of a request with this *method* where a view declares *costs*; None if it declares none."""
    if isinstance(costs, Mapping):
        costs = costs.get("GET" if method == "HEAD" else method or "")
    return COSTS[costs] if costs else None
