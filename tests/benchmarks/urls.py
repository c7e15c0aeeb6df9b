"""The addresses of the service and of the bare views."""

from django.urls import include, path

from tests.benchmarks import bare

urlpatterns = [
    path("api/v1/bare/prepare", bare.Prepare.as_view()),
    path("api/v1/bare/games/<int:game>/moves", bare.Move.as_view()),
    path("api/v1/bare/games/<int:game>", bare.Table.as_view()),
    path("", include("config.urls")),
]
