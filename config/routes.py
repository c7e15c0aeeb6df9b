"""All routes of the service, each with its class of cost."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from base.http.costs import COSTS, Cost, Costs, Lane, cost_of, costs_of

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_ADMIN: Final = "admin"
"""The namespace of Django's admin, whose views declare no cost. They are pages."""
_IN_A_LANGUAGE: Final = ("/api/v1/variants", "/api/v1/problems")
_NAME: Final = re.compile(r"\(\?P<\w+>")


@dataclass(frozen=True, slots=True)
class Route:
    """An address and its view."""

    regex: str
    """What matches its path, without the first `/`. It has no named groups."""
    view: Callable[..., Any]
    costs: Costs | None
    """What the route declares; None if it declares nothing."""


def routes(
    patterns: Sequence[URLPattern | URLResolver] | None = None, before: str = "", costs: Costs | None = None
) -> Iterator[Route]:
    """Yield the routes of the URLconf, or of *patterns* behind the regex *before*, in the order in which Django looks.

    Views that declare no cost have *costs*.
    """
    for one in get_resolver().url_patterns if patterns is None else patterns:
        regex = before + _NAME.sub("(", one.pattern.regex.pattern.removeprefix("^"))
        if isinstance(one, URLPattern):
            yield Route(regex, one.callback, costs_of(one.callback) or costs)
        else:
            yield from routes(one.url_patterns, regex, "page" if one.app_name == _ADMIN else costs)


def cost_of_match(view: Callable[..., Any], namespaces: Sequence[str], method: str | None) -> Cost | None:
    """Return the class of a request with this *method* that Django has led to a *view*; None if it declares none."""
    return COSTS["page"] if _ADMIN in namespaces else cost_of(costs_of(view), method)


def needs_no_place(path: str, method: str) -> bool:
    """Return whether a route answers without the database, or must answer while the database hangs."""
    found = _free(method, settings.ROOT_URLCONF)
    return found is not None and found.match(path) is not None


def asks_for_profile(path: str, query: Container[str], *, is_signed: bool) -> bool:
    """Return whether a view that needs no database otherwise asks it for the language of who sent the token."""
    return is_signed and "lang" not in query and path.startswith(_IN_A_LANGUAGE)


@cache
def _free(method: str, urlconf: str) -> re.Pattern[str] | None:
    """Return what matches the paths of routes that need no place for a request with this *method*; None if none do."""
    if method not in _METHODS:
        return None
    costs = ((route, cost_of(route.costs, method)) for route in routes(get_resolver(urlconf).url_patterns))
    found = [route.regex for route, cost in costs if cost and cost.lane in (Lane.NONE, Lane.STATIC)]
    return re.compile("/(?:" + "|".join(found) + ")") if found else None
