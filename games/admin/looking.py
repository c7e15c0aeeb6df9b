"""The base of pages that only show."""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, ClassVar, Final, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

LONGEST: Final = 1000
"""The most rows that a list of Django's shows. To find others, operators search."""


class Bounded(Paginator):  # type: ignore[type-arg]  # Django's has no parameters at run time
    """Pages of the first rows of a list. The other rows are never counted, which would take long."""

    @cached_property
    def count(self) -> int:
        """The number of rows, at most LONGEST."""
        return cast(QuerySet[Any], self.object_list)[:LONGEST].count()


class Looking(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's has no parameters at run time
    """An admin that only shows rows, to staff who may view its model. It refuses methods that could write."""

    actions = None
    list_per_page = 50
    paginator = Bounded
    show_facets = admin.ShowFacets.NEVER
    show_full_result_count = False

    class Media:
        """The style sheet of our pages, for Django's own pages too."""

        css: ClassVar = {"all": ["games/admin.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Nobody may."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - Django's signature
        """Nobody may."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - Django's signature
        """Nobody may."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of our pages and of Django's. They take only GET and HEAD, but for those of ``acts``."""
        acts, pages = self.acts(), [*self.pages(), *super().get_urls()]
        for url in acts:
            url.callback = require_POST(url.callback)
        for url in pages:
            url.callback = require_safe(url.callback)
        return [*acts, *pages]

    def pages(self) -> list[URLPattern]:
        """Return the addresses of the pages that Django's admin does not have."""
        return []

    def acts(self) -> list[URLPattern]:
        """Return the addresses that change something. They take only POST, and each demands a permission of its own."""
        return []

    def address(self, route: str, view: Callable[..., HttpResponseBase], name: str) -> URLPattern:
        """Return the address ``admin:games_<name>`` of a *view* for staff who may view the model."""

        @wraps(view)
        def permitted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            self.demand_permission(request)
            return view(request, *args, **kwargs)

        return path(route, self.admin_site.admin_view(permitted), name=f"games_{name}")

    def demand_permission(self, request: HttpRequest) -> None:
        """Raise PermissionDenied if the user may not view the model."""
        if not self.has_view_permission(request):
            raise PermissionDenied

    def show(self, request: HttpRequest, page: str, title: str, **values: Any) -> TemplateResponse:
        """Return the template *page* with these *values*, within the site of the admin."""
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": title, **values}
        return TemplateResponse(request, f"admin/games/{page}.html", context)


def number(request: HttpRequest, name: str, *, default: int, least: int, most: int) -> int:
    """Return the number *name* in the query, limited to *least* and *most*; *default* if it is missing or no number."""
    try:
        found = int(request.GET.get(name, ""))
    except ValueError:
        return default
    return max(least, min(found, most))
