"""The URLs of webhooks."""

from django.urls import path

from games.api.webhooks import views

_ONE = "webhooks/<uuid:webhook>"

urlpatterns = [
    path("webhooks", views.WebhooksView.as_view(), name="webhooks"),
    path(_ONE, views.WebhookView.as_view(), name="webhook"),
    path(f"{_ONE}/secret", views.SecretView.as_view(), name="webhook-secret"),
    path(f"{_ONE}/test", views.TestView.as_view(), name="webhook-test"),
    path(f"{_ONE}/deliveries", views.DeliveriesView.as_view(), name="webhook-deliveries"),
    path(f"{_ONE}/deliveries/<uuid:delivery>/replay", views.ReplayView.as_view(), name="webhook-replay"),
]
