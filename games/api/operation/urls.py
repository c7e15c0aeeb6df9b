"""The URLs of the index, keys, limits, probes and metrics."""

from django.urls import path

from games.api.operation import views

urlpatterns = [
    path("", views.IndexView.as_view(), name="index"),
    path("keys", views.KeysView.as_view(), name="keys"),
    path("meta", views.MetaView.as_view(), name="meta"),
    path("healthz", views.HealthView.as_view(), name="healthz"),
    path("metrics", views.MetricsView.as_view(), name="metrics"),
    path("readyz", views.ReadyView.as_view(), name="readyz"),
]
