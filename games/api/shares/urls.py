"""The URL of share links."""

from django.urls import path

from games.api.shares import views

urlpatterns = [path("games/<uuid:game>/share", views.ShareView.as_view(), name="share")]
