"""Every route says what its requests cost, and what needs no database waits for nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from base.http.costs import COSTS, Lane
from config.middleware import PROBES
from config.routes import Route, needs_no_place, routes
from config.settings.base import RATE_LIMITS

ROUTES = list(routes())
STATIC = [
    "/", "/lobby", "/join/code", "/about", "/docs/", "/docs/explanation/log.html", "/api/v1", "/api/v1/",
    "/api/v1/openapi.json", "/api/v1/docs/", "/api/v1/problems", "/api/v1/event-types", "/api/v1/variants",
    "/api/v1/variants/prsi", "/api/v1/rulesets/schema", "/.well-known/oauth-authorization-server",
]  # fmt: skip


def _methods(route: Route) -> list[str]:
    """Return the methods that the view of a route answers."""
    view: Any = getattr(route.view, "cls", getattr(route.view, "view_class", None))
    if view is None:
        return ["POST"]
    return [name.upper() for name in view.http_method_names if hasattr(view, name) and name != "options"]


@pytest.mark.parametrize("route", ROUTES, ids=[route.regex for route in ROUTES])
def test_every_route_declares_a_class_of_cost_for_each_method(route: Route) -> None:
    costs = route.costs
    assert costs is not None, "declare `cost` in the view"
    declared = dict.fromkeys(_methods(route), costs) if isinstance(costs, str) else dict(costs)
    assert {*_methods(route)} - {"HEAD"} <= {*declared}
    assert {*declared.values()} <= {*COSTS}
    # The dispatcher sends REST to its own connections, and all else to those of pages.
    is_rest = route.regex.startswith("api/v1/")
    assert all(COSTS[name].lane in (Lane.NONE, Lane.STATIC, Lane.REST) or not is_rest for name in declared.values())
    assert all(COSTS[name].lane is not Lane.REST or is_rest for name in declared.values())


def test_every_class_of_cost_has_its_limits_and_a_route() -> None:
    assert {cost.limits for cost in COSTS.values()} - {""} <= {*RATE_LIMITS}
    used = [[route.costs] if isinstance(route.costs, str) else [*(route.costs or {}).values()] for route in ROUTES]
    assert {name for names in used for name in names} == {*COSTS}


def test_what_needs_no_place_is_what_needs_no_database_and_the_probes() -> None:
    free = {*STATIC, *PROBES}
    assert {path for path in free if needs_no_place(path, "GET") and needs_no_place(path, "HEAD")} == free
    assert not needs_no_place("/api/v1/variants", "POST")
    assert not needs_no_place("/api/v1/variants", "BREW")
    for path in ("/api/v1/games", "/api/v1/keys", "/api/v1/variants/checks/3f2504e0-4f89-41d3-9a0c-0305e82c3301"):
        assert not needs_no_place(path, "GET")


@pytest.fixture
def no_database() -> Iterator[None]:
    """Let any query fail, also without a mark for the database."""
    connections.close_all()
    yield
    connections.close_all()


@pytest.mark.usefixtures("no_database")
@pytest.mark.parametrize("path", STATIC)
def test_what_is_static_needs_no_database(path: str, client: Any) -> None:
    # A query would raise. The page and the site may not be built.
    assert client.get(path).status_code in {200, 302, 404, 503}
