"""The URLs of the history of games, and of players."""

from django.urls import path

from games.api.history import views

urlpatterns = [
    path("games/<uuid:game>/states", views.StatesView.as_view(), name="states"),
    path("games/<uuid:game>/states/<int:version>", views.StateView.as_view(), name="state"),
    path("games/<uuid:game>/digest", views.DigestView.as_view(), name="digest"),
    path("games/<uuid:game>/fairness", views.FairnessView.as_view(), name="fairness"),
    path("players/<uuid:player>", views.PlayerView.as_view(), name="player"),
    path("players/<uuid:player>/games", views.PlayerGamesView.as_view(), name="player-games"),
    path("players/<uuid:player>/stats", views.StatsView.as_view(), name="player-stats"),
    path("players/<uuid:player>/head-to-head/<uuid:other>", views.HeadToHeadView.as_view(), name="head-to-head"),
]
