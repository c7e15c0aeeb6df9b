"""The URLs of the catalogue, to which the `type` of every problem points."""

from django.urls import path

from games.api.problems import views

urlpatterns = [
    path("problems", views.ProblemsView.as_view(), name="problems"),
    path("problems/<slug:code>", views.ProblemView.as_view(), name="problem"),
]
