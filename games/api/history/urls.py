"""Where the past of games and players is."""

from django.urls import path

from games.api.history import player_views, views

urlpatterns = [
    path("games/<uuid:game>/states", views.StatesView.as_view(), name="states"),
    path("games/<uuid:game>/states/<int:version>", views.StateView.as_view(), name="state"),
    path("games/<uuid:game>/digest", views.DigestView.as_view(), name="digest"),
    path("games/<uuid:game>/fairness", views.FairnessView.as_view(), name="fairness"),
    path("players/<uuid:player>", player_views.PlayerView.as_view(), name="player"),
    path("players/<uuid:player>/stats", player_views.StatsView.as_view(), name="player-stats"),
    path("players/<uuid:player>/head-to-head/<uuid:other>", player_views.HeadToHeadView.as_view(), name="head-to-head"),
]
