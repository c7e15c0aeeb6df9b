"""`/variants` and `/rulesets`: rules that everybody may read, and checks and publication of custom variants."""

from http import HTTPStatus
from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from base.http import etags
from base.http.idempotency import once
from base.http.pagination import page
from base.http.parsers import StrictJSONParser
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games.api.endpoint import Endpoint, Public
from games.api.languages import LANGUAGE, language_for_anybody, language_of
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, PAGE, REPLAYED
from games.api.variants import custom, rulesets, schema
from games.api.variants.requests import VariantRequest
from games.api.variants.ruleset_schema import ruleset_schema
from games.rules import variants
from games.rules.variants import Variant
from games.services import authoring
from players.authentication import needs, signed_in
from players.owners import owner_of
from players.rights import Right

_DEALS: Final = OpenApiParameter(
    "deals",
    {"type": "integer", "minimum": 1, "maximum": authoring.DEALS, "default": authoring.DEALS},
    description="How many random deals to play.",
)
_BODY: Final = {"application/json": VariantRequest, "application/toml": OpenApiTypes.STR}
FOREVER: Final = "public, max-age=31536000, immutable"
_HASH: Final = OpenApiParameter(
    "content", str, OpenApiParameter.PATH, description="The content hash of a ruleset, with or without `sha256:`."
)
_AUTHOR: Final = OpenApiParameter(
    "author", UUID, description="The id of a player, for the variants that they have published."
)
_ORIGIN: Final = OpenApiParameter(
    "origin",
    str,
    enum=[*custom.ORIGINS],
    description="`players` for the variants of all players. The default is those that come with the service.",
)
_CONFLICT: Final = (
    "Another author has the key, you have too many variants, or the ruleset must be checked in the background first."
)


class Authoring(Endpoint):
    """An endpoint for authors, in JSON or TOML. Access tokens for bots may not use it."""

    cost = {"POST": "check"}  # noqa: RUF012 - as Endpoint has it
    parser_classes = (StrictJSONParser, custom.TOMLParser)


class VariantsView(Authoring):
    """The variants that come with the service, and those that players have published."""

    cost = {"GET": "static", "POST": "check"}  # noqa: RUF012 - as Endpoint has it
    lasting = True
    queries: ClassVar = {"GET": frozenset({"author", "origin", "cursor", "limit", "lang"}), "POST": frozenset({"lang"})}

    @property
    def _publishes(self) -> bool:
        return getattr(self.request, "method", "POST") == "POST"  # the schema is made without a request

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Authenticate the caller who publishes. Everybody may read."""
        return super().get_authenticators() if self._publishes else []

    def get_permissions(self) -> Any:
        """Let everybody read."""
        return super().get_permissions() if self._publishes else []

    def get_throttles(self) -> list[BaseThrottle]:
        """Count no request for the service's own variants. They need no database, so they must be there without one."""
        counts = self._publishes or {"author", "origin"} & {*self.request.query_params}
        return super().get_throttles() if counts else []

    @extend_schema(
        operation_id="list_variants",
        parameters=[_AUTHOR, _ORIGIN, LANGUAGE, *PAGE, *CACHED],
        responses={200: schema.VariantPage, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request) -> Response:
        """List the variants that come with the service, or those of players, with the hash of the current ruleset."""
        published, language = custom.published(request), language_for_anybody(request)
        if published is None:
            own = [rulesets.named(variants.load(key), None, language) for key in variants.KEYS]
            answer = etags.answer(request, schema.VariantPage(items=own, next_cursor=None))
            answer.headers["Cache-Control"] = etags.PUBLIC
            return etags.lasting(answer)
        found = page(request, published, ["key"], lambda owned: rulesets.listed(owned, language))
        return etags.answer(request, schema.VariantPage(items=found.items, next_cursor=found.next_cursor))

    @extend_schema(
        operation_id="publish_variant",
        parameters=[LANGUAGE, KEY, REPLAYED, LOCATION],
        request=_BODY,
        responses={
            201: schema.Variant,
            (409, CONTENT_TYPE): OpenApiResponse(ProblemDocument, description=_CONFLICT),
            (422, CONTENT_TYPE): ProblemDocument,
            (429, CONTENT_TYPE): ProblemDocument,
        },
        tags=["rules"],
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Publish a ruleset under its hash for ever. It becomes the current one of its key, which is then yours.

        It must pass its schema, its examples and 1,000 random deals. If it has passed a check of `/variants/checks`
        with 1,000 deals that you can still read, that check counts. Otherwise it is checked now, which takes seconds.
        If that is not enough, the answer is 409 `not_checked_yet`, and you must order such a check first. If you
        publish the same ruleset again, nothing changes.
        """
        sent, base = custom.document(request)
        author, language = signed_in(request).id, language_of(request)
        custom.step_aside(request)
        with custom.refusals():
            content = authoring.approve(author, sent, base, owner=owner_of(request))
            answer = once(
                request,
                lambda: rulesets.digest(authoring.publish(author, content)),
                lambda made: rulesets.named(rulesets.of(rulesets.PREFIX + made), author, language),
            )
        answer.headers["Location"] = answer.data.ruleset
        return answer


class CheckView(Authoring):
    """Checks of rulesets while the caller waits."""

    cost = {"POST": "draft"}  # noqa: RUF012 - as Endpoint has it

    @extend_schema(
        operation_id="check_variant",
        request=_BODY,
        responses={200: schema.RulesetReport, (429, CONTENT_TYPE): ProblemDocument},
        tags=["rules"],
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Check a ruleset: its schema and its examples. The report names every fault with its place.

        Nothing is stored. In TOML the body is a whole ruleset. `/variants/checks` also plays random deals.
        """
        sent, base = custom.document(request)
        custom.step_aside(request)
        with custom.refusals():
            report = authoring.check(signed_in(request).id, sent, base, owner=owner_of(request))
            return Response(custom.report_of(report))


class VariantChecksView(Authoring):
    """Checks of rulesets in the background."""

    queries: ClassVar = {"POST": frozenset({"deals"})}

    @extend_schema(
        operation_id="start_variant_check",
        parameters=[_DEALS, KEY, REPLAYED, LOCATION],
        request=_BODY,
        responses={202: schema.Check, (429, CONTENT_TYPE): ProblemDocument},
        tags=["rules"],
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Order a check of a ruleset with random deals. A worker checks the schema, runs the examples and plays.

        The answer names the check, which you can read for an hour. In TOML the body is a whole ruleset.
        """
        deals, (sent, base) = custom.deals_of(request), custom.document(request)
        author = signed_in(request).id
        with custom.refusals():
            answer = once(
                request,
                lambda: authoring.order(author, sent, base, deals, owner=owner_of(request)),
                lambda made: _check(UUID(made), author),
                status=HTTPStatus.ACCEPTED,
            )
        answer.headers["Location"] = custom.location(answer.data.id)
        return answer


class OrderedCheckView(Endpoint):
    """A check in the background."""

    cost = "read"

    @extend_schema(
        operation_id="get_variant_check",
        parameters=CACHED,
        responses={200: schema.Check, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request, check: UUID) -> Response:
        """Return a check, with its `report` once it is done. Only its author can read it, for an hour."""
        return etags.answer(request, _check(check, signed_in(request).id))


class VariantView(Public):
    """One variant."""

    cost = "static"
    queries: ClassVar = {"GET": frozenset({"lang"})}

    def get_throttles(self) -> list[BaseThrottle]:
        """Count no request for what comes with the service."""
        return [] if self.kwargs["key"] in variants.KEYS else super().get_throttles()

    @extend_schema(
        operation_id="get_variant",
        parameters=[LANGUAGE, *CACHED],
        responses={200: schema.Variant, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, key: str) -> Response:
        """Return a variant with the hash of its current ruleset. Games keep the ruleset with which they began."""
        language = language_for_anybody(request)
        if key in variants.KEYS:
            return etags.lasting(etags.answer(request, rulesets.named(variants.load(key), None, language)))
        owned = authoring.owned(key)
        if owned is None:
            raise Http404
        return etags.answer(request, rulesets.listed(owned, language))


class Kept(Public):
    """Something under a content hash. Requests are counted only if they need the database."""

    cost = "static"

    def get_throttles(self) -> list[BaseThrottle]:
        """Count no request for what comes with the service."""
        return [] if rulesets.is_shipped(self.kwargs["content"]) else super().get_throttles()


class RulesetSchemaView(Public):
    """The schema of rulesets."""

    cost = "static"
    throttle_classes = ()

    @extend_schema(
        operation_id="get_ruleset_schema",
        parameters=CACHED,
        responses={200: schema.RulesetSchema, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request) -> Response:
        """Return a JSON Schema of rulesets in TOML, with which editors can complete keys and say what they mean."""
        return etags.lasting(etags.answer(request, ruleset_schema()))


class RulesetView(Kept):
    """A ruleset, immutable under its hash."""

    @extend_schema(
        operation_id="get_ruleset",
        parameters=[_HASH, *CACHED],
        responses={200: schema.Ruleset, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, content: str) -> Response:
        """Return the rules as data, their text, and the options. You may cache the answer for ever."""
        variant = _found(content)
        return _forever(request, rulesets.whole(variant), variant.hash)


class ExamplesView(Kept):
    """The executable examples of a ruleset."""

    @extend_schema(
        operation_id="list_ruleset_examples",
        parameters=[_HASH, *CACHED],
        responses={200: schema.ExampleList, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, content: str) -> Response:
        """Return all examples of a ruleset. The `example` of a refusal names one of them. You may cache it for ever."""
        variant = _found(content)
        found = rulesets.shown_examples(variant)
        shown = schema.ExampleList(ruleset=variant.hash, items=found, next_cursor=None)
        return _forever(request, shown, f"{variant.hash}-examples")


def _check(check: UUID, author: UUID) -> schema.Check:
    found = authoring.ordered(check, author)
    if found is None:
        raise Http404
    return custom.shown(found)


def _found(content: str) -> Variant:
    variant = rulesets.find(content)
    if variant is None:
        raise Http404
    return variant


def _forever(request: Request, content: object, tag: str) -> Response:
    answer = etags.answer(request, content, etag=f'"{tag}"')
    answer.headers["Cache-Control"] = FOREVER
    return etags.lasting(answer)
