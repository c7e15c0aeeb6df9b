"""The addresses of the endpoints of accounts, below `/api/v1/`."""

from django.urls import path

from players.api.views import apps, auth, blocks, devices, me, recovery, search

urlpatterns = [
    path("auth/guest", auth.GuestView.as_view(), name="auth-guest"),
    path("auth/register", auth.RegisterView.as_view(), name="auth-register"),
    path("auth/token", auth.TokenView.as_view(), name="auth-token"),
    path("auth/refresh", auth.RefreshView.as_view(), name="auth-refresh"),
    path("auth/logout", auth.LogoutView.as_view(), name="auth-logout"),
    path("auth/reset", recovery.ResetView.as_view(), name="auth-reset"),
    path("auth/reset/confirm", recovery.ResetConfirmView.as_view(), name="auth-reset-confirm"),
    path("auth/email/confirm", recovery.EmailConfirmView.as_view(), name="auth-email-confirm"),
    path("me", me.MeView.as_view(), name="me"),
    path("me/blocks", blocks.BlocksView.as_view(), name="me-blocks"),
    path("me/blocks/<uuid:player>", blocks.BlockView.as_view(), name="me-block"),
    path("me/credentials", me.CredentialsView.as_view(), name="me-credentials"),
    path("me/password", recovery.PasswordView.as_view(), name="me-password"),
    path("me/email", recovery.EmailView.as_view(), name="me-email"),
    path("me/apps", apps.AppsView.as_view(), name="me-apps"),
    path("me/apps/<uuid:app>", apps.AppView.as_view(), name="me-app"),
    path("me/sessions", me.SessionsView.as_view(), name="me-sessions"),
    path("me/sessions/<uuid:session_id>", me.SessionView.as_view(), name="me-session"),
    path("me/devices", devices.DevicesView.as_view(), name="me-devices"),
    path("me/devices/<uuid:installation_id>", devices.DeviceView.as_view(), name="me-device"),
    path("players", search.PlayersView.as_view(), name="players"),
    path("me/tokens", me.TokensView.as_view(), name="me-tokens"),
]
