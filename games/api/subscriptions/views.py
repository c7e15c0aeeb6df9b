"""`/me/subscriptions`: secret addresses for calendars and news readers."""

from types import MappingProxyType
from typing import ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.idempotency import once
from base.http.pagination import page
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games import selectors
from games.api import endpoint
from games.api.openapi import CACHED, KEY, NOT_MODIFIED, PAGE, REPLAYED
from games.api.subscriptions import schema
from games.api.subscriptions.problems import TooManySubscriptions
from games.api.subscriptions.requests import SubscriptionRequest
from games.api.tables.requests import Nothing
from games.notices.kinds import SubscriptionKind
from games.selectors import SubscriptionRow
from games.services import subscriptions
from players.authentication import needs, signed_in
from players.rights import Right

_TAGS: Final = ["me"]


class Endpoint(endpoint.Endpoint):
    """An endpoint about the subscriptions of a player. Access tokens for bots may not use it."""

    cost = MappingProxyType({"GET": "read", "POST": "lobby", "DELETE": "lobby"})


class SubscriptionsView(Endpoint):
    """Your subscriptions."""

    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @extend_schema(
        operation_id="list_subscriptions",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.SubscriptionPage, 304: NOT_MODIFIED},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """List your subscriptions, the oldest first. Their addresses are not shown."""
        found = page(request, selectors.subscriptions_of(signed_in(request).id), ["id"], _shown)
        return etags.answer(request, schema.SubscriptionPage(found.items, found.next_cursor))

    @extend_schema(
        operation_id="create_subscription",
        parameters=[KEY, REPLAYED],
        request=SubscriptionRequest,
        responses={201: schema.SubscriptionWithAddress, (409, CONTENT_TYPE): ProblemDocument},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Make a secret address for a calendar or a news reader. The answer has the address, which is shown only now.

        Programs read it without signing in, in the language and the time zone of your profile. It never has your cards.
        It works until you delete the subscription, give it a new address, or erase your account, also after you have
        signed out everywhere. You can have ten subscriptions.
        """
        player, asked = signed_in(request), SubscriptionRequest.read(request)
        kind, name = SubscriptionKind(asked["kind"]), asked.get("name", "")
        try:
            return once(
                request,
                lambda: subscriptions.make(player.id, kind=kind, name=name),
                lambda made: _with_address(_own(request, UUID(made))),
            )
        except subscriptions.TooManySubscriptions as fault:
            raise TooManySubscriptions from fault


class SubscriptionView(Endpoint):
    """One of your subscriptions."""

    @extend_schema(operation_id="delete_subscription", responses={204: None}, tags=_TAGS)
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, subscription: UUID) -> Response:
        """Delete a subscription. Programs that read its address get a 404 from now on."""
        subscriptions.remove(_own(request, subscription).id)
        return no_content()


class AddressView(Endpoint):
    """The address of a subscription."""

    @extend_schema(
        operation_id="rotate_subscription_address",
        parameters=[KEY, REPLAYED],
        request=Nothing,
        responses={201: schema.SubscriptionWithAddress},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request, subscription: UUID) -> Response:
        """Give a subscription a new address, for example because somebody else has seen the old one.

        The old address answers 404 from now on. The answer has the new address, which is shown only now.
        """
        _own(request, subscription)
        Nothing.read(request)
        return once(
            request,
            lambda: subscriptions.rotate(subscription),
            lambda _: _with_address(_own(request, subscription)),
        )


def _own(request: Request, subscription: UUID) -> SubscriptionRow:
    found = selectors.subscriptions_of(signed_in(request).id).filter(id=subscription).first()
    if found is None:
        raise Http404
    return found


def _shown(row: SubscriptionRow) -> schema.Subscription:
    return schema.Subscription(id=row.id, kind=row.kind, name=row.name, created_at=row.created_at, used_at=row.used_at)


def _with_address(row: SubscriptionRow) -> schema.SubscriptionWithAddress:
    url = subscriptions.address_of(row.id, SubscriptionKind(row.kind), row.rotations, bytes(row.digest))
    if url is None:  # the request is repeated after the host has changed SECRET_KEY without a fallback
        raise Http404
    return schema.SubscriptionWithAddress(**asdict(_shown(row)), url=url)
