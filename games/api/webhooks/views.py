"""`/webhooks`: your webhooks, their secrets, and the log of what was sent to them."""

from types import MappingProxyType
from typing import ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.idempotency import once
from base.http.pagination import page
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games import selectors
from games.api import endpoint
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, PAGE, REPLAYED
from games.api.tables.problems import AccountRequired
from games.api.tables.requests import Nothing
from games.api.webhooks import schema
from games.api.webhooks.answers import delivery_of, webhook_of, with_secret
from games.api.webhooks.problems import TooManyWebhooks, WebhookOff
from games.api.webhooks.requests import WebhookChange, WebhookRequest
from games.selectors import WebhookRow
from games.services import webhooks
from players.authentication import needs, signed_in
from players.rights import Right

_PAGE: Final = frozenset({"cursor", "limit"})
_TAGS: Final = ["webhooks"]


class Endpoint(endpoint.Endpoint):
    """An endpoint about the webhooks of a full account. Access tokens for bots may not use it."""

    cost = MappingProxyType({"GET": "read", "POST": "webhook", "PATCH": "webhook", "DELETE": "lobby"})


class WebhooksView(Endpoint):
    """Your webhooks."""

    queries: ClassVar = {"GET": _PAGE}

    @extend_schema(
        operation_id="list_webhooks",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.WebhookPage, 304: NOT_MODIFIED},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """List your webhooks, the oldest first."""
        found = page(request, selectors.webhooks_of(signed_in(request).id), ["id"], webhook_of)
        return etags.answer(request, schema.WebhookPage(found.items, found.next_cursor))

    @extend_schema(
        operation_id="create_webhook",
        parameters=[KEY, REPLAYED, LOCATION],
        request=WebhookRequest,
        responses={201: schema.WebhookWithSecret, (409, CONTENT_TYPE): ProblemDocument},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Make a webhook. The answer has its secret, which is shown only now.

        From then on the service calls `url` with each event of these types in the games in which you have a seat, also
        if one of your programs plays there. Guests have no webhooks.
        """
        player, asked = signed_in(request), WebhookRequest.read(request)
        if player.is_guest:
            raise AccountRequired("Guests have no webhooks. Choose a name and a password first.")
        try:
            answer = once(
                request,
                lambda: webhooks.make(player.id, **asked),
                lambda made: with_secret(_own(request, UUID(made))),
            )
        except webhooks.TooManyWebhooks as fault:
            raise TooManyWebhooks from fault
        answer.headers["Location"] = f"/api/v1/webhooks/{answer.data.id}"
        return answer


class WebhookView(Endpoint):
    """One of your webhooks."""

    @extend_schema(
        operation_id="get_webhook", parameters=CACHED, responses={200: schema.Webhook, 304: NOT_MODIFIED}, tags=_TAGS
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request, webhook: UUID) -> Response:
        """Return a webhook, without its secret."""
        return etags.answer(request, webhook_of(_own(request, webhook)))

    @extend_schema(operation_id="change_webhook", request=WebhookChange, responses={200: schema.Webhook}, tags=_TAGS)
    @needs(Right.ACCOUNT)
    def patch(self, request: Request, webhook: UUID) -> Response:
        """Change the fields that you send, and leave the others.

        While a webhook is off, nothing is sent to it, and what waited for it has failed. You can replay that later.
        """
        _own(request, webhook)
        webhooks.change(webhook, **WebhookChange.read(request))
        return Response(webhook_of(_own(request, webhook)))

    @extend_schema(operation_id="delete_webhook", responses={204: None}, tags=_TAGS)
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, webhook: UUID) -> Response:
        """Delete a webhook with its log. What waits for it is not sent."""
        webhooks.remove(_own(request, webhook).id)
        return no_content()


class SecretView(Endpoint):
    """The secret of a webhook."""

    @extend_schema(
        operation_id="rotate_webhook_secret",
        parameters=[KEY, REPLAYED],
        request=Nothing,
        responses={201: schema.WebhookWithSecret},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request, webhook: UUID) -> Response:
        """Make a new secret. For 24 hours each delivery has two signatures: one with the new secret, one with the old.

        Give your receiver the new secret in that time. If you rotate again before its end, the oldest secret no longer
        signs.
        """
        _own(request, webhook)
        Nothing.read(request)
        return once(request, lambda: webhooks.rotate(webhook), lambda _: with_secret(_own(request, webhook)))


class TestView(Endpoint):
    """Tests of a webhook."""

    @extend_schema(
        operation_id="test_webhook",
        parameters=[KEY, REPLAYED],
        request=Nothing,
        responses={201: schema.Delivery, (409, CONTENT_TYPE): ProblemDocument},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request, webhook: UUID) -> Response:
        """Send an event of the type `ping`. The log of the webhook shows what comes of it."""
        Nothing.read(request)
        _on(request, webhook)
        return once(request, lambda: webhooks.ping(webhook), lambda made: _delivery(request, webhook, UUID(made)))


class DeliveriesView(Endpoint):
    """The log of a webhook."""

    queries: ClassVar = {"GET": _PAGE}

    @extend_schema(
        operation_id="list_webhook_deliveries",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.DeliveryPage, 304: NOT_MODIFIED},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request, webhook: UUID) -> Response:
        """List what was or will be sent to a webhook, the newest first. Deliveries are kept for 14 days."""
        rows = selectors.deliveries_of(_own(request, webhook).id)
        found = page(request, rows, ["-created_at", "-id"], delivery_of)
        return etags.answer(request, schema.DeliveryPage(found.items, found.next_cursor))


class ReplayView(Endpoint):
    """Replays of a delivery."""

    @extend_schema(
        operation_id="replay_webhook_delivery",
        parameters=[KEY, REPLAYED],
        request=Nothing,
        responses={201: schema.Delivery, (409, CONTENT_TYPE): ProblemDocument},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request, webhook: UUID, delivery: UUID) -> Response:
        """Send a delivery again at once, with the same `webhook-id` and body, and a new time and signature.

        A delivery that had ended gets all its attempts again.
        """
        Nothing.read(request)
        _on(request, webhook)
        _delivery(request, webhook, delivery)
        return once(
            request, lambda: webhooks.replay(webhook, delivery), lambda _: _delivery(request, webhook, delivery)
        )


def _own(request: Request, webhook: UUID) -> WebhookRow:
    found = selectors.webhooks_of(signed_in(request).id).filter(id=webhook).first()
    if found is None:
        raise Http404
    return found


def _on(request: Request, webhook: UUID) -> None:
    """Raise Http404 if the caller has no such webhook, and WebhookOff if it is off."""
    if not _own(request, webhook).enabled:
        raise WebhookOff


def _delivery(request: Request, webhook: UUID, delivery: UUID) -> schema.Delivery:
    found = selectors.deliveries_of(_own(request, webhook).id).filter(id=delivery).first()
    if found is None:
        raise Http404
    return delivery_of(found)
