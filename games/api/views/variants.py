"""`/variants`, `/rulesets`: the rules, public and cached."""

from typing import Final

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.api import rulesets
from games.api.describing import CACHED, NOT_MODIFIED
from games.api.endpoint import Endpoint
from games.api.serializers import rules
from games.rules import variants
from games.rules.variants import Variant
from players.api import etags

FOREVER: Final = "public, max-age=31536000, immutable"
_HASH: Final = OpenApiParameter(
    "content", str, OpenApiParameter.PATH, description="A content hash, with or without `sha256:`."
)


class Public(Endpoint):
    """What everybody may read, signed in or not."""

    authentication_classes = ()
    permission_classes = ()


class Shipped(Public):
    """What comes with the service. It is not counted: it costs nothing, and there without a database too."""

    throttle_classes = ()


class Kept(Public):
    """What is under a content hash; counted only where the database must be asked for it."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return none for what comes with the service."""
        return [] if rulesets.is_shipped(self.kwargs["content"]) else super().get_throttles()


class VariantsView(Shipped):
    """The variants that come with the service."""

    @extend_schema(
        operation_id="variants",
        parameters=CACHED,
        responses={200: rules.VariantPage, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request) -> Response:
        """List the variants, each with the hash of its current ruleset."""
        found = [rulesets.summary(variants.load(key)) for key in variants.KEYS]
        return etags.answer(request, {"items": found, "next_cursor": None})


class VariantView(Shipped):
    """One variant."""

    @extend_schema(
        operation_id="variant", parameters=CACHED, responses={200: rules.Variant, 304: NOT_MODIFIED}, tags=["rules"]
    )
    def get(self, request: Request, key: str) -> Response:
        """Return a variant and the hash of its current ruleset; games that run keep the one that they began with."""
        if key not in variants.KEYS:
            raise Http404
        return etags.answer(request, rulesets.summary(variants.load(key)))


class RulesetView(Kept):
    """A ruleset, immutable under its hash."""

    @extend_schema(
        operation_id="ruleset",
        parameters=[_HASH, *CACHED],
        responses={200: rules.Ruleset, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, content: str) -> Response:
        """Return the rules as data, their text, and the switches. It may be cached for ever."""
        variant = _found(content)
        return _forever(request, rulesets.whole(variant), variant.hash)


class ExamplesView(Kept):
    """The executable examples of a ruleset."""

    @extend_schema(
        operation_id="ruleset_examples",
        parameters=[_HASH, *CACHED],
        responses={200: rules.ExampleList, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, content: str) -> Response:
        """Return all examples of a ruleset; a refusal's `example` names one by its `id`. It may be cached for ever."""
        variant = _found(content)
        shown = {"ruleset": variant.hash, "items": [*rulesets.examples(variant)], "next_cursor": None}
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
