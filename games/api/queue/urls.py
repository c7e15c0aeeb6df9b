"""The URLs of the queue."""

from django.urls import path

from games.api.queue import views

urlpatterns = [
    path("queue-entries", views.EntriesView.as_view(), name="queue-entries"),
    path("queue-entries/<uuid:entry>", views.EntryView.as_view(), name="queue-entry"),
]
