"""`/variants`, `/rulesets`: the rules, public and cached; and publishing one's own."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games import selectors
from games.api.endpoint import Public
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, PAGE, PROBLEM, REPLAYED
from games.api.variants import custom, rulesets, schema
from games.api.variants.check_views import BODY, Authoring
from games.rules import variants
from games.rules.variants import Variant
from games.services import authoring
from players.http import etags
from players.http.authentication import signed_in
from players.http.idempotency import once
from players.http.openapi import ProblemSerializer
from players.http.pagination import page

FOREVER: Final = "public, max-age=31536000, immutable"
_HASH: Final = OpenApiParameter(
    "content", str, OpenApiParameter.PATH, description="A content hash, with or without `sha256:`."
)
_AUTHOR: Final = OpenApiParameter("author", UUID, description="A player's id: the variants that they have published.")
_CONFLICT: Final = "Another author has the key, you have as many variants as there may be, or the check takes too long."


@extend_schema_field(schema.Report)  # type: ignore[arg-type]  # the extension takes classes
class _ReportField(serializers.Field):  # type: ignore[type-arg]  # it describes and never runs
    """The report in a problem."""


class RefusedRuleset(ProblemSerializer):
    """A 422: wrong fields, or a ruleset that did not pass."""

    report = _ReportField(required=False)


class VariantsView(Authoring):
    """The variants that come with the service, and those that players have published."""

    queries: ClassVar = {"GET": frozenset({"author", "cursor", "limit"})}

    @property
    def _publishes(self) -> bool:
        return getattr(self.request, "method", "POST") == "POST"  # the schema is made without a request

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Ask who calls where something is published; everybody may read."""
        return super().get_authenticators() if self._publishes else []

    def get_permissions(self) -> Any:
        """Let everybody read."""
        return super().get_permissions() if self._publishes else []

    def get_throttles(self) -> list[BaseThrottle]:
        """Count nothing that comes with the service: it costs nothing, and is there without a database too."""
        counts = self._publishes or "author" in self.request.query_params
        return super().get_throttles() if counts else []

    @extend_schema(
        operation_id="variants",
        parameters=[_AUTHOR, *PAGE, *CACHED],
        responses={200: schema.VariantPage, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request) -> Response:
        """List the variants that come with the service, or those of an author; each with its current ruleset's hash."""
        author = custom.author_of(request)
        if author is None:
            own = [rulesets.named(variants.load(key), None) for key in variants.KEYS]
            return etags.answer(request, schema.VariantPage(items=own, next_cursor=None))
        found = page(request, selectors.variants_of(author), ["key"], rulesets.listed)
        return etags.answer(request, schema.VariantPage(items=found["items"], next_cursor=found["next_cursor"]))

    @extend_schema(
        operation_id="variant_publish",
        parameters=[KEY, REPLAYED, LOCATION],
        request=BODY,
        responses={
            201: schema.Variant,
            (409, PROBLEM): OpenApiResponse(ProblemSerializer, description=_CONFLICT),
            (422, PROBLEM): RefusedRuleset,
        },
        tags=["rules"],
    )
    def post(self, request: Request) -> Response:
        """Publish a ruleset under its hash, for ever; it becomes the current one of its key, which is yours then.

        It must pass its schema, its examples and 1,000 random deals: in a check with `deals=1000` that can still be
        read, or at once, which takes seconds. Where they are not enough the answer is 409 `not_judged_yet`: order that
        check first. Publishing the same again changes nothing.
        """
        sent, base = custom.document(request)
        author = signed_in(request).id
        custom.step_aside(request)
        with custom.refusals():
            content = authoring.approve(author, sent, base)
            answer = once(
                request,
                lambda: rulesets.digest(authoring.publish(author, content)),
                lambda made: rulesets.named(rulesets.of(rulesets.PREFIX + made), author),
            )
        answer.headers["Location"] = answer.data.ruleset
        return answer


class VariantView(Public):
    """One variant."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return none for what comes with the service."""
        return [] if self.kwargs["key"] in variants.KEYS else super().get_throttles()

    @extend_schema(
        operation_id="variant", parameters=CACHED, responses={200: schema.Variant, 304: NOT_MODIFIED}, tags=["rules"]
    )
    def get(self, request: Request, key: str) -> Response:
        """Return a variant and the hash of its current ruleset; games that run keep the one that they began with."""
        if key in variants.KEYS:
            return etags.answer(request, rulesets.named(variants.load(key), None))
        owned = authoring.owned(key)
        if owned is None:
            raise Http404
        return etags.answer(request, rulesets.listed(owned))


class Kept(Public):
    """What is under a content hash; counted only where the database must be asked for it."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return none for what comes with the service."""
        return [] if rulesets.is_shipped(self.kwargs["content"]) else super().get_throttles()


class RulesetView(Kept):
    """A ruleset, immutable under its hash."""

    @extend_schema(
        operation_id="ruleset",
        parameters=[_HASH, *CACHED],
        responses={200: schema.Ruleset, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, content: str) -> Response:
        """Return the rules as data, their text, and the options. It may be cached for ever."""
        variant = _found(content)
        return _forever(request, rulesets.whole(variant), variant.hash)


class ExamplesView(Kept):
    """The executable examples of a ruleset."""

    @extend_schema(
        operation_id="ruleset_examples",
        parameters=[_HASH, *CACHED],
        responses={200: schema.ExampleList, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, content: str) -> Response:
        """Return all examples of a ruleset; a refusal's `example` names one by its `id`. It may be cached for ever."""
        variant = _found(content)
        found = rulesets.shown_examples(variant)
        shown = schema.ExampleList(ruleset=variant.hash, items=found, next_cursor=None)
        return _forever(request, shown, f"{variant.hash}-examples")


def _found(content: str) -> Variant:
    variant = rulesets.find(content)
    if variant is None:
        raise Http404
    return variant


def _forever(request: Request, content: object, tag: str) -> Response:
    answer = etags.answer(request, content, etag=f'"{tag}"')
    answer.headers["Cache-Control"] = FOREVER
    return answer
