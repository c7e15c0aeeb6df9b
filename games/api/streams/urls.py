"""Where the streams are."""

from django.urls import path

from games.api.streams import views

urlpatterns = [
    path("games/<uuid:game>/stream", views.GameStreamView.as_view(), name="game-stream"),
    path("me/stream", views.AccountStreamView.as_view(), name="account-stream"),
]
