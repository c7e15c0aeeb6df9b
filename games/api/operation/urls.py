"""Where the service tells of itself."""

from django.urls import path

from games.api.operation import index, keys, views

urlpatterns = [
    path("", index.IndexView.as_view(), name="index"),
    path("keys", keys.KeysView.as_view(), name="keys"),
    path("meta", views.MetaView.as_view(), name="meta"),
    path("healthz", views.HealthView.as_view(), name="healthz"),
    path("metrics", views.MetricsView.as_view(), name="metrics"),
    path("readyz", views.ReadyView.as_view(), name="readyz"),
]
