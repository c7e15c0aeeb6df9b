"""`/variants`, `/rulesets`: the rules, public and cached."""

from typing import Final

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import rulesets
from games.api.serializers import rules
from games.rules import variants
from games.rules.variants import Variant
from players.api import etags
from players.api.endpoint import Endpoint

FOREVER: Final = "public, max-age=31536000, immutable"
_HASH: Final = OpenApiParameter(
    "content", str, OpenApiParameter.PATH, description="A content hash, with or without `sha256:`."
)


class Public(Endpoint):
    """What everybody may read, signed in or not."""

    authentication_classes = ()
    permission_classes = ()


class VariantsView(Public):
    """The variants that come with the service."""

    @extend_schema(operation_id="variants", responses=rules.VariantPage, tags=["rules"])
    def get(self, request: Request) -> Response:
        """List the variants, each with the hash of its current ruleset."""
        found = [rulesets.summary(variants.load(key)) for key in variants.KEYS]
        return etags.answer(request, {"items": found, "next_cursor": None})


class VariantView(Public):
    """One variant."""

    @extend_schema(operation_id="variant", responses=rules.Variant, tags=["rules"])
    def get(self, request: Request, key: str) -> Response:
        """Return a variant and the hash of its current ruleset; games that run keep the one that they began with."""
        if key not in variants.KEYS:
            raise Http404
        return etags.answer(request, rulesets.summary(variants.load(key)))


class RulesetView(Public):
    """A ruleset, immutable under its hash."""

    @extend_schema(operation_id="ruleset", parameters=[_HASH], responses=rules.Ruleset, tags=["rules"])
    def get(self, request: Request, content: str) -> Response:
        """Return the rules as data, their text, and the switches. It may be cached for ever."""
        variant = _found(content)
        return _forever(request, rulesets.whole(variant), variant.hash)


class ExamplesView(Public):
    """The executable examples of a ruleset."""

    @extend_schema(operation_id="ruleset_examples", parameters=[_HASH], responses=rules.ExampleList, tags=["rules"])
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
