"""The URLs of leaderboards and ratings."""

from django.urls import path

from games.api.standings import views

urlpatterns = [
    path("players/<uuid:player>/ratings", views.RatingsView.as_view(), name="player-ratings"),
    path("players/<uuid:player>/ratings.svg", views.RatingsPlotView.as_view(), name="player-ratings-plot"),
    path("leaderboards", views.BoardsView.as_view(), name="leaderboards"),
    path("leaderboards/<slug:key>", views.BoardView.as_view(), name="leaderboard"),
    path("leaderboards/<slug:key>/around-me", views.AroundMeView.as_view(), name="leaderboard-around-me"),
]
