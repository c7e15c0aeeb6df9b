"""The URLs of records."""

from django.urls import path

from games.api.records import views

urlpatterns = [
    path("games/<uuid:game>/record", views.RecordView.as_view(), name="record"),
    path("records", views.RecordsView.as_view(), name="records"),
    path("records/<uuid:record>", views.ImportedRecordView.as_view(), name="imported-record"),
]
