"""The address of the bare view without middlewares."""

from django.urls import path

from tests.benchmarks import bare

urlpatterns = [path("api/v1/bare/games/<int:game>/moves", bare.RawMove.as_view())]
