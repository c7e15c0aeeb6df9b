"""The URLs of the lobby, of seats and of invitations."""

from django.urls import include, path

from games.api.lobby import views

urlpatterns = [
    path("", include("games.api.invitations.urls")),
    path("games", views.GamesView.as_view(), name="games"),
    path("games/<uuid:game>/seats", views.SeatsView.as_view(), name="seats"),
    path("games/<uuid:game>/seats/me", views.OwnSeatView.as_view(), name="own-seat"),
    path("games/<uuid:game>/nonces", views.NoncesView.as_view(), name="nonces"),
    path("games/<uuid:game>/bots", views.BotsView.as_view(), name="bots"),
    path("games/<uuid:game>/start", views.StartView.as_view(), name="start"),
    path("games/<uuid:game>/rematch", views.RematchView.as_view(), name="rematch"),
    path("me/games", views.OwnGamesView.as_view(), name="own-games"),
]
