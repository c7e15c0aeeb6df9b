"""The URLs of notes."""

from django.urls import path

from games.api.notes import views

urlpatterns = [
    path("games/<uuid:game>/notes", views.NotesView.as_view(), name="notes"),
    path("games/<uuid:game>/notes/<int:version>", views.NoteView.as_view(), name="note"),
    path(
        "games/<uuid:game>/notes/<int:version>/<uuid:player>/report", views.NoteReportView.as_view(), name="note-report"
    ),
]
