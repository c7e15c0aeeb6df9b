"""The URLs of exports."""

from django.urls import path

from games.api.exports import views

urlpatterns = [
    path("me/export", views.NewExportView.as_view(), name="new-export"),
    path("me/exports/<uuid:export_id>", views.ExportView.as_view(), name="export"),
]
