"""Rulesets, custom variants, heartbeats and outages."""

import json
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import DurationField, ExpressionWrapper, F, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.admin.looking import Looking
from games.clocks.outages import LONGEST_GAP
from games.models import CustomVariant, Heartbeat, Outage, Ruleset


@admin.register(Ruleset)
class Rulesets(Looking):
    """Rulesets by their hashes."""

    list_display = ("hash", "variant")
    ordering = ("variant", "hash")
    search_fields = ("hash", "variant")
    fields = ("hash", "variant", "options", "rules", "text", "examples", "kernel")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ruleset]:
        """Return the rulesets without their content, which a list does not show."""
        return super().get_queryset(request).defer("canonical")

    def options(self, ruleset: Ruleset) -> str:
        """Return its options."""
        return _written(_content(ruleset)["rules"]["options"])

    def rules(self, ruleset: Ruleset) -> str:
        """Return everything in its file except the options."""
        return _written({key: value for key, value in _content(ruleset)["rules"].items() if key != "options"})

    def text(self, ruleset: Ruleset) -> str:
        """Return its rule book."""
        return _plain(_content(ruleset)["text"])

    def examples(self, ruleset: Ruleset) -> str:
        """Return its examples."""
        return _written(_content(ruleset)["examples"])

    def kernel(self, ruleset: Ruleset) -> str:
        """Return the kernel, whose rules apply where its own rule book says nothing."""
        return _plain(_content(ruleset)["kernel"])


@admin.register(CustomVariant)
class CustomVariants(Looking):
    """Variants that players have written."""

    list_display = ("key", "author", "editions", "published_at", "hash")
    ordering = ("key",)
    search_fields = ("key", "author", "hash")
    fields = ("key", "author", "editions", "published_at", "current")
    readonly_fields = fields

    def current(self, custom: CustomVariant) -> str:
        """Return a link to the ruleset of its current edition."""
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_ruleset_change", args=[custom.hash]), custom.hash
        )


@admin.register(Outage)
class Outages(Looking):
    """Times in which the service was not there."""

    list_display = ("began", "ended", "lasted", "cause")
    ordering = ("-began",)
    readonly_fields = ("lasted",)

    def lasted(self, outage: Outage) -> str:
        """Return its length."""
        return str(outage.ended - outage.began)


@admin.register(Heartbeat)
class Heartbeats(Looking):
    """When each process was last alive."""

    list_display = ("name", "at", "silent_for", "is_alive")
    ordering = ("name",)
    readonly_fields: ClassVar = ("silent_for", "is_alive")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Heartbeat]:
        """Return the heartbeats, each with its age by the database's clock."""
        age = ExpressionWrapper(Now() - F("at"), output_field=DurationField())
        return super().get_queryset(request).annotate(age=age)  # type: ignore[no-any-return]  # Looking is of any model

    def silent_for(self, heartbeat: Any) -> str:
        """Return the time since the last heartbeat."""
        return f"{heartbeat.age.total_seconds():.0f} s"

    @admin.display(boolean=True)
    def is_alive(self, heartbeat: Any) -> bool:
        """Return whether the silence is too short to count as an outage."""
        return bool(heartbeat.age <= LONGEST_GAP)


def _content(ruleset: Ruleset) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(bytes(ruleset.canonical))
    return content


def _written(value: object) -> str:
    return _plain(json.dumps(value, ensure_ascii=False, indent=2))


def _plain(text: str) -> str:
    return format_html('<pre class="content">{}</pre>', text)
