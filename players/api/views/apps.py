"""`/me/apps`: the apps that you have registered for OAuth 2."""

from types import MappingProxyType
from uuid import UUID

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import Endpoint, no_content
from base.http.idempotency import once
from base.http.pagination import page
from base.http.parameters import CACHED, KEY, NOT_MODIFIED, PAGE, REPLAYED
from base.http.problems import CONTENT_TYPE, ProblemDocument
from players.api import requests, schema
from players.api.service_errors import MostApps, NotRegistered
from players.authentication import needs, signed_in
from players.models import App
from players.oauth.registration import GuestHasNoApps, TooManyApps, change_app, register_app, secret_of
from players.rights import Right


class AppsView(Endpoint):
    """Your own apps."""

    cost = MappingProxyType({"GET": "read", "POST": "lobby"})

    @extend_schema(
        operation_id="list_my_apps",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.AppPage, 304: NOT_MODIFIED},
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """List the apps that you have registered, the newest first."""
        found = page(request, App.objects.filter(owner=signed_in(request)), ["-id"], schema.app_of)
        return etags.answer(request, schema.AppPage(found.items, found.next_cursor))

    @extend_schema(
        operation_id="register_app",
        parameters=[KEY, REPLAYED],
        request=requests.AppRequest,
        responses={201: schema.RegisteredApp, (409, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Register an app, so that other players can let it use their accounts. You can register ten.

        `GET /.well-known/oauth-authorization-server` says where the app sends players, and where it gets its tokens.
        """
        asked, owner_id = requests.AppRequest.read(request), signed_in(request).id
        is_public = asked.pop("kind") == "public"

        def show(app_id: str) -> schema.RegisteredApp:
            app = App.objects.get(id=app_id)
            return schema.registered_app_of(app, secret_of(app))

        try:
            return once(request, lambda: register_app(owner_id, **asked, is_public=is_public).id, show)
        except GuestHasNoApps as error:
            raise NotRegistered from error
        except TooManyApps as error:
            raise MostApps from error


class AppView(Endpoint):
    """One of your own apps."""

    cost = MappingProxyType({"GET": "read", "PATCH": "lobby", "DELETE": "lobby"})

    @extend_schema(
        operation_id="get_my_app",
        parameters=CACHED,
        responses={200: schema.AppAnswer, 304: NOT_MODIFIED},
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request, app: UUID) -> Response:
        """Return an app that you have registered, without its secret."""
        found = App.objects.filter(owner=signed_in(request), id=app).first()
        if found is None:
            raise Http404
        return etags.answer(request, schema.app_of(found))

    @extend_schema(operation_id="change_my_app", request=requests.AppChange, responses={200: schema.AppAnswer})
    @needs(Right.ACCOUNT)
    def patch(self, request: Request, app: UUID) -> Response:
        """Change the name of an app, or the addresses to which it may send the browser back."""
        asked = requests.AppChange(data=request.data)
        with transaction.atomic():
            found = App.objects.select_for_update().filter(owner=signed_in(request), id=app).first()
            if found is None:
                raise Http404
            asked.is_valid(raise_exception=True)
            return Response(schema.app_of(change_app(found, asked.validated_data)))

    @extend_schema(operation_id="delete_my_app", responses={204: None})
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, app: UUID) -> Response:
        """Delete an app. All its sessions end, with all players."""
        deleted, _ = App.objects.filter(owner=signed_in(request), id=app).delete()
        if not deleted:
            raise Http404
        return no_content()
