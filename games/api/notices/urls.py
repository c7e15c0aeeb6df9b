"""The URLs of notices."""

from django.urls import path

from games.api.notices import views

urlpatterns = [
    path("me/notices", views.NoticesView.as_view(), name="notices"),
    path("me/notices/read", views.ReadView.as_view(), name="notices-read"),
    path("me/notices/preferences", views.PreferencesView.as_view(), name="notice-preferences"),
]
