"""The addresses of the pages of accounts, and of OAuth 2."""

from django.urls import path

from players.pages import authorization, recovery

urlpatterns = [
    path("accounts/email", recovery.EmailPage.as_view(), name="email-page"),
    path("accounts/reset", recovery.ResetPage.as_view(), name="reset-page"),
    path("oauth/authorize", authorization.AuthorizePage.as_view(), name="authorize-page"),
    path("oauth/token", authorization.token, name="oauth-token"),
    path("oauth/revoke", authorization.revoke, name="oauth-revoke"),
    path(".well-known/oauth-authorization-server", authorization.server_metadata, name="oauth-metadata"),
]
