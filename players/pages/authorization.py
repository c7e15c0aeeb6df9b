"""`/oauth/…`: the page on which a player lets an app use their account, and the endpoints where apps get tokens."""

from http import HTTPStatus
from typing import Any

from authlib.oauth2 import OAuth2Error
from django.contrib.auth import login, logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET, require_POST

from base.http.costs import costs
from base.http.rate_limits import limits_of, spend
from players import accounts
from players.models import Player, Scope
from players.oauth.redirects import origin_of
from players.oauth.scopes import session_scope
from players.oauth.server import SERVER, metadata
from players.pages.page import Page
from players.rights import RIGHTS, SENTENCES
from players.sign_in_limits import remember, spend_password

_SIGNED_IN_SECONDS = 3_600


class AuthorizePage(Page):
    """Asks the player, who signs in here if they have not done so in this browser.

    There is no page of its own for signing in, and so no address to which it could be made to lead.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the sign-in, or what the app asks for."""
        return self._answer(request, "")

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign in or out, or allow or deny."""
        return self._answer(request, request.POST.get("action", ""))

    def _answer(self, request: HttpRequest, action: str) -> HttpResponse:
        gettext = self.gettext
        player = request.user if isinstance(request.user, Player) else None
        try:
            grant = SERVER.get_consent_grant(request, player)
        except OAuth2Error as error:
            # Without a sign-in an app could lead people anywhere from here by a request with a mistake (RFC 9700).
            if error.redirect_uri and player:
                return self._sent(SERVER.handle_error_response(request, error))
            return self.show(
                "message",
                title=gettext("This app has made a mistake"),
                text=gettext(
                    "It has sent you here with a request that is not valid. Nobody has got access to your account."
                ),
                code=error.error,
                status=HTTPStatus.BAD_REQUEST,
            )
        if action == "sign-in":
            return self._sign_in(request)
        if action == "sign-out":
            logout(request)
            return self._again(request)
        if player is None:
            return self._sign_in_form("")
        if action in ("allow", "deny"):
            allowed_by = player if action == "allow" else None
            return self._sent(SERVER.create_authorization_response(grant.request, grant_user=allowed_by, grant=grant))
        return self._consent(player, grant)

    def _sign_in(self, request: HttpRequest) -> HttpResponse:
        username, password = request.POST.get("username", ""), request.POST.get("password", "")
        spend_password(request, username)
        player = None
        if "\0" not in username and len(password) <= accounts.LONGEST_PASSWORD:
            player = accounts.sign_in(username, password)
        if player is None:
            return self._sign_in_form(self.gettext("The username or the password is wrong."))
        remember(request, username, player)
        login(request, player)
        request.session.set_expiry(_SIGNED_IN_SECONDS)
        return self._again(request)

    def _sign_in_form(self, error: str) -> HttpResponse:
        gettext = self.gettext
        return self.show(
            "sign_in",
            title=gettext("Sign in"),
            username=gettext("Username"),
            password=gettext("Password"),
            error=error,
            status=HTTPStatus.FORBIDDEN if error else HTTPStatus.OK,
        )

    def _consent(self, player: Player, grant: Any) -> HttpResponse:
        gettext, app = self.gettext, grant.client.app
        scope = session_scope(grant.request.scope) or Scope.READ
        can = [gettext(SENTENCES[right]) for right in RIGHTS[scope]]
        if scope == Scope.BOT:
            can.append(gettext("play in your name as a program, which everybody sees"))
        facts = [
            (gettext("App"), app.name),
            (gettext("Made by"), app.owner.username),
            (gettext("It sends you to"), origin_of(grant.redirect_uri)),
            (gettext("Your account"), player.username),
        ]
        limits = gettext(
            "It cannot change your profile, your settings, your vacation, your block list, your password, your address "
            "or your sessions. You can take the permission back at any time."
        )
        return self.show(
            "consent",
            title=gettext("Allow this app to use your account?"),
            facts=facts,
            it_can=gettext("It can:"),
            can=can,
            limits=limits,
            allow=gettext("Allow"),
            deny=gettext("Do not allow"),
            switch=gettext("Use another account"),
            form_target=origin_of(grant.redirect_uri),
        )

    def _again(self, request: HttpRequest) -> HttpResponse:
        return self._sent(HttpResponse(status=HTTPStatus.SEE_OTHER, headers={"Location": request.get_full_path()}))

    def _sent(self, answer: HttpResponse) -> HttpResponse:
        """Return a redirect that no cache keeps, and that tells the app's page nothing of this one's address."""
        answer.headers["Cache-Control"], answer.headers["Referrer-Policy"] = "no-store", "no-referrer"
        return answer


@costs("door")
@require_POST
def token(request: HttpRequest) -> HttpResponse:
    """Give an app its tokens."""
    spend(request, limits_of(token, request))
    try:
        # What a refused request changes is stored: a code or a token that is used again ends its session.
        with transaction.atomic():
            return _answered(SERVER.create_token_response(request))
    except OAuth2Error as error:
        return _answered(SERVER.handle_error_response(request, error))


@costs("door")
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """End the session of an app's token."""
    spend(request, limits_of(revoke, request))
    try:
        return _answered(SERVER.create_endpoint_response("revocation", request))
    except OAuth2Error as error:
        return _answered(SERVER.handle_error_response(request, error))


@costs("static")
@require_GET
def server_metadata(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Say where everything is (RFC 8414)."""
    return JsonResponse(metadata(), headers={"Cache-Control": "public, max-age=3600"})


def _answered(answer: Any) -> HttpResponse:
    assert isinstance(answer, HttpResponse)  # noqa: S101  # Authlib has no types
    answer.headers["Cache-Control"] = "no-store"
    return answer
