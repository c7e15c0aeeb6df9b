"""The URLs of puzzles."""

from django.urls import path

from games.api.puzzles import views

urlpatterns = [
    path("puzzles/today", views.PuzzlesView.as_view(), name="puzzles"),
    path("puzzles/<uuid:puzzle>", views.PuzzleView.as_view(), name="puzzle"),
    path("puzzles/<uuid:puzzle>/attempts", views.AttemptsView.as_view(), name="puzzle-attempts"),
]
